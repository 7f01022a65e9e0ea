// A Pharmacist's second factor beside his password: he is where a computer of his pharmacy is, and it proved its key just now.
import { randomUUID } from 'node:crypto'
import type { AddressLogin } from '@pharmacy-relay/shared/hub/identity-hub.ts'
import { HubError } from '@pharmacy-relay/shared/hub/request-reply.ts'
import { addressKeys } from '../../http/address-keys.ts'
import type { IdentityParts } from '../identity-parts.ts'
import { findUserByEmail, type UserRow } from '../users/users.queries.ts'
import { closeTicket, openTicket } from './address-tickets.queries.ts'
import { TICKET_MS, readTicket, writeTicket } from './ticket-token.ts'

/** The identity hub's LoginWithIpAddress. Throws HubError FORBIDDEN for who is no active Pharmacist of that pharmacy. */
export async function giveTicket(
  { db, keys, now, logger }: Pick<IdentityParts, 'db' | 'keys' | 'now' | 'logger'>,
  { address, email, pharmacyId, computerId }: AddressLogin,
): Promise<{ userGuid: string; accessToken: string }> {
  const user = await findUserByEmail(db, email)
  if (user?.isActive !== true || user.role !== 'Pharmacist' || user.pharmacyId !== pharmacyId)
    throw new HubError('FORBIDDEN', 'Nobody of this address is a Pharmacist of this pharmacy')
  const at = now()
  const ticketId = randomUUID()
  const key = addressKeys(address)?.key ?? address
  const facts = { sub: user.guid, jti: ticketId, pharmacyId, computerId, address: key }
  const expiresAt = new Date(at.getTime() + TICKET_MS)
  await openTicket(db, { userId: user.id, computerId, ticketId, expiresAt })
  logger.info('address-ticket.given', { user: user.guid, computer: computerId })
  return { userGuid: user.guid, accessToken: await writeTicket(keys, facts, at) }
}

interface Presented {
  readonly ticket: string
  /** Whose password was right. */
  readonly user: UserRow
  readonly clientAddress: string
}

type Parts = Pick<IdentityParts, 'db' | 'keys' | 'now' | 'logger' | 'checkAddress'>

/** True once for a ticket. False: the sign-in goes on as if there was none. */
export async function takeTicket(parts: Parts, given: Presented): Promise<boolean> {
  const fault = await faultOf(parts, given)
  if (fault === null) return true
  parts.logger.warn('address-ticket.refused', { user: given.user.guid, fault })
  return false
}

async function faultOf(parts: Parts, { ticket: text, user, clientAddress }: Presented) {
  const now = parts.now()
  const from = addressKeys(clientAddress)
  const ticket = await readTicket(parts.keys, text, now)
  if (ticket === null) return 'no-ticket'
  if (user.role !== 'Pharmacist') return 'role'
  if (ticket.sub !== user.guid || ticket.pharmacyId !== user.pharmacyId) return 'user'
  if (from === null || ticket.address !== from.key) return 'address'
  if (!(await closeTicket(parts.db, { userId: user.id, ticketId: ticket.jti, now }))) return 'used'
  // The computer may have been revoked, or its session ended, since the ticket was given.
  const { pharmacyId, computerId } = ticket
  return (await parts.checkAddress({ address: from.address, pharmacyId, computerId })) ? null : 'computer'
}
