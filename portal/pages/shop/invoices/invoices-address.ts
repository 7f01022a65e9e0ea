// The address of the list of invoices, with what it looks for.
import { InvoiceListQuery } from '@pharmacy-relay/shared/api/shop/invoices.ts'
import { ProblemError, fieldFaults } from '@pharmacy-relay/shared/problem.ts'
import { SHOP_PATHS } from '../../../views/shop-paths.ts'

/** Throws ProblemError `invalid`. Unknown fields are ignored, empty ones are none: a form without a choice says `kind=`. */
export function invoicesQuery(query: object): InvoiceListQuery {
  const given = Object.entries(query).filter(([name, value]) => value !== '' && NAMES.has(name))
  const parsed = InvoiceListQuery.safeParse(Object.fromEntries(given))
  if (parsed.success) return parsed.data
  throw new ProblemError('invalid', 'The address of the list is not valid', {
    errors: fieldFaults('query', parsed.error),
  })
}

const NAMES = new Set(['page', 'pageSize', 'number', 'pharmacy', 'customerId', 'kind', 'from', 'until'])
const DEFAULTS: Readonly<Record<string, unknown>> = { page: 1, pageSize: 50, pharmacy: '' }

/** Only what differs from the list of all. */
export function invoicesText(query: Partial<InvoiceListQuery>): Record<string, string> {
  const differs = ([name, value]: [string, unknown]): boolean =>
    value !== undefined && DEFAULTS[name] !== value
  const entries = Object.entries(query).filter(differs)
  return Object.fromEntries(entries.map(([name, value]) => [name, String(value)]))
}

export function invoicesAddress(query: Partial<InvoiceListQuery>): string {
  const search = new URLSearchParams(invoicesText(query))
  return search.size === 0 ? SHOP_PATHS.invoices : `${SHOP_PATHS.invoices}?${search.toString()}`
}
