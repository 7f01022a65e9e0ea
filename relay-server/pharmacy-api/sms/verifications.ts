// Codes judged and exchanged for tickets, tickets used up. Whatever is wrong with one, the answer is the same.
import { randomBytes, timingSafeEqual } from 'node:crypto'
import type { smsApi } from '@pharmacy-relay/shared/api/pharmacy/sms.ts'
import { ProblemError } from '@pharmacy-relay/shared/problem.ts'
import { reason } from '@pharmacy-relay/shared/reasons/make-reason.ts'
import type { EndpointHandlers } from '../../http/endpoint-router.ts'
import { phoneOf } from './phone.ts'
import type { SmsParts } from './sms-parts.ts'
import { redeemTicket, takeTry, useCode } from './store-codes.queries.ts'

type Handlers = Pick<EndpointHandlers<typeof smsApi>, 'verifyStoreCode' | 'redeemStoreTicket'>
type Given = Pick<SmsParts, 'db' | 'clock' | 'hashes' | 'metrics'>

export function verificationHandlers(parts: Given): Handlers {
  const { db, clock, hashes } = parts
  return {
    verifyStoreCode: async ({ body }) => {
      const verified = await verify(parts, body)
      if (verified === null) throw new ProblemError('invalid', reason('sms_code_over', {}))
      return verified
    },
    redeemStoreTicket: async ({ body: { phone, ticket } }) => {
      const now = new Date(clock.wallMs())
      const asked = { ticketHash: hashes.ticket(ticket), phoneHash: hashes.phone(phone, null), now }
      if (!(await redeemTicket(db, asked))) throw new ProblemError('invalid', reason('phone_ticket_over', {}))
      return null
    },
  }
}

/** The try is taken before the code is looked at, so that a hundred at once are judged five times. */
async function verify(
  { db, clock, hashes, metrics }: Given,
  given: { readonly phone: string; readonly code: string },
): Promise<{ ticket: string; expiresAt: string } | null> {
  const phone = phoneOf(given.phone)
  if (phone === null) return null
  const now = new Date(clock.wallMs())
  const live = await takeTry(db, { phoneHash: hashes.phone(phone, null), now })
  // A hash of its own kind where there is no code, so that the work is the same.
  const { id, codeHash } = live ?? { id: 0, codeHash: randomBytes(32) }
  const isRight = timingSafeEqual(hashes.code(given.code, { phone, id }), codeHash)
  metrics.countTry(live === null ? 'not_judged' : isRight ? 'right' : 'wrong')
  if (live === null || !isRight) return null
  const ticket = randomBytes(32).toString('base64url')
  const used = await useCode(db, { id, ticketHash: hashes.ticket(ticket), now })
  return used === null ? null : { ticket, expiresAt: used.endsAt.toISOString() }
}
