// The addresses of the list of imports and of what was found in one: a page of each, and their live parts.
import { z } from 'zod'
import { paging } from '@pharmacy-relay/shared/api/endpoint.ts'
import { ProblemError, fieldFaults } from '@pharmacy-relay/shared/problem.ts'
import { importPath } from './import-paths.ts'

const PageQuery = z.object({ page: paging.page, pageSize: paging.pageSize })
export type PageQuery = z.output<typeof PageQuery>

/** Throws ProblemError `invalid`. */
export function pageQuery(query: unknown): PageQuery {
  const parsed = PageQuery.safeParse(query)
  if (parsed.success) return parsed.data
  throw new ProblemError('invalid', 'The address of the list is not valid', {
    errors: fieldFaults('query', parsed.error),
  })
}

/** As the API is asked. */
export function pageTexts({ page, pageSize }: PageQuery) {
  return { page: String(page), pageSize: String(pageSize) }
}

/** `base` with the page; what is as always is left out. */
export function pageAddress(base: string, { page, pageSize }: PageQuery): string {
  const search = new URLSearchParams()
  if (page !== 1) search.set('page', String(page))
  if (pageSize !== 50) search.set('pageSize', String(pageSize))
  return search.size === 0 ? base : `${base}?${search.toString()}`
}

/** The live part of the page of an import. */
export function importRegionPath(importId: number): string {
  return `${importPath(importId)}/now`
}
