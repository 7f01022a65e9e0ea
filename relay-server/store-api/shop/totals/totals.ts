// What lines cost together; pure. Net prices, then the discount, then tax on the sum of each rate (EN 16931, BR-CO-17): so the
// document adds up from its own figures. Whole minor units throughout, halves are rounded up.
import type { TaxTotal, Totals } from '@pharmacy-relay/shared/api/shop/baskets.ts'

export interface PricedLine {
  readonly quantity: number
  /** Net, of one piece. */
  readonly priceMinor: number
  readonly taxBp: number
}

/** What a coupon takes off the net sum. */
export type TakesOff =
  | { readonly kind: 'percent'; readonly percentBp: number }
  | { readonly kind: 'amount'; readonly amountMinor: number }

export interface PricedOrder {
  readonly totals: Totals
  /** Of each line, in their order: net, and the part of the discount that falls on it. */
  readonly lines: readonly { readonly netMinor: number; readonly discountMinor: number }[]
}

/** `takesOff` null: no discount. It is never more than the sum, so no total is below 0. */
export function totalsOf(lines: readonly PricedLine[], takesOff: TakesOff | null): PricedOrder {
  const nets = lines.map(({ quantity, priceMinor }) => quantity * priceMinor)
  const subtotalMinor = sumOf(nets)
  const discountMinor = discountOf(subtotalMinor, takesOff)
  const discounts = sharesOf(discountMinor, nets)
  const priced = nets.map((netMinor, index) => ({ netMinor, discountMinor: discounts[index] ?? 0 }))
  const taxes = taxesOf(lines.map(({ taxBp }, index) => ({ taxBp, ...(priced[index] ?? NOTHING) })))
  const taxMinor = sumOf(taxes.map((one) => one.taxMinor))
  const totalMinor = subtotalMinor - discountMinor + taxMinor
  return { totals: { subtotalMinor, discountMinor, taxes, taxMinor, totalMinor }, lines: priced }
}

const NOTHING = { netMinor: 0, discountMinor: 0 }

function discountOf(subtotalMinor: number, takesOff: TakesOff | null): number {
  if (takesOff === null) return 0
  if (takesOff.kind === 'percent') return partOf(subtotalMinor, takesOff.percentBp)
  return Math.min(subtotalMinor, takesOff.amountMinor)
}

/** So many hundredths of a percent of it. In BigInt, because the product may be beyond what a number holds exactly. */
export function partOf(amountMinor: number, basisPoints: number): number {
  return Number((BigInt(amountMinor) * BigInt(basisPoints) + 5_000n) / 10_000n)
}

/**
 * `whole` in proportion to the weights, to the unit: each share is rounded down, and what is left goes to the largest remainders,
 * of equal ones to the first. Weights that are all 0 get nothing; then `whole` must be 0.
 */
export function sharesOf(whole: number, weights: readonly number[]): number[] {
  const all = BigInt(sumOf(weights))
  if (all === 0n) return weights.map(() => 0)
  const exact = weights.map((weight) => BigInt(whole) * BigInt(weight))
  const shares = exact.map((value) => Number(value / all))
  const byRemainder = exact
    .map((value, index) => ({ index, remainder: value % all }))
    .toSorted((one, other) => compare(other.remainder, one.remainder) || one.index - other.index)
  const left = whole - sumOf(shares)
  for (const { index } of byRemainder.slice(0, left)) shares[index] = (shares[index] ?? 0) + 1
  return shares
}

const compare = (one: bigint, other: bigint): number => (one < other ? -1 : Number(one > other))

function taxesOf(
  lines: readonly { readonly taxBp: number; readonly netMinor: number; readonly discountMinor: number }[],
): TaxTotal[] {
  const nets = new Map<number, number>()
  for (const { taxBp, netMinor, discountMinor } of lines)
    nets.set(taxBp, (nets.get(taxBp) ?? 0) + netMinor - discountMinor)
  return [...nets]
    .toSorted(([one], [other]) => one - other)
    .map(([taxBp, netMinor]) => ({ taxBp, netMinor, taxMinor: partOf(netMinor, taxBp) }))
}

const sumOf = (values: readonly number[]): number => values.reduce((sum, value) => sum + value, 0)
