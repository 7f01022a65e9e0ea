// The search from anywhere: what was typed, looked for among pharmacies and computers at once, by the indexes of their lists.
import { may, type AccessRule } from '@pharmacy-relay/shared/api/access.ts'
import type { EndpointReply } from '@pharmacy-relay/shared/api/endpoint.ts'
import { MAX_HITS, type panelSearchApi } from '@pharmacy-relay/shared/api/panel-search.ts'
import { SHORTEST_SEARCH } from '@pharmacy-relay/shared/api/relay-support.ts'
import { storeApi } from '@pharmacy-relay/shared/api/store-api.ts'
import type { Caller } from '../../auth/access-token.ts'
import { pharmacyWords } from '../customers/customer-list.queries.ts'
import type { StoreDb } from '../database.ts'
import { folded } from '../../db/search/fold.ts'
import { soughtComputer } from '../support/computer-search.ts'
import { computerHits, pharmacyHits } from './hits.queries.ts'

type Found = EndpointReply<(typeof panelSearchApi)['searchEverywhere']>

export async function searchEverywhere(db: StoreDb, caller: Pick<Caller, 'role'>, q: string): Promise<Found> {
  const typed = folded(q)
  const isLongEnough = Array.from(typed).length >= SHORTEST_SEARCH
  const mayList = (list: AccessRule) => isLongEnough && may({ role: caller.role, clientId: null }, list)
  const words = mayList(storeApi.listCustomers) ? pharmacyWords(q) : null
  const computer = mayList(storeApi.searchComputers) ? soughtComputer(q) : null
  const most = MAX_HITS + 1
  const [pharmacies, computers] = await Promise.all([
    words === null ? [] : pharmacyHits(db, { words, typed, most }),
    computer === null ? [] : computerHits(db, { computer, typed, most }),
  ])
  return { pharmacies: firstOf(pharmacies), computers: firstOf(computers) }
}

function firstOf<T>(found: readonly T[]): { items: T[]; hasMore: boolean } {
  return { items: found.slice(0, MAX_HITS), hasMore: found.length > MAX_HITS }
}
