// What the window asks for a pharmacist: sign-in at this computer, and what he does with patients and labels.
import { z } from 'zod'
import { GivenPassword } from '@pharmacy-relay/shared/api/passwords.ts'
import { Instant } from '@pharmacy-relay/shared/ids.ts'
import { PairingCode } from '@pharmacy-relay/shared/pairing.ts'
import { growing } from '@pharmacy-relay/shared/wire.ts'
import { endpoint } from './endpoint.ts'
import { patients } from './patients.ts'
import { prescribing } from './prescribing.ts'
import { prescriptions } from './prescriptions.ts'

/** Without a person doing anything at the window, in ms. */
export const IDLE_MS = 10 * 60_000

/** Why nobody is signed in any more: by himself, the locked screen, idleness, the computer, the account or its end elsewhere. */
const SignOutCause = growing(z.enum(['person', 'lock', 'idle', 'computer', 'account']), 'account')
export type SignOutCause = z.infer<typeof SignOutCause>

/** Of the window that asks: sessions of another user of this computer are none of its own. */
export const PharmacistSession = growing(
  z.discriminatedUnion('state', [
    /** `because` null: nobody was, since the agent runs. */
    z.strictObject({ state: z.literal('signed_out'), because: SignOutCause.nullable() }),
    /** The password was right; `hasApp` false: only a recovery code helps here. */
    z.strictObject({ state: z.literal('code_needed'), hasApp: z.boolean(), endsAt: Instant }),
    z.strictObject({
      state: z.literal('signed_in'),
      name: z.string().max(120),
      email: z.string().max(254),
      /** Unless somebody does something. */
      idleEndsAt: Instant,
    }),
    /** One that only a later agent knows. */
    z.strictObject({ state: z.literal('other') }),
  ]),
  'other',
)
export type PharmacistSession = z.infer<typeof PharmacistSession>

const ofTray = { door: 'tray', reply: PharmacistSession } as const

/** What a paired scanner read last, in this session; `id` rises. */
const ReceivedScan = z.strictObject({
  id: z.int().min(0),
  text: z.string().min(1).max(256),
  scanner: z.string().max(60),
})

export const dispensing = {
  /** Null before the first scan of the session, and for whose session it is not. */
  lastScan: endpoint({
    door: 'tray',
    method: 'GET',
    path: '/v1/scans/last',
    summary: 'what a paired scanner read last',
    reply: z.strictObject({ scan: ReceivedScan.nullable() }),
  }),
  /** Eight letters that pair one scanner with this computer. state_conflict (`not_signed_in`), and as the API is away. */
  scannerCode: endpoint({
    door: 'tray',
    method: 'POST',
    path: '/v1/scanner-codes',
    summary: 'a code for a scanner to pair with',
    reply: z.strictObject({ code: PairingCode, expiresAt: Instant }),
  }),
  /** Who is signed in. It does not count as doing something. */
  session: endpoint({
    ...ofTray,
    method: 'GET',
    path: '/v1/session',
    summary: 'which pharmacist is signed in',
  }),
  /**
   * E-mail and password; whoever was signed in is so no longer. state_conflict with the reason (`sign_in_refused`,
   * `device_not_known`, `gateway_unknown`, `not_paired`), rate_limited, unavailable, upstream_unavailable, upstream_timeout.
   */
  signIn: endpoint({
    ...ofTray,
    method: 'POST',
    path: '/v1/session',
    summary: 'sign a pharmacist in',
    params: z.strictObject({ email: z.string().trim().min(1).max(254), password: GivenPassword }),
  }),
  /** The code of the app, or a recovery code. state_conflict (`code_wrong`, `sign_in_over`, …), and as above. */
  finishSignIn: endpoint({
    ...ofTray,
    method: 'POST',
    path: '/v1/session/code',
    summary: 'finish it with a code',
    params: z.strictObject({ code: z.string().trim().min(1).max(32) }),
  }),
  /** A person did something at the window. */
  stayInSession: endpoint({
    ...ofTray,
    method: 'POST',
    path: '/v1/session/activity',
    summary: 'somebody is at the window',
  }),
  /** Asked again, it changes nothing. */
  signOut: endpoint({
    ...ofTray,
    method: 'POST',
    path: '/v1/session/end',
    summary: 'sign the pharmacist out',
    params: z.strictObject({ because: z.enum(['person', 'lock']).default('person') }),
  }),
  ...patients,
  ...prescribing,
  ...prescriptions,
}
