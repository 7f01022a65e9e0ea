// Coupons of orders: within their limits, given back with what expires, and never below nothing.
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { refusalOf, startPlace, storeApi, type Place } from '../../test/test-app.ts'
import { filledCart, newBuyer, newCoupon, placed, type TestBuyer } from '../test/buyers.ts'
import { faultsOf, makeLate, readOrder, stockOf } from '../test/orders.ts'
import { newProduct } from '../test/products.ts'
import { expireLateOrders } from './expiry.ts'

let place: Place
beforeAll(async () => {
  place = await startPlace('shop_order_coupons')
})
afterAll(() => place.stop())

describe('coupons', () => {
  const withCoupon = async (one: TestBuyer, code: string, productId: number) => {
    await filledCart(place.site, one, { [productId]: 1 })
    return place.site.call(storeApi.putCoupon, { body: { code } }, { token: one.token })
  }
  const usesOf = async (id: number) =>
    (await place.store.db.selectFrom('Coupons').select('used').where('id', '=', id).executeTakeFirstOrThrow())
      .used

  test('C16: once for each pharmacy, two of its people at once: one order has it', async () => {
    const coupon = await newCoupon(place.site, { maxEach: 1 })
    const { id } = await newProduct(place.site, { stock: 5 })
    const one = await newBuyer(place)
    const two = await newBuyer(place, one.pharmacyId)
    const carts = [await withCoupon(one, coupon.code, id), await withCoupon(two, coupon.code, id)] as const
    const faults = await Promise.all([
      faultsOf(placed(place.site, one, carts[0])),
      faultsOf(placed(place.site, two, carts[1])),
    ])
    // Who read the coupon as used is shown another total, too.
    const [refused, ...others] = faults.filter((fault) => !fault.includes('was not refused'))
    expect([refused, others.length]).toEqual([expect.arrayContaining(['coupon']), 0])
    expect(await usesOf(coupon.id)).toBe(1)
  })

  test('C17: what expires gives its coupon and its pieces back, once', async () => {
    const coupon = await newCoupon(place.site, { max: 1, maxEach: 1 })
    const { id } = await newProduct(place.site, { stock: 5 })
    const one = await newBuyer(place)
    const order = await placed(place.site, one, await withCoupon(one, coupon.code, id))
    expect(await usesOf(coupon.id)).toBe(1)
    await makeLate(place, order.number)
    // C52: two processes look at once.
    await Promise.all([expireLateOrders(place.store.db), expireLateOrders(place.store.db)])
    await expireLateOrders(place.store.db)
    expect((await readOrder(place, order.number, one)).state).toBe('expired')
    expect(await usesOf(coupon.id)).toBe(0)
    expect(await stockOf(place, id)).toEqual({ onHand: 5, reserved: 0 })
    expect((await withCoupon(one, coupon.code, id)).coupon).toEqual({ code: coupon.code, fault: null })
  })

  test('C18: an order of 0 is paid when it is placed', async () => {
    const coupon = await newCoupon(place.site, { percentBp: null, amountMinor: 100_000 })
    const { id } = await newProduct(place.site, { stock: 5, priceMinor: 50 })
    const one = await newBuyer(place)
    const order = await placed(place.site, one, await withCoupon(one, coupon.code, id))
    expect(order).toMatchObject({ state: 'paid', totalMinor: 0, totals: { discountMinor: 50 } })
  })

  test('fewer uses than there were cannot be set', async () => {
    const { id: couponId, used: _used, version, ...fields } = await newCoupon(place.site)
    await sql`update "Coupons" set "used" = 3 where "id" = ${couponId}`.execute(place.store.db)
    const change = { params: { couponId: String(couponId) }, body: { ...fields, max: 2 } }
    const refused = await refusalOf(place.site.call(storeApi.updateCoupon, change, { version }))
    expect(refused.code).toBe('state_conflict')
  })
})
