// The provider is asked how a payment stands; one that it may never have heard of is made there first, with the same key as ever.
import { findAskable } from './payments.queries.ts'
import { mergeWord } from './merge-word.ts'
import type { PaymentParts } from './payment-parts.ts'
import { ProviderFault, type PaymentDraft, type PaymentWord } from './provider/provider.ts'

/** Throws ProviderFault where nothing was heard; the payment stays as it was known. */
export async function askProvider(parts: PaymentParts, paymentId: string, traceId: string): Promise<void> {
  const payment = await findAskable(parts.db, paymentId)
  if (payment === null) return
  const said = await wordFrom(parts, payment)
  await keepWord(parts, said, traceId)
}

/** What it is at the provider, which is told of it where it may not know it yet. */
export async function wordFrom(
  { provider }: PaymentParts,
  { draft, providerId }: { readonly draft: PaymentDraft; readonly providerId: string | null },
): Promise<PaymentWord> {
  if (providerId !== null) return provider.get(providerId)
  try {
    // A key that comes again brings the first answer, not how things stand now.
    const { providerId: made } = await provider.create(draft)
    return await provider.get(made)
  } catch (error) {
    if (error instanceof ProviderFault && error.kind === 'refused') return neverMade(draft)
    throw error
  }
}

/** The provider will not have it: this attempt is over. */
function neverMade({ id, amountMinor, currency }: PaymentDraft): PaymentWord {
  return {
    providerId: `refused-${id}`,
    reference: id,
    state: 'failed',
    amountMinor,
    currency,
    capturedMinor: 0,
    refundedMinor: 0,
    lastFour: null,
    fault: 'other',
    pageUrl: null,
  }
}

export async function keepWord(
  { db, logger }: Pick<PaymentParts, 'db' | 'logger'>,
  said: PaymentWord,
  traceId: string,
): Promise<void> {
  const outcome = await db.transaction().execute(async (trx) => mergeWord(trx, said, traceId))
  if (outcome === 'contradiction' || outcome === 'unknown')
    logger.warn('payment.word-not-taken', { outcome, payment: said.reference, state: said.state })
}
