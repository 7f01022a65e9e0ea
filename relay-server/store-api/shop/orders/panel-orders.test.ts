// Orders for staff over HTTP: found by what staff know of one, cancelled, sent, and each of it in the staff log.
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { refusalOf, startPlace, storeApi, type Place } from '../../test/test-app.ts'
import { newBuyer, type TestBuyer } from '../test/buyers.ts'
import { happens, orderId, orderedProduct, readOrder, stockOf } from '../test/orders.ts'

let place: Place
let buyer: TestBuyer
let other: TestBuyer
beforeAll(async () => {
  place = await startPlace('shop_panel_orders')
  buyer = await newBuyer(place)
  other = await newBuyer(place)
})
afterAll(() => place.stop())

const read = (number: string) => place.site.call(storeApi.getPanelOrder, { params: { number } })
const numbers = async (query: object) =>
  (await place.site.call(storeApi.listPanelOrders, { query })).items.map(({ number }) => number)
const log = async () => (await place.site.call(storeApi.listStaffOperations, { query: { q: 'order' } })).items

describe('the list', () => {
  test('is filtered by state, pharmacy, number and time', async () => {
    const { order: first } = await orderedProduct(place, buyer)
    const { order: second } = await orderedProduct(place, other)
    await happens(place, second.number, 'captured')
    const { storeId } = await read(second.number)
    expect(await numbers({})).toEqual([second.number, first.number])
    expect(await numbers({ state: 'paid' })).toEqual([second.number])
    expect(await numbers({ storeId, state: 'awaiting_payment' })).toEqual([])
    expect(await numbers({ storeId })).toEqual([second.number])
    expect(await numbers({ number: first.number.toLowerCase() })).toEqual([first.number])
    expect(await numbers({ from: second.placedAt })).toEqual([second.number])
    expect(await numbers({ to: second.placedAt })).toEqual([first.number])
    expect(await numbers({ storeId: 'P-999999999' })).toEqual([])
  })

  test('goes on by key without losing or repeating one, also where many were placed at once', async () => {
    for (let n = 0; n < 3; n += 1) await orderedProduct(place, buyer)
    await sql`update "Orders" set "placedAt" = '2026-11-01T10:00:00.000123Z'`.execute(place.store.db)
    const all = await numbers({})
    for (const query of [{}, { from: '2026-11-01T00:00:00.000Z', to: '2026-11-02T00:00:00.000Z' }]) {
      const seen: string[] = []
      let after: string | null = null
      do {
        const asked: object = { ...query, pageSize: '2', ...(after === null ? {} : { after }) }
        const page = await place.site.call(storeApi.listPanelOrders, { query: asked })
        expect([page.total, page.totalIsExact]).toEqual([all.length, true])
        seen.push(...page.items.map(({ number }) => number))
        after = page.next
      } while (after !== null)
      expect(seen).toEqual(all)
    }
  })

  test('refuses a key of another order of rows', async () => {
    const { next } = await place.site.call(storeApi.listPanelOrders, { query: { pageSize: '1' } })
    const query = { after: next ?? '', from: '2026-11-01T00:00:00.000Z' }
    expect((await refusalOf(place.site.call(storeApi.listPanelOrders, { query }))).code).toBe('invalid')
  })
})

