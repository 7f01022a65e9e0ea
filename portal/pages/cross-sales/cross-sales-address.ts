// The address of the list of rules and pairs, with the state that it shows.
import type { z } from 'zod'
import { CrossSaleListQuery } from '@pharmacy-relay/shared/api/pharmacy/cross-sale.ts'
import { ProblemError, fieldFaults } from '@pharmacy-relay/shared/problem.ts'
import { PATHS } from '../../views/paths.ts'

export type CrossSalesQuery = z.output<typeof CrossSaleListQuery>

/** Throws ProblemError `invalid`. A form without a choice says `state=`. */
export function crossSalesQuery(query: object): CrossSalesQuery {
  const given = Object.entries(query).filter(([, value]) => value !== '')
  const parsed = CrossSaleListQuery.strip().safeParse(Object.fromEntries(given))
  if (parsed.success) return parsed.data
  throw new ProblemError('invalid', 'The address of the list is not valid', {
    errors: fieldFaults('query', parsed.error),
  })
}

export function crossSalesAddress({ page, pageSize, state }: CrossSalesQuery): string {
  const search = new URLSearchParams()
  if (state !== undefined) search.set('state', state)
  if (page !== 1) search.set('page', String(page))
  if (pageSize !== 50) search.set('pageSize', String(pageSize))
  return search.size === 0 ? PATHS.crossSales : `${PATHS.crossSales}?${search.toString()}`
}
