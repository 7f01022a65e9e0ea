// Baskets over HTTP: quantities by tab, what changed since, coupons, and the basket of before the sign-in.
import { randomBytes } from 'node:crypto'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Cart } from '@pharmacy-relay/shared/api/shop/baskets.ts'
import { refusalOf, startPlace, storeApi, type Place } from '../../test/test-app.ts'
import { filledCart, newBuyer, newCoupon, type TestBuyer } from '../test/buyers.ts'
import { newProduct } from '../test/products.ts'

let place: Place
let buyer: TestBuyer
beforeAll(async () => {
  place = await startPlace('shop_baskets')
  buyer = await newBuyer(place)
})
afterAll(() => place.stop())

const put = (productId: number, quantity: number, seq: number, { token } = buyer) =>
  place.site.call(
    storeApi.putCartLine,
    { params: { productId: String(productId) }, body: { quantity, seq } },
    { token },
  )
const quantityOf = (cart: Cart, id: number) =>
  cart.lines.find(({ productId }) => productId === id)?.quantity ?? 0

/** By the token of a basket, as the storefront asks for somebody who is not signed in. */
async function asStranger(cartToken: string, path = '', body: unknown = null): Promise<Cart> {
  const response = await fetch(`${place.site.baseUrl}/api/v1/store/cart${path}`, {
    method: body === null ? 'GET' : 'PUT',
    headers: { 'x-cart-token': cartToken, 'content-type': 'application/json' },
    ...(body === null ? {} : { body: JSON.stringify(body) }),
  })
  return storeApi.getCart.reply.schema.parse(await response.json())
}
const newToken = () => randomBytes(32).toString('base64url')

test('C38: a line that was put in is there at once, and C40: an older change after a newer one is ignored', async () => {
  const { id } = await newProduct(place.site, { stock: 5 })
  expect(quantityOf(await put(id, 2, 10), id)).toBe(2)
  expect(quantityOf(await put(id, 5, 9), id)).toBe(2)
  expect(quantityOf(await put(id, 0, 11), id)).toBe(0)
  expect(quantityOf(await put(id, 3, 10), id)).toBe(0)
  expect(quantityOf(await put(id, 1, 12), id)).toBe(1)
})

test('C36: a quantity below the least one of the product is refused by field', async () => {
  const { id } = await newProduct(place.site, { minQuantity: 5 })
  expect((await refusalOf(put(id, 4, 1))).code).toBe('invalid')
  for (const wrong of [-1, 1e9, 1.5]) expect((await refusalOf(put(id, wrong, 1))).code).toBe('invalid')
  expect(quantityOf(await put(id, 5, 1), id)).toBe(5)
})

test('C06: what changed since is said on the line: price, stock, minimum, and that it is no longer sold', async () => {
  const { site, store } = place
  const one = await newBuyer(place)
  const { id } = await newProduct(site, { stock: 5 })
  await filledCart(site, one, { [id]: 3 })
  await sql`update "Products" set "priceMinor" = 7, "isActive" = false, "minQuantity" = 4 where "id" = ${id}`.execute(
    store.db,
  )
  await sql`update "Stock" set "onHand" = 1 where "productId" = ${id}`.execute(store.db)
  const { lines } = await site.call(storeApi.getCart, {}, { token: one.token })
  expect(lines[0]).toMatchObject({ priceMinor: 7, changes: ['price', 'inactive', 'stock', 'minimum'] })
  expect((await refusalOf(put(id, 5, 99))).code).toBe('state_conflict')
})

test('100 lines are the most that a basket has', async () => {
  const { store } = place
  const one = await newBuyer(place)
  await sql`insert into "Products" ("sku", "slug", "name", "priceMinor", "taxBp")
    select 'MANY-' || i, 'many-' || i, 'Many ' || i, 1, 0 from generate_series(1, 101) i`.execute(store.db)
  const { rows } = await sql<{
    id: number
  }>`select "id" from "Products" where "sku" like 'MANY-%' order by 1`.execute(store.db)
  const [first, ...others] = rows.map(({ id }) => id)
  await put(first ?? 0, 1, 1, one)
  await sql`insert into "CartLines" ("cartId", "productId", "quantity", "seq", "seenPriceMinor")
    select c."id", p, 1, 1, 1 from "Carts" c, unnest(${others.slice(1)}::integer[]) p where c."accountGuid" = ${one.accountGuid}`.execute(
    store.db,
  )
  expect((await refusalOf(put(others[0] ?? 0, 1, 1, one))).code).toBe('state_conflict')
})

