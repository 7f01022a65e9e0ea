// The address of the list of products, with what it looks for.
import { PanelProductQuery } from '@pharmacy-relay/shared/api/shop/panel-products.ts'
import { ProblemError, fieldFaults } from '@pharmacy-relay/shared/problem.ts'
import { SHOP_PATHS } from '../../../views/shop-paths.ts'

/** Throws ProblemError `invalid`. A form without a choice says `categoryId=`. */
export function productsQuery(query: object): PanelProductQuery {
  const given = Object.entries(query).filter(([, value]) => value !== '')
  const parsed = PanelProductQuery.strip().safeParse(Object.fromEntries(given))
  if (parsed.success) return parsed.data
  throw new ProblemError('invalid', 'The address of the list is not valid', {
    errors: fieldFaults('query', parsed.error),
  })
}

const DEFAULTS = { q: '', pageSize: 50, only: 'sold', sort: 'bestsellers' } as const

/** Only what differs from a list of everything. */
export function productsText(query: PanelProductQuery): Record<string, string> {
  const differs = ([name, value]: [string, unknown]): boolean =>
    value !== undefined && (DEFAULTS as Record<string, unknown>)[name] !== value
  const entries = Object.entries(query).filter(differs)
  return Object.fromEntries(entries.map(([name, value]) => [name, String(value)]))
}

export function productsAddress(query: PanelProductQuery): string {
  const search = new URLSearchParams(productsText(query))
  return search.size === 0 ? SHOP_PATHS.products : `${SHOP_PATHS.products}?${search.toString()}`
}
