// Pharmacies that buy, for tests of the shop: each with a token of its own, an address, and what they do.
import { randomUUID } from 'node:crypto'
import type { Cart } from '@pharmacy-relay/shared/api/shop/baskets.ts'
import type { CouponFields } from '@pharmacy-relay/shared/api/shop/coupons.ts'
import type { Order } from '@pharmacy-relay/shared/api/shop/orders.ts'
import { storeApi, type Place, type TestApp } from '../../test/test-app.ts'
import { newPharmacy } from '../../test/test-store.ts'

export const ADDRESS = {
  name: 'Apotheke am Markt',
  line1: 'Marktplatz 1',
  line2: '',
  postcode: '10115',
  city: 'Berlin',
  country: 'DE',
}

export interface TestBuyer {
  readonly pharmacyId: number
  readonly token: string
  readonly accountGuid: string
  readonly addressId: number
}

/** Of a new pharmacy, or another person of one. */
export async function newBuyer({ store, site }: Place, pharmacyId?: number): Promise<TestBuyer> {
  const id = pharmacyId ?? (await newPharmacy(store)).id
  const accountGuid = randomUUID()
  const token = await site.tokens.tokenFor('Customer', { claims: { pharmacyId: id, sub: accountGuid } })
  const address = await site.call(storeApi.createAddress, { body: ADDRESS }, { token })
  return { pharmacyId: id, token, accountGuid, addressId: address.id }
}

/** Sets the quantities, by product id. */
export async function filledCart(
  site: TestApp,
  { token }: Pick<TestBuyer, 'token'>,
  quantities: Readonly<Record<number, number>>,
): Promise<Cart> {
  for (const [productId, quantity] of Object.entries(quantities)) {
    const body = { quantity, seq: Date.now() }
    await site.call(storeApi.putCartLine, { params: { productId }, body }, { token })
  }
  return site.call(storeApi.getCart, {}, { token })
}

export const placementOf = ({ id, version, totals }: Cart, { addressId }: Pick<TestBuyer, 'addressId'>) => ({
  cartId: id ?? '',
  cartVersion: version,
  totalSeenMinor: totals.totalMinor,
  addressId,
})

/** Places the basket as it was seen. */
export async function placed(
  site: TestApp,
  buyer: Pick<TestBuyer, 'token' | 'addressId'>,
  { key = randomUUID(), ...cart }: Cart & { readonly key?: string },
): Promise<Order> {
  const as = { token: buyer.token, idempotencyKey: key }
  return site.call(storeApi.placeOrder, { body: placementOf(cart, buyer) }, as)
}

let made = 0

export async function newCoupon(site: TestApp, changes: Partial<CouponFields> = {}) {
  made += 1
  const body: CouponFields = {
    code: `COUPON-${made}`,
    percentBp: 1_000,
    amountMinor: null,
    max: 1_000,
    maxEach: 1_000,
    from: '2020-01-01T00:00:00.000Z',
    until: '2100-01-01T00:00:00.000Z',
    ...changes,
  }
  return site.call(storeApi.createCoupon, { body })
}
