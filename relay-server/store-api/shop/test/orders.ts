// What tests of orders ask and do: stock, states, what the bank or the clock would say.
import { sql } from 'kysely'
import type { Order } from '@pharmacy-relay/shared/api/shop/orders.ts'
import { ProblemError } from '@pharmacy-relay/shared/problem.ts'
import { storeApi, type Place } from '../../test/test-app.ts'
import { applyOrderEvent } from '../orders/order-events.ts'
import type { OrderEvent } from '../orders/order-states.ts'
import { filledCart, placed, type TestBuyer } from './buyers.ts'
import { newProduct } from './products.ts'

/** Where the faults of a refused call are; the test fails by what it gets where it was not refused. */
export async function faultsOf(call: Promise<unknown>): Promise<string[]> {
  try {
    await call
  } catch (error) {
    return error instanceof ProblemError ? error.errors.map(({ path }) => path) : [String(error)]
  }
  return ['was not refused']
}

export async function stockOf({ store }: Place, productId: number) {
  const row = store.db.selectFrom('Stock').select(['onHand', 'reserved']).where('productId', '=', productId)
  return row.executeTakeFirstOrThrow()
}

/** Of a product of its own, of which there are 10. */
export async function orderedProduct(
  { site }: Place,
  buyer: TestBuyer,
  { quantity = 1, ...changes }: Parameters<typeof newProduct>[1] & { readonly quantity?: number } = {},
) {
  const product = await newProduct(site, { stock: 10, ...changes })
  const cart = await filledCart(site, buyer, { [product.id]: quantity })
  return { product, cart, order: await placed(site, buyer, cart) }
}

export async function orderId({ store }: Place, number: string): Promise<number> {
  const row = store.db.selectFrom('Orders').select('id').where('number', '=', number)
  return (await row.executeTakeFirstOrThrow()).id
}

/** As payments and shipping say it. */
export async function happens(place: Place, number: string, event: OrderEvent): Promise<boolean> {
  const id = await orderId(place, number)
  const said = { event, actor: 'a test', traceId: '' }
  return place.store.db.transaction().execute(async (trx) => applyOrderEvent(trx, id, said))
}

export async function readOrder({ site }: Place, number: string, { token }: TestBuyer): Promise<Order> {
  return site.call(storeApi.getOwnOrder, { params: { number } }, { token })
}

/** Its time to be paid ended a second ago. */
export async function makeLate({ store }: Place, number: string): Promise<void> {
  await sql`update "Orders" set "expiresAt" = relay_now() - interval '1 second' where "number" = ${number}`.execute(
    store.db,
  )
}
