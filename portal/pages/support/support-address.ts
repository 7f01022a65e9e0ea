// Addresses of the lists for support: the query strings that keep problem, search, page and page size.
import type { z } from 'zod'
import type { ComputerSearchQuery, ProblemListQuery } from '@pharmacy-relay/shared/api/relay-support.ts'
import { PATHS } from '../../views/paths.ts'

/** Parsed queries. */
export type ProblemQuery = z.output<typeof ProblemListQuery>
export type SearchQuery = z.output<typeof ComputerSearchQuery>

const PROBLEM_DEFAULTS: ProblemQuery = { problem: 'offline', pageSize: 50, page: 1 }
const SEARCH_DEFAULTS: SearchQuery = { q: '', pageSize: 50, page: 1 }

/** `/support?problem=expired&page=2`: the problem, since without one the page chooses it, and what differs from the defaults. */
export function problemAddress(query: ProblemQuery, changes: Partial<ProblemQuery> = {}): string {
  return `${PATHS.support}${searchOf({ ...query, ...changes }, PROBLEM_DEFAULTS)}`
}

/** Where the live part of the list comes from. */
export function problemTableAddress(query: ProblemQuery): string {
  return `${PATHS.supportTable}${searchOf(query, PROBLEM_DEFAULTS)}`
}

/** `/support/computers?q=till`. */
export function searchAddress(query: SearchQuery, changes: Partial<SearchQuery> = {}): string {
  return `${PATHS.search}${searchOf({ ...query, ...changes }, SEARCH_DEFAULTS)}`
}

/** Where the live part of what was found comes from. */
export function searchTableAddress(query: SearchQuery): string {
  return `${PATHS.searchTable}${searchOf(query, SEARCH_DEFAULTS)}`
}

function searchOf<Q extends Readonly<Record<string, string | number>>>(query: Q, defaults: Q): string {
  const parts = Object.keys(defaults).filter((key) => key === 'problem' || query[key] !== defaults[key])
  const search = new URLSearchParams(parts.map((key) => [key, String(query[key])])).toString()
  return search === '' ? '' : `?${search}`
}
