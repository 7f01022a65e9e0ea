// Which part of a refund falls on each tax rate of its order; pure. Whatever refunds there were, the last one takes the remainder.
import type { TaxTotal } from '@pharmacy-relay/shared/api/shop/baskets.ts'
import { sharesOf } from '../totals/totals.ts'

/**
 * `amountMinor` with tax, at most what is left of the order's rates after `earlier`. In proportion to what is left of each, to the unit:
 * no part is below 0 or above what is left, and together they are the amount.
 */
export function refundTaxes(
  rates: readonly TaxTotal[],
  earlier: readonly TaxTotal[],
  amountMinor: number,
): TaxTotal[] {
  const left = rates.map((rate) => leftOf(rate, earlier))
  const shares = sharesOf(
    amountMinor,
    left.map(({ netMinor, taxMinor }) => netMinor + taxMinor),
  )
  return left.flatMap(({ taxBp, netMinor, taxMinor }, index) => {
    const share = shares[index] ?? 0
    if (share === 0) return []
    const [net = 0, tax = 0] = sharesOf(share, [netMinor, taxMinor])
    return [{ taxBp, netMinor: net, taxMinor: tax }]
  })
}

function leftOf(rate: TaxTotal, earlier: readonly TaxTotal[]): TaxTotal {
  const same = earlier.filter(({ taxBp }) => taxBp === rate.taxBp)
  return {
    taxBp: rate.taxBp,
    netMinor: rate.netMinor - same.reduce((sum, { netMinor }) => sum + netMinor, 0),
    taxMinor: rate.taxMinor - same.reduce((sum, { taxMinor }) => sum + taxMinor, 0),
  }
}
