// The number of an order in an address: eight letters.
import { ProblemError } from '@pharmacy-relay/shared/problem.ts'
import type { ShopContext } from '../../http/shop-context.ts'

/** Throws ProblemError `not_found` for what is no number of an order. */
export function orderNumberOf({ request }: ShopContext): string {
  const { number } = request.params
  if (!isOrderNumber(number)) throw new ProblemError('not_found', 'There is no such order')
  return number
}

export function isOrderNumber(text: unknown): text is string {
  return typeof text === 'string' && /^[A-Z]{8}$/.test(text)
}
