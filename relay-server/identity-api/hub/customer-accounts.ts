// Accounts that a service makes for customers of pharmacies: one for each of its keys, and a link for the password.
import { randomBytes } from 'node:crypto'
import type { NewCustomerAccount } from '@pharmacy-relay/shared/hub/identity-hub.ts'
import { HubError } from '@pharmacy-relay/shared/hub/request-reply.ts'
import type { IdentityParts } from '../identity-parts.ts'
import { requireWay } from '../links/link-messages.ts'
import { sendNewLink } from '../links/password-links.ts'
import { emailTaken } from '../links/invitations.ts'
import { createPasswordTurns, hashPassword, type PasswordTurns } from '../passwords/passwords.ts'
import {
  accountOfKey,
  insertAccount,
  noteInvitation,
  takeInvitation,
  type CustomerAccount,
} from './customer-accounts.queries.ts'

type Parts = Pick<IdentityParts, 'db' | 'now' | 'ways' | 'logger'>
const SENDING_RETRY_MS = 2_000

/** Makes the account or finds the one of the key, and sees to it that its link was sent once. */
export function customerAccounts(parts: Parts) {
  const turns = createPasswordTurns()
  return async (account: NewCustomerAccount): Promise<{ userGuid: string }> => {
    const { key, language } = account
    const { user, invitedAt } =
      (await accountOfKey(parts.db, key)) ?? (await makeAccount(parts, account, turns))
    if (invitedAt === null) await invite(parts, { key, user, language })
    return { userGuid: user.guid }
  }
}

async function makeAccount(
  { db, now, ways, logger }: Parts,
  { key, name, email, phone, pharmacyId }: NewCustomerAccount,
  turns: PasswordTurns,
): Promise<CustomerAccount> {
  requireWay(ways, { phone })
  // Of a password that nobody knows: everything that checks one works as always.
  const passwordHash = await turns.take(() => hashPassword(randomBytes(32).toString('base64url')))
  const user = { name, email, phone, pharmacyId, role: 'Customer', passwordHash } as const
  try {
    const made = await insertAccount(db, { key, user, now: now() })
    logger.info('customer.created', { user: made.guid, pharmacy: made.pharmacyId })
    return { user: made, invitedAt: null }
  } catch (error) {
    // The same call at the same time was faster, or somebody else has the address.
    const other = await accountOfKey(db, key)
    return other ?? emailTaken(error)
  }
}

type Invitation = Pick<NewCustomerAccount, 'key' | 'language'> & Pick<CustomerAccount, 'user'>

async function invite(parts: Parts, { key, user, language }: Invitation): Promise<void> {
  const { db, now } = parts
  if (!(await takeInvitation(db, { key, now: now() })))
    throw new HubError('UNAVAILABLE', 'The link is being sent', { retryAfterMs: SENDING_RETRY_MS })
  try {
    // An account that had three links within the hour has one to follow.
    await sendNewLink(parts, user, language)
  } catch (error) {
    await noteInvitation(db, { key, invitedAt: null })
    throw new HubError('UNAVAILABLE', 'The link could not be sent', { cause: error })
  }
  await noteInvitation(db, { key, invitedAt: now() })
}
