// Which part of an invoice an amount takes back, by rate of tax; pure. What is left of each rate is the base: so several credit notes
// never take more than there is, and the last one takes the rest to the unit, net and tax alike.
import type { TaxTotal } from '@pharmacy-relay/shared/api/shop/baskets.ts'
import { sharesOf } from '../totals/totals.ts'

export interface CreditedPart {
  /** Rates of which nothing is taken back are left out. */
  readonly taxes: readonly TaxTotal[]
  readonly taxMinor: number
  readonly totalMinor: number
}

/** What the invoice has of each rate, less what credit notes took. */
export function leftOf(invoiced: readonly TaxTotal[], credited: readonly TaxTotal[]): TaxTotal[] {
  return invoiced.map(({ taxBp, netMinor, taxMinor }) => {
    const taken = credited.filter((one) => one.taxBp === taxBp)
    return {
      taxBp,
      netMinor: netMinor - sumOf(taken.map((one) => one.netMinor)),
      taxMinor: taxMinor - sumOf(taken.map((one) => one.taxMinor)),
    }
  })
}

/** `amountMinor` with tax, null for all that is left; never more than that. Null: nothing is left. */
export function creditedPart(left: readonly TaxTotal[], amountMinor: number | null): CreditedPart | null {
  const grosses = left.map(({ netMinor, taxMinor }) => netMinor + taxMinor)
  const all = sumOf(grosses)
  const totalMinor = Math.min(amountMinor ?? all, all)
  if (totalMinor === 0) return null
  const shares = sharesOf(totalMinor, grosses)
  const taxes = left.map((one, index) => shareOf(one, shares[index] ?? 0)).filter(isSomething)
  return { taxes, taxMinor: sumOf(taxes.map((one) => one.taxMinor)), totalMinor }
}

/** The tax in it in proportion to what is left, halves up. */
function shareOf({ taxBp, netMinor, taxMinor }: TaxTotal, grossMinor: number): TaxTotal {
  const whole = BigInt(netMinor + taxMinor)
  if (whole === 0n) return { taxBp, netMinor: 0, taxMinor: 0 }
  const tax = Number((2n * BigInt(grossMinor) * BigInt(taxMinor) + whole) / (2n * whole))
  return { taxBp, netMinor: grossMinor - tax, taxMinor: tax }
}

const isSomething = ({ netMinor, taxMinor }: TaxTotal): boolean => netMinor + taxMinor > 0

const sumOf = (values: readonly number[]): number => values.reduce((sum, value) => sum + value, 0)
