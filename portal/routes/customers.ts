// Finds the pharmacy that an address names.
import type { Request } from 'express'
import type { CustomerDetail } from '@pharmacy-relay/shared/api/relay-panel.ts'
import { storeApi } from '@pharmacy-relay/shared/api/store-api.ts'
import { StoreId } from '@pharmacy-relay/shared/ids.ts'
import { ProblemError } from '@pharmacy-relay/shared/problem.ts'
import type { StoreCall } from './staff.ts'

/** Throws ProblemError `not_found` for an unknown store id and for what is no store id. */
export async function customerOf(request: Request, store: StoreCall): Promise<CustomerDetail> {
  const params = { storeId: storeIdOf(request) }
  return await store(storeApi.getCustomerByStoreId, { params, query: null, body: null })
}

/** Throws ProblemError `not_found` for what is no store id. */
export function storeIdOf(request: Request): string {
  const storeId = StoreId.safeParse(request.params['storeId'])
  if (!storeId.success) throw new ProblemError('not_found', 'There is no such pharmacy')
  return storeId.data
}
