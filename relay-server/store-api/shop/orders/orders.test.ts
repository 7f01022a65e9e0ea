// Orders over HTTP: what was seen is what is ordered, once, whoever presses what how often.
import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { refusalOf, startPlace, storeApi, type Place } from '../../test/test-app.ts'
import { ADDRESS, filledCart, newBuyer, placed, placementOf, type TestBuyer } from '../test/buyers.ts'
import { faultsOf, orderedProduct, readOrder, stockOf } from '../test/orders.ts'
import { changeStock, newProduct } from '../test/products.ts'

let place: Place
let buyer: TestBuyer
beforeAll(async () => {
  place = await startPlace('shop_orders')
  buyer = await newBuyer(place)
})
afterAll(() => place.stop())

test('an order has what was seen, copied: totals, lines, address, and its pieces are held', async () => {
  const { order, product } = await orderedProduct(place, buyer, {
    quantity: 3,
    priceMinor: 1_000,
    taxBp: 1_900,
  })
  expect(order).toMatchObject({
    state: 'awaiting_payment',
    totalMinor: 3_570,
    currency: 'EUR',
    address: ADDRESS,
    lines: [{ productId: product.id, quantity: 3, priceMinor: 1_000, netMinor: 3_000, discountMinor: 0 }],
  })
  expect(await stockOf(place, product.id)).toEqual({ onHand: 10, reserved: 3 })
})

describe('once', () => {
  test('C08 C12: the same key twice at once, and once more after it: one order, the same bytes', async () => {
    const { id } = await newProduct(place.site, { stock: 5 })
    const body = placementOf(await filledCart(place.site, buyer, { [id]: 1 }), buyer)
    const key = randomUUID()
    const press = async () => {
      const response = await fetch(`${place.site.baseUrl}/api/v1/store/orders`, {
        method: 'POST',
        headers: {
          authorization: `Bearer ${buyer.token}`,
          'idempotency-key': key,
          'content-type': 'application/json',
        },
        body: JSON.stringify(body),
      })
      return { status: response.status, text: await response.text() }
    }
    const [one, two] = await Promise.all([press(), press()])
    expect(one.status).toBe(201)
    expect(two).toEqual(one)
    expect((await stockOf(place, id)).reserved).toBe(1)
    // Whoever lost the answer asks again and has it; killed in between: tests/campaigns/shop-kills.
    expect(await press()).toEqual(one)
  })

  test('C09: the key with another body is refused', async () => {
    const { cart, order } = await orderedProduct(place, buyer)
    const key = randomUUID()
    expect((await placed(place.site, buyer, { ...cart, key })).number).toBe(order.number)
    const body = { ...placementOf(cart, buyer), totalSeenMinor: 1 }
    const other = place.site.call(storeApi.placeOrder, { body }, { token: buyer.token, idempotencyKey: key })
    expect((await refusalOf(other)).code).toBe('invalid')
  })

  test('C10: a refused key stays refused after stock came back; a new key succeeds', async () => {
    const one = await newBuyer(place)
    const { id } = await newProduct(place.site)
    const cart = await filledCart(place.site, one, { [id]: 1 })
    const key = randomUUID()
    expect(await faultsOf(placed(place.site, one, { ...cart, key }))).toEqual([`lines.${id}.stock`])
    await changeStock(place.site, id, 5)
    expect(await faultsOf(placed(place.site, one, { ...cart, key }))).toEqual([`lines.${id}.stock`])
    expect((await placed(place.site, one, cart)).state).toBe('awaiting_payment')
  })

  test('C11: two tabs with two keys and one basket: one order, and both see it', async () => {
    const { id } = await newProduct(place.site, { stock: 5 })
    const cart = await filledCart(place.site, buyer, { [id]: 1 })
    const [one, two] = await Promise.all([placed(place.site, buyer, cart), placed(place.site, buyer, cart)])
    expect(two).toEqual(one)
    expect((await stockOf(place, id)).reserved).toBe(1)
    // C39: what comes after is an empty basket, not the ordered one.
    const next = await place.site.call(storeApi.getCart, {}, { token: buyer.token })
    expect(next.lines).toEqual([])
  })

  test('C03: two changes of one product are one line before anything is held', async () => {
    const one = await newBuyer(place)
    const { id } = await newProduct(place.site, { stock: 3 })
    await filledCart(place.site, one, { [id]: 2 })
    const cart = await filledCart(place.site, one, { [id]: 3 })
    expect(cart.lines).toHaveLength(1)
    await placed(place.site, one, cart)
    expect(await stockOf(place, id)).toEqual({ onHand: 3, reserved: 3 })
  })
})

