// Finds the pharmacy that an address names, and one of its computers.
import type { CustomerDetail, RelayComputer } from '@pharmacy-relay/shared/api/relay-panel.ts'
import { storeApi } from '@pharmacy-relay/shared/api/store-api.ts'
import { IdText, StoreId } from '@pharmacy-relay/shared/ids.ts'
import { ProblemError } from '@pharmacy-relay/shared/problem.ts'
import type { StoreCall } from './staff.ts'
import type { RequestContext } from './request-context.ts'

/** Throws ProblemError `not_found` for an unknown store id and for what is no store id. */
export async function customerOf(context: RequestContext, store: StoreCall): Promise<CustomerDetail> {
  const params = { storeId: storeIdOf(context) }
  return await store(storeApi.getCustomerByStoreId, { params, query: null, body: null })
}

export interface FoundComputer {
  readonly customer: CustomerDetail
  readonly computer: RelayComputer
}

/** `id` as it stands in an address or a form. Throws ProblemError `not_found` when the pharmacy has no such computer. */
export async function computerOf(
  context: RequestContext,
  store: StoreCall,
  id: unknown,
): Promise<FoundComputer> {
  const customer = await customerOf(context, store)
  const computer = computerIn(customer, id)
  if (computer === null) throw new ProblemError('not_found', 'There is no such computer in this pharmacy')
  return { customer, computer }
}

/** The computer in the address. Throws ProblemError `not_found`. */
export async function addressedComputer(context: RequestContext, store: StoreCall): Promise<FoundComputer> {
  return await computerOf(context, store, context.request.params['computerId'])
}

/** Null when it has no such computer. */
export function computerIn(customer: CustomerDetail, id: unknown): RelayComputer | null {
  const wanted = IdText.safeParse(id)
  return (wanted.success ? customer.computers.find((one) => one.id === wanted.data) : undefined) ?? null
}

/** As the API names it. */
export function paramsOf({ customer, computer }: FoundComputer) {
  return { customerId: String(customer.id), computerId: String(computer.id) }
}

/** Throws ProblemError `not_found` for what is no store id. */
export function storeIdOf({ request }: RequestContext): string {
  const storeId = StoreId.safeParse(request.params['storeId'])
  if (!storeId.success) throw new ProblemError('not_found', 'There is no such pharmacy')
  return storeId.data
}
