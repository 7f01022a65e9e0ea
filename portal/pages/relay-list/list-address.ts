// Addresses of the list: the query string that keeps filters, order and page size.
import type { z } from 'zod'
import type { CustomerListQuery, CustomerSort } from '@pharmacy-relay/shared/api/relay-panel.ts'
import { PATHS } from '../../views/paths.ts'

/** A parsed query of the list. */
export type ListQuery = z.output<typeof CustomerListQuery>

/** What the list shows when its address says nothing. */
export const LIST_DEFAULTS: ListQuery = {
  page: 1,
  pageSize: 50,
  q: '',
  sort: 'storeId',
  storeId: '',
  name: '',
  email: '',
  phone: '',
}

/** What is typed. */
export const FILTERS = ['storeId', 'name', 'email', 'phone'] as const

const ORDER = [...FILTERS, 'q', 'health', 'sort', 'pageSize', 'page'] as const

/** `/relay?name=cent&sort=-name`: only what differs from the defaults is written. */
export function listAddress(query: ListQuery, changes: Partial<ListQuery> = {}): string {
  const wanted = { ...query, ...changes }
  const parts = ORDER.filter((key) => wanted[key] !== undefined && wanted[key] !== LIST_DEFAULTS[key])
  const search = new URLSearchParams(parts.map((key) => [key, String(wanted[key])])).toString()
  return search === '' ? PATHS.relay : `${PATHS.relay}?${search}`
}

/** Where the live part of the list comes from. */
export function tableAddress(query: ListQuery): string {
  return listAddress(query).replace(PATHS.relay, PATHS.listTable)
}

/** The same order and page size without any filter. */
export function unfilteredAddress(query: ListQuery): string {
  const nothing = { storeId: '', name: '', email: '', phone: '', q: '' }
  const { health: _health, ...rest } = query
  return listAddress(rest, { ...nothing, page: 1 })
}

export function isFiltered(query: ListQuery): boolean {
  return query.q !== '' || query.health !== undefined || FILTERS.some((filter) => query[filter] !== '')
}

export type SortColumn = 'storeId' | 'name' | 'health' | 'email' | 'connected' | 'computers'
export type SortDirection = 'ascending' | 'descending' | 'none'

export function sortDirection(sort: CustomerSort, column: SortColumn): SortDirection {
  if (sort === column) return 'ascending'
  return sort === `-${column}` ? 'descending' : 'none'
}

/** What a click on the header of a column asks for: ascending first, then the other way round. */
export function nextSort(sort: CustomerSort, column: SortColumn): CustomerSort {
  return sort === column ? `-${column}` : column
}
