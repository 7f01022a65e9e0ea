// What a browser keeps for some minutes between two steps, encrypted: a sign-in that waits for its code, a link that was followed.
import { z } from 'zod'
import { LinkToken } from '@pharmacy-relay/shared/api/identity-links.ts'
import { OptOutToken } from '@pharmacy-relay/shared/api/pharmacy/sms-opt-outs.ts'
import { createSealedCookie, type SealedCookie } from './sealed-cookie.ts'

/** The password was right. It is no session: nothing but the code's page reads it. */
export const WaitingSignIn = z.strictObject({
  token: z.string().length(43),
  /** Where the sign-in leads to; null means the list. */
  returnTo: z.string().max(1_000).nullable(),
  /** A passkey is as good as a code. */
  hasPasskey: z.boolean().default(false),
})
export type WaitingSignIn = z.infer<typeof WaitingSignIn>

/** Out of the address at once, where it would be remembered and told to others. */
const FollowedLink = z.discriminatedUnion('kind', [
  z.strictObject({ kind: z.enum(['password', 'email', 'reset']), token: LinkToken }),
  z.strictObject({ kind: z.literal('no-sms'), token: OptOutToken }),
])
export type FollowedLink = z.infer<typeof FollowedLink>

/** As long as identity waits for a code. */
const WAITING_S = 300
/** As long as a link for a password is good. One of a mail that is good for longer is followed again. */
const LINK_S = 1_800

export interface ShortCookies {
  readonly waiting: SealedCookie<WaitingSignIn>
  readonly link: SealedCookie<FollowedLink>
}

/** `secrets`: the current one first, which encrypts; all of them decrypt. */
export function createShortCookies(secrets: readonly string[]): ShortCookies {
  return {
    waiting: createSealedCookie({
      name: '__Host-waiting',
      purpose: 'waiting sign-in',
      schema: WaitingSignIn,
      secrets,
      maxAgeS: WAITING_S,
    }),
    link: createSealedCookie({
      name: '__Host-link',
      purpose: 'followed link',
      schema: FollowedLink,
      secrets,
      maxAgeS: LINK_S,
    }),
  }
}
