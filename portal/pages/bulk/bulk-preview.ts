// Which computers of a list an action would touch, and which not and why: read to its limit, judged as the list has them.
import type { FoundComputer } from '@pharmacy-relay/shared/api/relay-support.ts'
import { MAX_BULK } from '@pharmacy-relay/shared/api/support/bulk-actions.ts'
import { storeApi } from '@pharmacy-relay/shared/api/store-api.ts'
import type { StoreCall } from '../../http/staff.ts'
import { computerName } from '../../views/computer-name.ts'
import { byNumber, ROWS_PER_PAGE, wholeList } from '../exports/whole-list.ts'
import { BULK_ACTIONS } from './bulk-actions.ts'
import { listAddressOf, type BulkList, type BulkQuery } from './bulk-address.ts'
import type { BulkComputer, BulkPreview } from './bulk-runs.ts'

/** Throws ProblemError, as the list does. */
export async function previewOf(
  store: StoreCall,
  query: BulkQuery,
  who: { readonly owner: string; readonly nowMs: number },
): Promise<BulkPreview> {
  const { obstacle: obstacleOf } = BULK_ACTIONS[query.action]
  const touched: BulkComputer[] = []
  const left: BulkPreview['left'][number][] = []
  let isCut = false
  for await (const found of computersOf(store, query)) {
    if (found === null) {
      isCut = true
      continue
    }
    const obstacle = obstacleOf(found, who.nowMs)
    if (obstacle === null) touched.push(shownOf(found))
    else left.push(Object.assign(shownOf(found), { obstacle }))
  }
  return { owner: who.owner, kind: query.action, back: listAddressOf(query), touched, left, isCut }
}

function shownOf(found: FoundComputer): BulkComputer {
  const { id, customerId, storeId, customerName } = found
  return { customerId, computerId: id, storeId, customerName, name: computerName(found) }
}

/** Null at the end where there are more. */
function computersOf(store: StoreCall, { problem, q }: BulkList): AsyncIterable<FoundComputer | null> {
  const pageSize = String(ROWS_PER_PAGE)
  const ask = async (at: number): Promise<{ readonly items: readonly FoundComputer[] }> => {
    const page = String(at)
    if (problem === undefined)
      return store(storeApi.searchComputers, { params: null, query: { q, page, pageSize }, body: null })
    return store(storeApi.listProblems, { params: null, query: { problem, page, pageSize }, body: null })
  }
  return wholeList({ first: () => byNumber(ask), key: ({ id }) => id, most: MAX_BULK })
}
