// Money that goes back, as it is typed, and what the API gets of it; how much can go back at most. Pure.
import { z } from 'zod'
import { RefundRequest, type PanelPayment } from '@pharmacy-relay/shared/api/shop/payments.ts'
import { typed } from '../../../http/forms.ts'
import { minorDigits, readAmount } from '../../../views/money.ts'

export const RefundForm = z.object({ amountMinor: typed(100), reason: typed(1_000) })
/** As they were typed. */
export type RefundValues = z.output<typeof RefundForm>

export const NO_REFUND: RefundValues = { amountMinor: '', reason: '' }

/** The refund, or the fields that are none: an amount is never guessed. */
export function readRefund(
  values: RefundValues,
  currency: string,
): { readonly request: RefundRequest } | { readonly faults: ReadonlySet<string> } {
  // 0 is refused as no number is; null would mean all.
  const amountMinor = readAmount(values.amountMinor, minorDigits(currency)) ?? 0
  const parsed = RefundRequest.safeParse({ amountMinor, reason: values.reason.trim() })
  if (parsed.success) return { request: parsed.data }
  return { faults: new Set(parsed.error.issues.map(({ path: [name] }) => String(name))) }
}

/** Received, and neither given back nor on its way back. */
export function leftToRefund(payments: readonly PanelPayment[]): number {
  return payments.reduce((sum, payment) => sum + leftOf(payment), 0)
}

function leftOf({ capturedMinor, refundedMinor, refunds }: PanelPayment): number {
  const counted = refunds.filter(({ state }) => state !== 'failed')
  const askedMinor = counted.reduce((sum, { amountMinor }) => sum + amountMinor, 0)
  return capturedMinor - Math.max(refundedMinor, askedMinor)
}
