// The contract of the identity hub, hosted by the identity API at /hubs; services are its clients, with a service token.
//
//   service ── connect, handshake auth = ServiceHello ──▶ identity
//   service ── SubscribeAsync(afterEventId) ──▶ identity    what happened after it follows, then each event as it commits
//   service ◀── UserChangedAsync, SessionEndedAsync ── identity    ids rise; a repeated event changes nothing
//   service ── CreateCustomerAsync, LoginWithIpAddress, EndDeviceSessionsAsync, … ──▶ identity
import { z } from 'zod'
import type { AccessRule } from '../api/access.ts'
import { DeviceKey, IpAddress } from '../device.ts'
import { Email, Id, Phone, Uuid, lineOfText } from '../ids.ts'
import { Language } from '../texts/languages.ts'
import { UserRole } from '../user-role.ts'
import { growing } from '../wire.ts'
import type { Contract } from './request-reply.ts'

/** A customer account to create; its owner chooses the password by a link that is sent to him. */
export const NewCustomerAccount = z.strictObject({
  /** Of the caller's choice, one for each account: the same key again gives the same user. */
  key: Uuid,
  name: lineOfText(120),
  email: Email,
  phone: Phone.nullable(),
  /** The pharmacy that the account belongs to: `Customer.id` of the store API. */
  pharmacyId: Id,
  /** Of the message with the link. */
  language: growing(z.enum(Language.options), 'en'),
})
export type NewCustomerAccount = z.infer<typeof NewCustomerAccount>

/** Longest that a computer's word for its address counts, in ms. */
const MAX_PROOF_AGE_MS = 60_000

/** Somebody who signs in where a computer of a pharmacy is connected, as the store API has found out. */
export const AddressLogin = z.strictObject({
  /** Where he is, as the front end sees it. */
  address: IpAddress,
  /** Who he says he is. */
  email: Email,
  /** `Customer.id` of the one pharmacy that has the address. */
  pharmacyId: Id,
  /** Its computer that is connected from there. */
  computerId: Id,
  /** How long ago that one proved its key, or was heard on the session that it opened so. */
  provedAgoMs: z.int().min(0).max(MAX_PROOF_AGE_MS),
})
export type AddressLogin = z.infer<typeof AddressLogin>

const EventId = z.int().min(0)

/** Service to identity API. Who may call what: `identityHubAccess`. */
export const IIdentityHub = {
  /**
   * Events after an id. Null, for a first contact: those of the last 11 minutes, since no access token lives longer. They come
   * before the reply. `hasGap`: some after the id are not kept or too many; then the same as for null came.
   */
  SubscribeAsync: {
    args: z.tuple([EventId.nullable()]),
    reply: z.strictObject({ lastEventId: EventId, hasGap: z.boolean() }),
  },
  /**
   * INVALID (reason `email_taken`): somebody else has the address; NOT_SUPPORTED: no message can reach him; UNAVAILABLE: the
   * link was not sent, the same call sends it.
   */
  CreateCustomerAsync: { args: z.tuple([NewCustomerAccount]), reply: z.strictObject({ userGuid: Uuid }) },
  /**
   * `accessToken` is a ticket and no access token: good for 60 s and once, from that address, as the second factor of `SignIn`
   * beside the password. FORBIDDEN: nobody of that e-mail is an active Pharmacist of the pharmacy.
   */
  LoginWithIpAddress: {
    args: z.tuple([AddressLogin]),
    reply: z.strictObject({ userGuid: Uuid, accessToken: z.string().max(4_096) }),
  },
  /** That computer is none of its pharmacy's any more: whoever is signed in at it is so no longer. Again changes nothing. */
  EndDeviceSessionsAsync: {
    args: z.tuple([DeviceKey]),
    reply: z.strictObject({ ended: z.int().min(0) }),
  },
  /** Whether there is an active user with this guid. */
  IsUserExistsAsync: { args: z.tuple([Uuid]), reply: z.boolean() },
} as const satisfies Contract

const rule = (services: readonly string[]): AccessRule => ({ access: ['Service'], services })

/** Which services may call each method. Whoever may subscribe may connect. */
export const identityHubAccess = {
  SubscribeAsync: rule(['portal', 'store', 'pharmacy', 'storefront']),
  CreateCustomerAsync: rule(['store']),
  LoginWithIpAddress: rule(['portal', 'store']),
  EndDeviceSessionsAsync: rule(['store']),
  IsUserExistsAsync: rule(['portal', 'store', 'pharmacy']),
} as const satisfies Record<keyof typeof IIdentityHub, AccessRule>

/** Role, pharmacy or state of a user changed: this is what he is now. Whoever holds sessions of him as another ends them. */
export const UserChanged = z.strictObject({
  eventId: EventId,
  userGuid: Uuid,
  role: UserRole,
  pharmacyId: Id.nullable(),
  isActive: z.boolean(),
})
export type UserChanged = z.infer<typeof UserChanged>

/** Sessions in one message. */
export const MAX_ENDED_FAMILIES = 500
/**
 * Sessions ended: by their user or an Admin, by a new password, by a refresh token that came twice. `familyIds` are what access
 * tokens name `sid`; `eventId` is that of the last one.
 */
export const SessionEnded = z.strictObject({
  eventId: EventId,
  familyIds: z.array(Uuid).min(1).max(MAX_ENDED_FAMILIES),
})
export type SessionEnded = z.infer<typeof SessionEnded>

/** Identity API to service, to everyone who subscribed. */
export const IIdentityClient = {
  UserChangedAsync: { args: z.tuple([UserChanged]), reply: z.null() },
  SessionEndedAsync: { args: z.tuple([SessionEnded]), reply: z.null() },
} as const satisfies Contract