describe('one order', () => {
  const cancel = (number: string, version: number, role: 'Admin' | 'SuperSupport' = 'Admin') =>
    place.site.call(storeApi.cancelOrder, { params: { number } }, { version, role })
  const ship = (number: string, version: number, trackingNumber = '00340') =>
    place.site.call(
      storeApi.shipOrder,
      { params: { number }, body: { carrier: 'Post', trackingNumber } },
      { version },
    )

  test('is cancelled once: its pieces are free, and the history and the log say who did it', async () => {
    const { order, product } = await orderedProduct(place, buyer, { quantity: 4 })
    const done = await cancel(order.number, order.version)
    expect(done.state).toBe('cancelled')
    expect(done.steps.at(-1)).toMatchObject({ cause: 'cancelled_by_staff', became: 'cancelled' })
    expect(done.steps.at(-1)?.by).not.toBe('')
    expect(await stockOf(place, product.id)).toEqual({ onHand: 10, reserved: 0 })
    expect((await cancel(order.number, order.version)).state).toBe('cancelled')
    const rows = (await log()).filter(({ summary }) => summary === `Cancelled order ${order.number}`)
    expect(rows).toMatchObject([{ action: 'order.cancel', customerId: buyer.pharmacyId }])
  })

  test('while the bank is asked a cancellation is remembered', async () => {
    const { order } = await orderedProduct(place, buyer)
    const id = await orderId(place, order.number)
    await sql`insert into "Payments" ("orderId", "amountMinor", "lastFour") values (${id}, ${order.totalMinor}, '4242')`.execute(
      place.store.db,
    )
    const asked = await cancel(order.number, order.version, 'SuperSupport')
    expect(asked).toMatchObject({
      state: 'awaiting_payment',
      isCancelAsked: true,
      payments: [{ state: 'created', amountMinor: order.totalMinor, lastFour: '4242' }],
    })
  })

  test('is sent once it is paid: its pieces leave the stock, with carrier and number', async () => {
    const { order, product } = await orderedProduct(place, buyer, { quantity: 4 })
    expect((await refusalOf(ship(order.number, order.version))).code).toBe('state_conflict')
    await happens(place, order.number, 'captured')
    expect((await refusalOf(ship(order.number, order.version))).code).toBe('version_stale')
    const { version } = await read(order.number)
    const sent = await ship(order.number, version)
    expect(sent).toMatchObject({
      state: 'shipped',
      shipment: { carrier: 'Post', trackingNumber: '00340' },
    })
    expect(sent.shipment?.by).not.toBe('')
    const { shipment } = await readOrder(place, order.number, buyer)
    expect(shipment).toEqual({ carrier: 'Post', trackingNumber: '00340', at: sent.shipment?.at })
    const own = await place.site.call(storeApi.listOwnOrders, { query: {} }, { token: buyer.token })
    expect(own.items.find(({ number }) => number === order.number)?.shipment).toEqual(shipment)
    expect(await stockOf(place, product.id)).toEqual({ onHand: 6, reserved: 0 })
    expect((await refusalOf(ship(order.number, sent.version))).code).toBe('state_conflict')
    expect((await refusalOf(cancel(order.number, sent.version))).code).toBe('state_conflict')
    const rows = (await log()).filter(({ summary }) => summary === `Sent order ${order.number}`)
    expect(rows).toMatchObject([{ after: { carrier: 'Post', trackingNumber: '00340' } }])
  })

  test('two who send it at once: one does', async () => {
    const { order, product } = await orderedProduct(place, buyer, { quantity: 4 })
    await happens(place, order.number, 'captured')
    const { version } = await read(order.number)
    const outcomes = await Promise.allSettled([ship(order.number, version), ship(order.number, version)])
    expect(outcomes.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected'])
    expect(await stockOf(place, product.id)).toEqual({ onHand: 6, reserved: 0 })
  })

  test('support may look, and change nothing; addresses of a pharmacy that is none are not found', async () => {
    const { order } = await orderedProduct(place, buyer)
    const params = { number: order.number }
    const looked = await place.site.call(storeApi.getPanelOrder, { params }, { role: 'Support' })
    expect(looked.number).toBe(order.number)
    const refused = place.site.call(
      storeApi.cancelOrder,
      { params },
      { role: 'Support', version: order.version },
    )
    expect((await refusalOf(refused)).code).toBe('role_not_allowed')
    const addresses = (customerId: number) =>
      place.site.call(storeApi.listPanelAddresses, { params: { customerId: String(customerId) } })
    expect((await addresses(buyer.pharmacyId)).addresses).toMatchObject([{ id: buyer.addressId }])
    expect((await refusalOf(addresses(999_999))).code).toBe('not_found')
  })
})
