// The endpoints of a pharmacy's own orders, and of all orders for staff.
import type { storeApi } from '@pharmacy-relay/shared/api/store-api.ts'
import type { EndpointHandlers } from '../../../http/endpoint-router.ts'
import type { StoreDb } from '../../database.ts'
import { readCart } from '../baskets/basket.ts'
import { buyerOf } from '../buyers.ts'
import type { ShopRules } from '../shop-rules.ts'
import { cancelOwnOrder, listOwnOrders, ownOrderSteps, readOwnOrder, reorder } from './own-orders.ts'
import { cancelOrder, listPanelOrders, readPanelOrder, shipOrder } from './panel-orders.ts'
import { placeOrder } from './place-order.ts'

interface OrderParts {
  readonly db: StoreDb
  readonly shop: ShopRules
}

export function orderHandlers(parts: OrderParts) {
  return { ...ownOrderHandlers(parts), ...panelOrderHandlers(parts) }
}

function panelOrderHandlers({ db }: OrderParts) {
  return {
    listPanelOrders: async ({ query }) => listPanelOrders(db, query),
    getPanelOrder: async ({ params }) => readPanelOrder(db, params.number),
    cancelOrder: async ({ params, version, caller, traceId }) =>
      cancelOrder(db, { ...params, version, caller, traceId }),
    shipOrder: async ({ params, body, version, caller, traceId }) =>
      shipOrder(db, { ...params, ...body, version, caller, traceId }),
  } satisfies Partial<EndpointHandlers<typeof storeApi>>
}

function ownOrderHandlers({ db, shop }: OrderParts) {
  return {
    placeOrder: async ({ caller, body, idempotency, traceId }) =>
      placeOrder(db, { buyer: buyerOf(caller), placement: body, shop, traceId }, idempotency),
    listOwnOrders: async ({ caller, query }) => listOwnOrders(db, buyerOf(caller), query),
    getOwnOrder: async ({ caller, params }) => readOwnOrder(db, { buyer: buyerOf(caller), ...params }),
    listOrderEvents: async ({ caller, params }) => ({
      steps: await ownOrderSteps(db, { buyer: buyerOf(caller), ...params }),
    }),
    cancelOwnOrder: async ({ caller, params, traceId }) =>
      cancelOwnOrder(db, { buyer: buyerOf(caller), ...params }, traceId),
    reorder: async ({ caller, params }) => {
      const buyer = buyerOf(caller)
      await reorder(db, { buyer, ...params })
      return readCart(db, buyer, shop.currency)
    },
  } satisfies Partial<EndpointHandlers<typeof storeApi>>
}
