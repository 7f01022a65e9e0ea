// Test support: somebody who registers in the shop.
import { randomUUID } from 'node:crypto'
import type { NewCustomerAccount } from '@pharmacy-relay/shared/api/identity-users.ts'
import type { TestTokens } from '../../auth/test-tokens.ts'
import { PASSWORD, bodyOf } from '../test-identity.ts'

/** With an e-mail of his own. */
export function newAccount(changes: Partial<NewCustomerAccount> = {}): NewCustomerAccount {
  const email = `${randomUUID()}@one.example`
  return {
    email,
    name: 'Rae Registered',
    phone: '+447700900123',
    pharmacyId: 1,
    password: PASSWORD,
    ...changes,
  }
}

/** As the store API asks for it. */
export async function registrationBy(tokens: TestTokens) {
  return { ...bodyOf(newAccount()), token: await tokens.tokenFor('Service', { claims: { sub: 'store' } }) }
}
