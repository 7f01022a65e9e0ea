// The endpoints of the own pharmacy and its addresses.
import type { storeApi } from '@pharmacy-relay/shared/api/store-api.ts'
import type { EndpointHandlers } from '../../../http/endpoint-router.ts'
import type { StoreDb } from '../../database.ts'
import { buyerOf } from '../buyers.ts'
import { listAddresses } from './addresses.queries.ts'
import {
  changeAddress,
  changeOwnPharmacy,
  createAddress,
  readOwnPharmacy,
  removeAddress,
} from './own-pharmacy.ts'

export function ownPharmacyHandlers(db: StoreDb) {
  return {
    getShopCustomer: async ({ caller }) => readOwnPharmacy(db, buyerOf(caller).customerId),
    updateShopCustomer: async ({ caller, version, body }) =>
      changeOwnPharmacy(db, { customerId: buyerOf(caller).customerId, version, fields: body }),
    listAddresses: async ({ caller }) => ({ addresses: await listAddresses(db, buyerOf(caller).customerId) }),
    listPanelAddresses: async ({ params: { customerId } }) => {
      // Not found where there is no such pharmacy.
      await readOwnPharmacy(db, customerId)
      return { addresses: await listAddresses(db, customerId) }
    },
    createAddress: async ({ caller, body }) => createAddress(db, buyerOf(caller).customerId, body),
    updateAddress: async ({ caller, params, version, body }) =>
      changeAddress(db, { ...params, version, customerId: buyerOf(caller).customerId }, body),
    removeAddress: async ({ caller, params, version }) =>
      removeAddress(db, { ...params, version, customerId: buyerOf(caller).customerId }),
  } satisfies Partial<EndpointHandlers<typeof storeApi>>
}
