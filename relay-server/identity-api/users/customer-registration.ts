// The account of a customer who registered in the shop: made with the password that he chose, since his phone was proved.
import type { identityApi } from '@pharmacy-relay/shared/api/identity-api.ts'
import type { EndpointHandlers } from '../../http/endpoint-router.ts'
import type { IdentityParts } from '../identity-parts.ts'
import { emailTaken } from '../links/invitations.ts'
import { hashPassword, type PasswordTurns } from '../passwords/passwords.ts'
import { insertRegistered } from './users.queries.ts'

type Handlers = Pick<EndpointHandlers<typeof identityApi>, 'registerCustomer'>

export function registrationHandlers(parts: IdentityParts, turns: PasswordTurns): Handlers {
  const { db, passwordRules, logger } = parts
  return {
    registerCustomer: async ({ body: { password, ...account } }) => {
      await passwordRules.accept(password, account, 'body.password')
      const passwordHash = await turns.take(() => hashPassword(password))
      const registered = { ...account, role: 'Customer' as const, passwordHash }
      const user = await insertRegistered(db, { user: registered, now: parts.now() }).catch(emailTaken)
      logger.info('user.registered', { user: user.guid })
      const { guid, email, name, role, pharmacyId, isActive } = user
      return { guid, email, name, role, pharmacyId, isActive }
    },
  }
}