describe('what is not as it was seen', () => {
  test('C13: a total that differs by 1 is refused with the one that is right', async () => {
    const { id } = await newProduct(place.site, { stock: 5, priceMinor: 100, taxBp: 0 })
    const one = await newBuyer(place)
    const cart = await filledCart(place.site, one, { [id]: 1 })
    const body = { ...placementOf(cart, one), totalSeenMinor: 99 }
    const call = place.site.call(
      storeApi.placeOrder,
      { body },
      { token: one.token, idempotencyKey: randomUUID() },
    )
    await expect(call).rejects.toMatchObject({
      code: 'state_conflict',
      errors: [{ path: 'total', message: 'is 100 now' }],
    })
  })

  test('C06: a product that is no longer sold, a basket that changed, and an empty one are refused', async () => {
    const one = await newBuyer(place)
    const { id, version } = await newProduct(place.site, { stock: 5 })
    const cart = await filledCart(place.site, one, { [id]: 1 })
    const changed = await filledCart(place.site, one, { [id]: 2 })
    expect(await faultsOf(placed(place.site, one, cart))).toEqual(['total', 'version'])
    await place.site.call(storeApi.deactivateProduct, { params: { productId: String(id) } }, { version })
    expect(await faultsOf(placed(place.site, one, changed))).toEqual([`lines.${id}.inactive`])
    const empty = await filledCart(place.site, one, { [id]: 0 })
    expect(await faultsOf(placed(place.site, one, empty))).toEqual(['lines'])
  })

  test('C14: a price that changes later is not the order’s', async () => {
    const { order, product } = await orderedProduct(place, buyer, { quantity: 1, priceMinor: 500 })
    await sql`update "Products" set "priceMinor" = 900, "name" = 'Other' where "id" = ${product.id}`.execute(
      place.store.db,
    )
    expect(await readOrder(place, order.number, buyer)).toEqual({ ...order, shipment: null })
  })

  test('C35: a basket, an address and an order of somebody else are not found', async () => {
    const other = await newBuyer(place)
    const { order, cart } = await orderedProduct(place, buyer)
    expect((await refusalOf(placed(place.site, other, cart))).code).toBe('not_found')
    const { id } = await newProduct(place.site, { stock: 1 })
    const own = await filledCart(place.site, other, { [id]: 1 })
    const elsewhere = { ...other, addressId: buyer.addressId }
    expect((await refusalOf(placed(place.site, elsewhere, own))).code).toBe('not_found')
    expect((await refusalOf(readOrder(place, order.number, other))).code).toBe('not_found')
    const colleague = await newBuyer(place, buyer.pharmacyId)
    expect(await readOrder(place, order.number, colleague)).toEqual({ ...order, shipment: null })
  })
})

test('orders come newest first, page after page; and the same is ordered again as far as it is still sold', async () => {
  const one = await newBuyer(place)
  const [a, b] = [await newProduct(place.site, { stock: 9 }), await newProduct(place.site, { stock: 9 })]
  const numbers: string[] = []
  for (const quantity of [1, 2, 3]) {
    const cart = await filledCart(place.site, one, { [a.id]: quantity, [b.id]: 1 })
    numbers.unshift((await placed(place.site, one, cart)).number)
  }
  const list = (query: { pageSize: string; after?: string }) =>
    place.site.call(storeApi.listOwnOrders, { query }, { token: one.token })
  const first = await list({ pageSize: '2' })
  expect(first.next).toBe(numbers[1])
  const second = await list({ pageSize: '2', after: first.next ?? '' })
  expect([...first.items, ...second.items].map(({ number }) => number)).toEqual(numbers)
  expect(second.next).toBeNull()
  await place.site.call(
    storeApi.deactivateProduct,
    { params: { productId: String(b.id) } },
    { version: b.version },
  )
  const params = { number: numbers[0] ?? '' }
  const cart = await place.site.call(storeApi.reorder, { params }, { token: one.token })
  expect(cart.lines.map(({ productId, quantity }) => [productId, quantity])).toEqual([[a.id, 3]])
})
