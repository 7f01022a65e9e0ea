// The endpoints of the identity API: sign-in, tokens, account check, and those of the files beside it.
import { z } from 'zod'
import { Instant } from '../ids.ts'
import { UserRole } from '../user-role.ts'
import { endpoint } from './endpoint.ts'
import type { EndpointTable } from './endpoint.ts'
import { accountApi, userParams } from './identity-account.ts'
import { SignInDevice, devicesApi } from './identity-devices.ts'
import { linksApi } from './identity-links.ts'
import { factorsApi } from './identity-factors.ts'
import { passkeysApi } from './identity-passkeys.ts'
import { resetsApi } from './identity-resets.ts'
import { smsApi } from './identity-sms.ts'
import { usersApi } from './identity-users.ts'
import { AddressTicket, Credentials, IdentityUser, SignInReply, TokenPair } from './identity-user.ts'

export { IdentityUser, TokenPair } from './identity-user.ts'

const SignInBody = Credentials.extend({
  /** Only somebody of one of these roles is let in; for anybody else the password is wrong. */
  roles: z.array(UserRole).min(1).max(6).optional(),
  /** One that is not taken changes nothing: a second factor is asked for. */
  addressTicket: AddressTicket.optional(),
  /**
   * The session is to be one of this computer. One that is not known at the user's pharmacy is refused (`device_not_known`), after
   * the password; where it vouches for the address it is the second factor, too.
   */
  device: SignInDevice.optional(),
})
const RefreshBody = z.strictObject({ refreshToken: z.string().min(1).max(512) })
const ServiceTokenBody = z.strictObject({
  clientId: z.string().regex(/^[a-z][a-z-]{1,30}$/),
  clientSecret: z.string().min(1).max(256),
})

export const identityApi = {
  signIn: endpoint({
    method: 'POST',
    path: '/api/v1/SignIn',
    summary: 'Sign in with e-mail and password; who has a second factor gets a pending sign-in',
    access: 'public',
    body: SignInBody,
    reply: { status: 200, schema: SignInReply },
    refusals: ['token_invalid', 'rate_limited', 'state_conflict'],
  }),
  refreshTokens: endpoint({
    method: 'POST',
    path: '/api/v1/Token/refresh',
    summary: 'Exchange a refresh token for the next pair; the same one within 30 s gives the same successor',
    access: 'public',
    body: RefreshBody,
    reply: { status: 200, schema: z.strictObject({ user: IdentityUser, tokens: TokenPair }) },
    refusals: ['token_invalid'],
  }),
  signOut: endpoint({
    method: 'POST',
    path: '/api/v1/SignOut',
    summary: 'End the session that a refresh token belongs to; unknown or ended ones are no error',
    access: 'public',
    body: RefreshBody,
    reply: { status: 204, schema: null },
  }),
  serviceToken: endpoint({
    method: 'POST',
    path: '/api/v1/ServiceToken',
    summary: 'A service proves itself (client credentials) and gets an access token with role Service',
    access: 'public',
    body: ServiceTokenBody,
    reply: {
      status: 200,
      schema: z.strictObject({ accessToken: z.string().max(4_096), accessExpiresAt: Instant }),
    },
    refusals: ['token_invalid', 'rate_limited'],
  }),
  accountCheck: endpoint({
    method: 'GET',
    path: '/api/v1/AccountCheck/get-identity-user/{guid}',
    summary: 'Check a user; whom the caller may not ask about is not found',
    access: 'signed-in',
    others: ['Admin', 'Service'],
    params: userParams,
    reply: { status: 200, schema: IdentityUser },
  }),
  ...accountApi,
  ...usersApi,
  ...linksApi,
  ...factorsApi,
  ...passkeysApi,
  ...resetsApi,
  ...devicesApi,
  ...smsApi,
  keys: endpoint({
    method: 'GET',
    path: '/.well-known/jwks.json',
    summary: 'The public keys that access tokens are signed with',
    access: 'public',
    reply: { status: 200, schema: z.object({ keys: z.array(z.record(z.string(), z.unknown())).max(16) }) },
  }),
} as const satisfies EndpointTable