describe('coupons', () => {
  const use = (code: string, { token } = buyer) =>
    place.site.call(storeApi.putCoupon, { body: { code } }, { token })

  test('C19: a code is the same in any case, with blanks and with a dotted I', async () => {
    await newCoupon(place.site, { code: 'ISTANBUL-10' })
    for (const typed of ['istanbul-10', 'İSTANBUL-10', 'ıstan bul-10'])
      expect((await use(typed)).coupon).toEqual({ code: 'ISTANBUL-10', fault: null })
    expect((await place.site.call(storeApi.removeCoupon, {}, { token: buyer.token })).coupon).toBeNull()
  })

  test('C19: ten codes that are none within a minute, then nothing is looked up, not even a right one', async () => {
    const one = await newBuyer(place)
    const { code } = await newCoupon(place.site)
    for (let n = 0; n < 10; n += 1)
      expect((await refusalOf(use(`WRONG-${n}`, one))).code).toBe('state_conflict')
    expect((await refusalOf(use(code, one))).code).toBe('rate_limited')
    expect((await use(code)).coupon?.code).toBe(code)
  })

  test('one that is over takes nothing off and says so', async () => {
    const { code } = await newCoupon(place.site, { until: '2021-01-01T00:00:00.000Z' })
    const cart = await use(code)
    expect(cart).toMatchObject({ coupon: { code, fault: 'over' }, totals: { discountMinor: 0 } })
  })
})

describe('C37: the basket of before the sign-in', () => {
  test('the larger quantity of each product stays, and it is said which changed', async () => {
    const one = await newBuyer(place)
    const [a, b, c] = [
      await newProduct(place.site),
      await newProduct(place.site),
      await newProduct(place.site),
    ]
    await filledCart(place.site, one, { [a.id]: 3, [b.id]: 1 })
    const cartToken = newToken()
    for (const [id, quantity] of [
      [a.id, 1],
      [b.id, 4],
      [c.id, 2],
    ] as const)
      await asStranger(cartToken, `/lines/${id}`, { quantity, seq: 1 })
    const merge = { body: { cartToken, keep: 'larger' as const } }
    const { cart, merged } = await place.site.call(storeApi.mergeCart, merge, { token: one.token })
    expect([a, b, c].map(({ id }) => quantityOf(cart, id))).toEqual([3, 4, 2])
    expect(merged.map(({ was, became }) => [was, became])).toEqual([
      [1, 4],
      [0, 2],
    ])
    expect((await asStranger(cartToken)).lines).toEqual([])
    const again = await place.site.call(storeApi.mergeCart, merge, { token: one.token })
    expect(again).toMatchObject({ merged: [], cart: { version: cart.version } })
  })

  test('at checkout the stranger’s basket alone stays', async () => {
    const one = await newBuyer(place)
    const [a, b] = [await newProduct(place.site), await newProduct(place.site)]
    await filledCart(place.site, one, { [a.id]: 3 })
    const cartToken = newToken()
    await asStranger(cartToken, `/lines/${b.id}`, { quantity: 1, seq: 1 })
    const body = { cartToken, keep: 'stranger' as const }
    const { cart } = await place.site.call(storeApi.mergeCart, { body }, { token: one.token })
    expect(cart.lines.map(({ productId, quantity }) => [productId, quantity])).toEqual([[b.id, 1]])
  })
})

test('the token of a basket is kept nowhere, and shows no other basket', async () => {
  const cartToken = newToken()
  const { id } = await newProduct(place.site)
  await asStranger(cartToken, `/lines/${id}`, { quantity: 1, seq: 1 })
  expect((await asStranger(newToken())).lines).toEqual([])
  const { rows } = await sql<{ n: number }>`
    select count(*)::integer as n from "Carts" where encode("tokenHash", 'escape') like ${`%${cartToken}%`}`.execute(
    place.store.db,
  )
  expect(rows[0]?.n).toBe(0)
})

describe('C35: addresses and the own pharmacy', () => {
  test('an address of another pharmacy is not found, whatever is done to it', async () => {
    const other = await newBuyer(place)
    const params = { addressId: String(other.addressId) }
    const { token } = buyer
    const { addresses } = await place.site.call(storeApi.listAddresses, {}, { token })
    expect(addresses.map(({ id }) => id)).toEqual([buyer.addressId])
    const removed = place.site.call(storeApi.removeAddress, { params }, { token, version: 1 })
    expect((await refusalOf(removed)).code).toBe('not_found')
  })

  test('a stale version is refused, and the pharmacy changes its own name', async () => {
    const { token, addressId } = await newBuyer(place)
    const params = { addressId: String(addressId) }
    const stale = place.site.call(storeApi.removeAddress, { params }, { token, version: 2 })
    expect((await refusalOf(stale)).code).toBe('version_stale')
    const body = { name: 'Şifa Eczanesi', email: 'sifa@example.org', phone: null }
    const { version } = await place.site.call(storeApi.getShopCustomer, {}, { token })
    const changed = await place.site.call(storeApi.updateShopCustomer, { body }, { token, version })
    expect(changed).toMatchObject({ ...body, version: version + 1 })
  })
})
