// The endpoints of printers and what fits into them.
import type { storeApi } from '@pharmacy-relay/shared/api/store-api.ts'
import type { EndpointHandlers } from '../../../http/endpoint-router.ts'
import type { StoreDb } from '../../database.ts'
import { buyerOf } from '../buyers.ts'
import { chooseOwnPrinter, readMedia, readSupplies, setMedia } from './printers.ts'
import { ownPrinters, pageOfPrinters } from './printers.queries.ts'

export function printerHandlers(db: StoreDb) {
  return {
    getProductMedia: async ({ params }) => readMedia(db, params.productId),
    setProductMedia: async ({ params, body, caller }) => setMedia(db, caller, { ...params, media: body }),
    listOwnPrinters: async ({ caller }) => ({ printers: await ownPrinters(db, buyerOf(caller).customerId) }),
    chooseOwnPrinter: async ({ caller, body }) => ({
      printers: await chooseOwnPrinter(db, { customerId: buyerOf(caller).customerId, ...body }),
    }),
    listSupplies: async ({ caller, query }) =>
      readSupplies(db, { customerId: buyerOf(caller).customerId, printerId: query.printerId }),
    listPrintersInUse: async ({ query: { unknown, ...paging } }) =>
      pageOfPrinters(db, { ...paging, onlyUnknown: unknown !== undefined }),
  } satisfies Partial<EndpointHandlers<typeof storeApi>>
}
