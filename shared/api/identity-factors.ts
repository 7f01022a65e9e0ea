// The endpoints of the identity API for the second factor: TOTP, recovery codes, and the second step of a sign-in.
import { z } from 'zod'
import { Instant } from '../ids.ts'
import { PEOPLE_ROLES } from '../user-role.ts'
import { endpoint } from './endpoint.ts'
import type { EndpointTable } from './endpoint.ts'
import { PendingToken, SignedIn } from './identity-user.ts'

/** What somebody typed as a code: six digits of an app, or a recovery code; blanks and hyphens do not count. */
export const GivenCode = z.string().min(6).max(32)

/** Ten at a time, `ABCDE-FGHJK`, each good once. */
export const RecoveryCodes = z.strictObject({ recoveryCodes: z.array(z.string().length(11)).max(10) })

export const factorsApi = {
  finishSignIn: endpoint({
    method: 'POST',
    path: '/api/v1/SignIn/second-factor',
    summary: 'Finish a sign-in whose password was right with a code; five wrong ones end it',
    access: 'public',
    body: z.strictObject({ pendingToken: PendingToken, code: GivenCode }),
    reply: { status: 200, schema: SignedIn },
    refusals: ['token_invalid', 'rate_limited', 'state_conflict'],
  }),
  getSecondFactor: endpoint({
    method: 'GET',
    path: '/api/v1/SecondFactor',
    summary: 'Whether the own account asks for a code, and how many recovery codes are left',
    access: PEOPLE_ROLES,
    reply: {
      status: 200,
      schema: z.strictObject({
        activeSince: Instant.nullable(),
        recoveryCodesLeft: z.int().min(0),
        /** Each is a second factor as well; a version before does not say it. */
        passkeys: z.int().min(0).optional(),
        /** Staff may go without a second factor for some days from then on; a version before does not say it. */
        couldSignInSince: Instant.optional(),
      }),
    },
  }),
  beginTotp: endpoint({
    method: 'POST',
    path: '/api/v1/SecondFactor/totp',
    summary:
      'A new secret for an authenticator app; the one in use stays until a code of the new one was given',
    access: PEOPLE_ROLES,
    recentSignIn: true,
    reply: {
      status: 201,
      schema: z.strictObject({ secret: z.string().max(64), uri: z.string().max(1_000) }),
    },
  }),
  activateTotp: endpoint({
    method: 'PUT',
    path: '/api/v1/SecondFactor/totp',
    summary: 'Take the new secret into use by a first code of it; gives new recovery codes, shown once',
    access: PEOPLE_ROLES,
    body: z.strictObject({ code: GivenCode }),
    recentSignIn: true,
    reply: { status: 200, schema: RecoveryCodes },
    refusals: ['state_conflict', 'rate_limited'],
  }),
  makeRecoveryCodes: endpoint({
    method: 'POST',
    path: '/api/v1/SecondFactor/recovery-codes',
    summary: 'New recovery codes in place of the old ones; asks for a code of the app',
    access: PEOPLE_ROLES,
    body: z.strictObject({ code: GivenCode }),
    recentSignIn: true,
    reply: { status: 200, schema: RecoveryCodes },
    refusals: ['state_conflict', 'rate_limited'],
  }),
} as const satisfies EndpointTable
