// A webhook: believed by its signature alone, counted once by its id, merged like any other word of the provider.
import type { SignedBody } from '@pharmacy-relay/shared/api/endpoint.ts'
import { keepEvent } from './payments.queries.ts'
import { mergeWord, type MergeOutcome } from './merge-word.ts'
import type { PaymentParts } from './payment-parts.ts'

type Taken = 'new' | 'again' | 'unknown'

/** Throws ProblemError `request_refused` for what the provider did not sign just now. Whatever it signed is taken. */
export async function takePaymentEvent(
  { db, provider, clock, logger }: PaymentParts,
  { bytes, signature }: SignedBody,
  traceId: string,
): Promise<Taken> {
  const { id, kind, word } = provider.readEvent(bytes, signature, new Date(clock.wallMs()))
  const outcome = await db.transaction().execute(async (trx): Promise<MergeOutcome | 'again'> => {
    if (!(await keepEvent(trx, { id, kind, paymentId: word?.reference ?? null }))) return 'again'
    const merging = word === null ? 'unknown' : await mergeWord(trx, word, traceId)
    return merging
  })
  if (outcome === 'again') return 'again'
  if (outcome === 'unknown' || outcome === 'contradiction')
    logger.warn('payment.event-not-taken', { outcome, event: id, kind, payment: word?.reference ?? null })
  return outcome === 'unknown' ? 'unknown' : 'new'
}
