// A user as the identity API shows him, the tokens of a sign-in, and what a sign-in may say of where it comes from.
import { z } from 'zod'
import { Email, Id, Instant, Uuid, lineOfText } from '../ids.ts'
import { GivenPassword } from './passwords.ts'
import { UserRole } from '../user-role.ts'
import { growing } from '../wire.ts'

/** An access token is a JWT of 10 min; a refresh token lives 30 days and changes with each use. */
export const TokenPair = z
  .strictObject({
    accessToken: z.string().min(1).max(4_096),
    accessExpiresAt: Instant,
    refreshToken: z.string().min(1).max(512),
    refreshExpiresAt: Instant,
  })
  .meta({ id: 'TokenPair' })
export type TokenPair = z.infer<typeof TokenPair>

export const IdentityUser = z
  .strictObject({
    guid: Uuid,
    email: Email,
    name: lineOfText(120),
    role: UserRole,
    pharmacyId: Id.nullable(),
    isActive: z.boolean(),
  })
  .meta({ id: 'IdentityUser' })
export type IdentityUser = z.infer<typeof IdentityUser>

/** What a browser keeps after a full sign-in, in the cookie `__Host-known`: its guesses count apart from strangers'. */
export const KnownDevice = z.string().min(1).max(300)

/** A full sign-in. */
export const SignedIn = z
  .strictObject({ user: IdentityUser, tokens: TokenPair, knownDevice: KnownDevice })
  .meta({ id: 'SignedIn' })
export type SignedIn = z.infer<typeof SignedIn>

export const PendingToken = z.string().regex(/^[A-Za-z0-9_-]{43}$/)

/** By what a pending sign-in is finished: a code of an app, a passkey, a recovery code. */
const FactorWay = growing(z.enum(['app', 'passkey', 'recovery']), 'recovery')

/** The password was right and a second factor is needed: no session yet, and no token of one. */
export const PendingSignIn = z
  .strictObject({
    pending: z.strictObject({ token: PendingToken, expiresAt: Instant, ways: z.array(FactorWay).max(3) }),
  })
  .meta({ id: 'PendingSignIn' })

/** A sign-in again: the access token that says so. */
export const RenewedAccess = z.strictObject({
  accessToken: z.string().max(4_096),
  accessExpiresAt: Instant,
})

/** Where a person signed in. */
export const SessionKind = growing(z.enum(['panel', 'storefront', 'other']), 'other')
export type SessionKind = z.infer<typeof SessionKind>

/** What a front end says of the browser before it; `agent` is its User-Agent, cut. */
export const SignInClient = z.strictObject({ kind: SessionKind, agent: lineOfText(200).nullable() })
export type SignInClient = z.infer<typeof SignInClient>

/** What a person gives to sign in. */
export const Credentials = z.strictObject({
  email: z.string().trim().min(1).max(254),
  password: GivenPassword,
  client: SignInClient.optional(),
  knownDevice: KnownDevice.optional(),
})
export type Credentials = z.infer<typeof Credentials>

/** Stands for a second factor: its owner is where a computer of his pharmacy is. 60 s, once. */
export const AddressTicket = z.string().min(1).max(4_096)

/** What a right password leads to. */
export const SignInReply = z.union([SignedIn, PendingSignIn])
export type SignInReply = z.infer<typeof SignInReply>
