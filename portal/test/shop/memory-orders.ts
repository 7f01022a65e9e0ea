// For tests: orders, addresses and coupons of a store API over memory.
import type { EndpointHandlers } from '@pharmacy-relay/relay-server/http/endpoint-router.ts'
import type { Coupon } from '@pharmacy-relay/shared/api/shop/coupons.ts'
import type { PanelOrder, PanelOrderQuery } from '@pharmacy-relay/shared/api/shop/panel-orders.ts'
import type { PanelPayment, Refund } from '@pharmacy-relay/shared/api/shop/payments.ts'
import { storeApi } from '@pharmacy-relay/shared/api/store-api.ts'
import { ProblemError } from '@pharmacy-relay/shared/problem.ts'
import { couponOf } from '../../pages/testing/shop/coupon-pages.ts'
import { orderOf, orderSummaryOf, panelPaymentOf, refundOf } from '../../pages/testing/shop/order-pages.ts'

const { listPanelOrders, getPanelOrder, cancelOrder, shipOrder, listPanelAddresses } = storeApi
const { listPayments, refundOrder } = storeApi
const { listCoupons, getCoupon, createCoupon, updateCoupon } = storeApi

export const memoryOrdersApi = {
  listPanelOrders,
  getPanelOrder,
  cancelOrder,
  shipOrder,
  listPanelAddresses,
  listPayments,
  refundOrder,
  listCoupons,
  getCoupon,
  createCoupon,
  updateCoupon,
}

type Handlers = EndpointHandlers<typeof memoryOrdersApi>

export class MemoryOrders {
  readonly orders: PanelOrder[] = [orderOf()]
  readonly payments: PanelPayment[] = [panelPaymentOf()]
  readonly coupons: Coupon[] = [couponOf()]
  readonly #refunds = new Map<string, Refund>()
  /** Of the list, as they arrived. */
  readonly queries: PanelOrderQuery[] = []

  handlers(): Handlers {
    return { ...this.#orderHandlers(), ...this.#paymentHandlers(), ...this.#couponHandlers() }
  }

  #orderHandlers() {
    return {
      listPanelOrders: async ({ query }) => {
        this.queries.push(query)
        const found = this.orders.filter(
          ({ storeId, state }) => storeId === (query.storeId ?? storeId) && state === (query.state ?? state),
        )
        return { items: found.map(orderSummaryOf), total: found.length, totalIsExact: true, next: null }
      },
      getPanelOrder: async ({ params }) => this.#order(params.number),
      cancelOrder: async ({ params, version }) =>
        this.#change(params.number, version, (order) => {
          if (order.payments.some(({ state }) => state === 'created')) return { isCancelAsked: true }
          return { state: 'cancelled' }
        }),
      shipOrder: async ({ params, body, version, caller }) =>
        this.#change(params.number, version, (order) => {
          if (order.state !== 'paid') throw new ProblemError('state_conflict', 'It is not paid')
          const shipment = { ...body, at: '2026-11-20T12:00:00.000Z', by: caller.name }
          return { state: 'shipped', shipment }
        }),
      listPanelAddresses: async () => ({ addresses: [{ ...orderOf().address, id: 1, version: 1 }] }),
    } satisfies Partial<Handlers>
  }

  #paymentHandlers() {
    return {
      listPayments: async ({ query: { number, page, pageSize } }) => {
        const items = this.payments.filter(({ orderNumber }) => orderNumber === number)
        return { items, total: items.length, totalIsExact: true, page, pageSize }
      },
      refundOrder: async ({ params, body, version, idempotency: { key } }) => {
        const known = this.#refunds.get(key)
        if (known !== undefined) return known
        this.#change(params.number, version, () => ({}))
        const payment = this.payments.find(({ orderNumber }) => orderNumber === params.number)
        const left = (payment?.capturedMinor ?? 0) - refundedOf(payment)
        if ((body.amountMinor ?? left) > left) {
          const errors = [{ path: 'body.amountMinor', message: `must be at most ${left}` }]
          throw new ProblemError('state_conflict', 'That much is not left', { errors })
        }
        const made = refundOf({ amountMinor: body.amountMinor ?? left, reason: body.reason, state: 'asked' })
        this.#refunds.set(key, made)
        payment?.refunds.push(made)
        return made
      },
    } satisfies Partial<Handlers>
  }

  #couponHandlers() {
    return {
      listCoupons: async ({ query: { page, pageSize } }) => ({
        items: this.coupons,
        total: this.coupons.length,
        page,
        pageSize,
        currency: 'EUR',
      }),
      getCoupon: async ({ params }) => ({
        coupon: this.#coupon(params.couponId),
        currency: 'EUR',
        uses: [],
      }),
      createCoupon: async ({ body }) => {
        if (this.coupons.some(({ code }) => code === body.code)) {
          const errors = [{ path: 'body.code', message: 'is taken' }]
          throw new ProblemError('state_conflict', 'Taken', { errors })
        }
        const made = { ...body, id: this.coupons.length + 3, used: 0, version: 1 }
        this.coupons.unshift(made)
        return made
      },
      updateCoupon: async ({ params, body, version }) => {
        const coupon = this.#coupon(params.couponId)
        if (coupon.version !== version) throw new ProblemError('version_stale', 'Somebody changed it')
        return Object.assign(coupon, body, { version: version + 1 })
      },
    } satisfies Partial<Handlers>
  }

  #change(number: string, version: number, changes: (order: PanelOrder) => Partial<PanelOrder>): PanelOrder {
    const order = this.#order(number)
    if (order.version !== version) throw new ProblemError('version_stale', 'It has changed')
    return Object.assign(order, changes(order), { version: version + 1 })
  }

  #order(number: string): PanelOrder {
    const order = this.orders.find((one) => one.number === number)
    if (order === undefined) throw new ProblemError('not_found', 'There is no such order')
    return order
  }

  #coupon(id: number): Coupon {
    const coupon = this.coupons.find((one) => one.id === id)
    if (coupon === undefined) throw new ProblemError('not_found', 'There is no such coupon')
    return coupon
  }
}

function refundedOf(payment: PanelPayment | undefined): number {
  return (payment?.refunds ?? []).reduce((sum, { amountMinor }) => sum + amountMinor, 0)
}
