// Which part of an invoice an amount takes back, by rate of tax; pure. The same split as that of refunds: what is left of each rate is
// the base, so several credit notes never take more than there is, and the last one takes the rest to the unit, net and tax alike.
import type { TaxTotal } from '@pharmacy-relay/shared/api/shop/baskets.ts'
import { refundTaxes } from '../payments/refund-taxes.ts'

export interface CreditedPart {
  /** Rates of which nothing is taken back are left out. */
  readonly taxes: readonly TaxTotal[]
  readonly taxMinor: number
  readonly totalMinor: number
}

/** `amountMinor` with tax, null for all that is left; never more than that. Null: nothing is left. */
export function creditedPart(
  { invoiced, credited }: { readonly invoiced: readonly TaxTotal[]; readonly credited: readonly TaxTotal[] },
  amountMinor: number | null,
): CreditedPart | null {
  const left = grossOf(invoiced) - grossOf(credited)
  const totalMinor = Math.min(amountMinor ?? left, left)
  if (totalMinor === 0) return null
  const taxes = refundTaxes(invoiced, credited, totalMinor)
  return { taxes, taxMinor: taxes.reduce((sum, one) => sum + one.taxMinor, 0), totalMinor }
}

const grossOf = (taxes: readonly TaxTotal[]): number =>
  taxes.reduce((sum, { netMinor, taxMinor }) => sum + netMinor + taxMinor, 0)
