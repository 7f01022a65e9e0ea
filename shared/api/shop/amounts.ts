// Amounts of the shop: whole minor units of its one currency, basis points, pieces; with their ranges.
import { z } from 'zod'

/** Net price of one piece. */
export const PriceMinor = z.int().min(0).max(100_000_000)
/** Hundredths of a percent: 1900 is 19 %. */
export const BasisPoints = z.int().min(0).max(10_000)
export const MAX_QUANTITY = 9_999
