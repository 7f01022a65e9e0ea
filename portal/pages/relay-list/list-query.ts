// The query of the list's address: parsed by the API's own schema, so that page and API never differ.
import { CustomerListQuery } from '@pharmacy-relay/shared/api/relay-panel.ts'
import { ProblemError, fieldFaults } from '@pharmacy-relay/shared/problem.ts'
import type { ListQuery } from './list-address.ts'

/** Unknown fields (a campaign's, a browser's) are left out. Throws ProblemError `invalid` with every faulty field. */
export function readListQuery(query: unknown): ListQuery {
  const parsed = CustomerListQuery.strip().safeParse(withoutEmpty(query))
  if (!parsed.success) {
    throw new ProblemError('invalid', 'The address of the list is not valid', {
      errors: fieldFaults('query', parsed.error),
    })
  }
  return parsed.data
}

/** A choice of all is an empty field of the form. */
function withoutEmpty(query: unknown): unknown {
  if (typeof query !== 'object' || query === null || !('health' in query) || query.health !== '') return query
  const { health: _all, ...rest } = query
  return rest
}

/** The same as texts, as the API takes it. */
export function listQueryText(query: ListQuery) {
  return { ...query, page: String(query.page), pageSize: String(query.pageSize) }
}
