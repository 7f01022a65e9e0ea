// The identity API as an Express app: its handlers over its table.
import type { Express } from 'express'
import { identityApi } from '@pharmacy-relay/shared/api/identity-api.ts'
import { verifierOver } from '../auth/token-verifier.ts'
import { asProblem } from '../db/database-errors.ts'
import { createApiApp } from '../http/api-app.ts'
import type { IdentityParts } from './identity-parts.ts'
import { deviceSignInHandlers } from './device-sessions/device-sign-in.ts'
import { createPasswordCheck } from './lock-out/password-check.ts'
import { countedSignIns } from './metrics.ts'
import { emailChangeHandlers } from './links/email-changes.ts'
import { invitationHandlers } from './links/invitations.ts'
import { passwordLinkHandlers } from './links/password-links.ts'
import { passwordHandlers } from './passwords/change-password.ts'
import { secondFactorHandlers } from './second-factor/second-factor.ts'
import { smsHandlers } from './sms/send-sms.ts'
import { passkeyAgainHandlers } from './passkeys/passkey-again.ts'
import { passkeyHandlers } from './passkeys/own-passkeys.ts'
import { passkeySignInHandlers } from './passkeys/passkey-sign-in.ts'
import { factorResetHandlers } from './resets/factor-resets.ts'
import { createPasswordTurns } from './passwords/passwords.ts'
import { serviceClientHandlers } from './services/service-clients.ts'
import { liveTokens } from './sessions/live-tokens.ts'
import { sessionHandlers } from './sessions/sessions.ts'
import { signInAgainHandlers } from './sessions/sign-in-again.ts'
import { registrationHandlers } from './users/customer-registration.ts'
import { userAdminHandlers } from './users/user-admin.ts'
import { userSessionHandlers } from './sessions/user-sessions.ts'
import { userHandlers } from './users/users.ts'

export function createIdentityApp(parts: IdentityParts): Express {
  const turns = createPasswordTurns()
  const check = createPasswordCheck(parts, { known: createPasswordTurns(), others: turns })
  const app = createApiApp({
    title: 'Identity API',
    table: identityApi,
    handlers: {
      ...countedSignIns({ ...sessionHandlers(parts, check), ...passkeySignInHandlers(parts) }, parts.metrics),
      ...deviceSignInHandlers(parts),
      ...userSessionHandlers(parts),
      ...passwordHandlers(parts, { check, turns }),
      ...signInAgainHandlers(parts, check),
      ...passwordLinkHandlers(parts, turns),
      ...invitationHandlers(parts, turns),
      ...emailChangeHandlers(parts),
      ...secondFactorHandlers(parts),
      ...passkeyHandlers(parts),
      ...passkeyAgainHandlers(parts),
      ...factorResetHandlers(parts),
      ...smsHandlers(parts),
      ...userHandlers(parts),
      ...userAdminHandlers(parts),
      ...registrationHandlers(parts, turns),
      ...serviceClientHandlers(parts),
      keys: async () => ({ keys: (await parts.keys.published()).keys.map((key) => ({ ...key })) }),
    },
    tokens: liveTokens(verifierOver(parts.keys.find), parts),
    internalApi: parts.internalApi,
    logger: parts.logger,
    now: parts.now,
    metrics: parts.metrics.replies,
    translate: asProblem,
  })
  // The gateway replaces X-Forwarded-For by the one address it knows; from anybody else the field means nothing.
  app.set('trust proxy', [...parts.trustedProxies])
  return app
}
