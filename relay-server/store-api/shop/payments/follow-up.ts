// Payments whose end is not known are asked about: a webhook may never have come, or a process ended between the call and its answer. The
// scheduler asks for it every minute; whoever looks at an order has its payment asked about at once.
import { askProvider } from './ask-provider.ts'
import type { PaymentParts } from './payment-parts.ts'
import { claimDueAsks } from './payments.queries.ts'
import { ProviderFault } from './provider/provider.ts'

export const ASKS_PER_ROUND = 10

/** How many were asked about. Any number of processes may ask at once. One without an answer is asked about again, later each time. */
export async function followUpPayments(parts: PaymentParts): Promise<number> {
  const due = await claimDueAsks(parts.db, ASKS_PER_ROUND)
  const asked = await Promise.allSettled(due.map(async (id) => askProvider(parts, id, '')))
  const failed = asked.find((one) => one.status === 'rejected' && !(one.reason instanceof ProviderFault))
  if (failed?.status === 'rejected') throw failed.reason
  return due.length
}
