// Amounts of the shop: whole minor units of its one currency, basis points, pieces; with their ranges.
import { z } from 'zod'

/** Net price of one piece. */
export const PriceMinor = z.int().min(0).max(100_000_000)
/** A sum. Beyond any order of 100 lines. */
export const SumMinor = z.int().min(0).max(1_000_000_000_000_000)
/** Hundredths of a percent: 1900 is 19 %. */
export const BasisPoints = z.int().min(0).max(10_000)
export const MAX_QUANTITY = 9_999
/** Lines of a basket, and of an order. */
export const MAX_LINES = 100
/** ISO 4217. */
export const Currency = z.string().regex(/^[A-Z]{3}$/, 'must look like EUR')
