// The handlers of the store API's endpoint table; each hands parsed values to the part that does the work.
import type { storeApi } from '@pharmacy-relay/shared/api/store-api.ts'
import { ProblemError } from '@pharmacy-relay/shared/problem.ts'
import type { EndpointHandlers } from '../http/endpoint-router.ts'
import { listStaffOperations } from './audit/staff-operations.queries.ts'
import { createCustomer, renewEnrolmentKey, updateCustomer } from './customers/customer-changes.ts'
import { readCustomer } from './customers/customer-detail.queries.ts'
import { listCustomers } from './customers/customer-list.queries.ts'
import { applyBatch, type RegistryParts } from './registry/batch.ts'
import type { HubSockets } from './store-hub/hub-sockets.ts'

/** What the handlers work with. */
export interface StoreParts extends RegistryParts {
  readonly sockets: HubSockets
}

const notYet = (): Promise<never> =>
  Promise.reject(new ProblemError('state_conflict', 'This is not possible yet'))

export function storeHandlers(parts: StoreParts): EndpointHandlers<typeof storeApi> {
  const { db } = parts
  return {
    listCustomers: ({ query }) => listCustomers(db, query),
    getCustomer: ({ params }) => readCustomer(db, { id: params.customerId }),
    getCustomerByStoreId: ({ params }) => readCustomer(db, { storeId: params.storeId }),
    createCustomer: ({ body, caller }) => createCustomer(db, caller, body),
    updateCustomer: ({ params, body, caller, version }) =>
      updateCustomer(db, caller, { customerId: params.customerId, version, fields: body }),
    renewEnrolmentKey: ({ params, caller }) => renewEnrolmentKey(db, caller, params.customerId),
    setRole: notYet,
    requestPrinters: notYet,
    lastPrinters: notYet,
    savePrinterConfig: notYet,
    printTestLabel: notYet,
    registryBatch: ({ body }) => applyBatch(body, parts),
    listStaffOperations: ({ query }) => listStaffOperations(db, query),
  }
}
