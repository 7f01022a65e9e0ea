// The search over all pharmacies as the panel asks for it.
import type { EndpointReply } from '@pharmacy-relay/shared/api/endpoint.ts'
import {
  MAX_FOUND,
  type ComputerSearchQuery,
  type supportApi,
} from '@pharmacy-relay/shared/api/relay-support.ts'
import type { StoreDb } from '../database.ts'
import { lastEventId } from '../events/outbox.queries.ts'
import { findComputers } from './computer-search.queries.ts'
import { foundComputer } from './found-computers.queries.ts'
import { searchTextOf } from './search-text.ts'

type SearchPage = EndpointReply<(typeof supportApi)['searchComputers']>

export async function searchComputers(db: StoreDb, query: ComputerSearchQuery): Promise<SearchPage> {
  const newest = await lastEventId(db)
  const { page, pageSize } = query
  const sought = searchTextOf(query.q)
  if (sought === null) return { items: [], total: 0, page, pageSize, lastEventId: newest }
  const { rows, total } = await findComputers(db, sought, { page, pageSize, most: MAX_FOUND })
  return { items: rows.map(foundComputer), total, page, pageSize, lastEventId: newest }
}
