// Benchmark of the shop: what its pages ask, orders alone and 50 at a time, and the plans behind, with 100,000 products and 1,000,000
// orders.
import { randomUUID } from 'node:crypto'
import path from 'node:path'
import { sql } from 'kysely'
import { storeApi } from '@pharmacy-relay/shared/api/store-api.ts'
import type { StoreDb } from '@pharmacy-relay/relay-server/store-api/database.ts'
import { plansOf } from '@pharmacy-relay/relay-server/store-api/shop/test/plans.ts'
import { seedShopOf } from '../../../scripts/seed/seed-shop-store.ts'
import { openStore } from '../../../scripts/seed/seed-store.ts'
import { diceOf } from '../../kit/dice.ts'
import { startStore, type StoreProcess } from '../../kit/shop/store-process.ts'
import { figuresOf, measure, type BenchRow } from './measure.ts'
import type { BenchReport, BenchReportRow, CountRow } from './report.ts'
import { LINES, fillBaskets, type BenchBasket } from './shop/baskets.ts'
import { orderPresser, type OrderToPlace } from './shop/order-presser.ts'
import { questions, type Asked, type Question } from './shop/questions.ts'

const PRODUCTS = sizeOf('Bench__ShopProducts', 100_000)
const ORDERS = sizeOf('Bench__ShopOrders', 1_000_000)
const COUNTS = { warmUp: 5, runs: sizeOf('Bench__ShopRuns', 300) }
/** The process of a shop has run for days: its code is compiled. */
const ALONE = { warmUp: 300, runs: 300 }
const UNDER_WAY = 50
/** The first ones open the connections of the pool, each of which plans its statements. */
const AT_ONCE = { warmUp: 300, runs: 1_050 }
const PAGE_P99_MS = 50
const ORDER_P99_MS = 20
const HOLD_MS = 1_200_000
const REQUEST_MS = 30_000
const SEED = 20_261_126

function sizeOf(name: string, fallback: number): number {
  const given = Number(process.env[name] ?? fallback)
  if (Number.isSafeInteger(given) && given > 0) return given
  throw new Error(`${name} must be a whole number`)
}

/** Keeps its data in `.data/bench`, so that the second run needs no seeding. */
export async function shopBench(say: (text: string) => void): Promise<BenchReport> {
  const dataFolder = path.resolve(process.env['Data__Folder'] ?? '.data', 'bench')
  const database = await openStore(dataFolder)
  try {
    await seedShopOf(database, { products: PRODUCTS, orders: ORDERS, say })
    const { db, url } = database
    const share = (): number => dice.share()
    const dice = diceOf(SEED, 'shop')
    const baskets = await fillBaskets(db, ALONE.warmUp + ALONE.runs + AT_ONCE.warmUp + AT_ONCE.runs, share)
    const asked = await askedOf(db, share)
    const reader = { accountGuid: randomUUID(), pharmacyId: asked.customerId }
    const accounts = [reader, ...baskets.map(({ accountGuid, pharmacyId }) => ({ accountGuid, pharmacyId }))]
    const store = await startStore({
      url,
      accounts,
      holdMs: HOLD_MS,
      killAt: null,
      provider: null,
      timeoutMs: REQUEST_MS,
    })
    try {
      const rows = await measured({ db, store, baskets, asked }, say)
      return { name: 'shop', conditions: await conditions(db), rows }
    } finally {
      await store.kill()
    }
  } finally {
    await database.stop()
  }
}

interface Bench {
  readonly db: StoreDb
  readonly store: StoreProcess
  readonly baskets: readonly BenchBasket[]
  readonly asked: Omit<Asked, 'api' | 'token' | 'next'>
}

async function measured(
  { db, store, baskets, asked }: Bench,
  say: (text: string) => void,
): Promise<BenchReportRow[]> {
  const [token = '', ...tokens] = store.tokens
  const { next } = await store.api.call(
    storeApi.findProducts,
    { params: null, body: null, query: { sort: 'name', page: '100', pageSize: '24' } },
    { token: null },
  )
  const all = questions({ ...asked, api: store.api, token, next: next ?? '' })
  const rows: BenchReportRow[] = []
  for (const { name, ask } of all) {
    say(`bench shop: ${name}`)
    rows.push({ name, ...(await measure(ask, COUNTS)), targetP99Ms: PAGE_P99_MS })
  }
  return [...rows, ...(await orderRows({ store, tokens, baskets }, say)), await planRow(db, all, say)]
}

interface Ordering {
  readonly store: StoreProcess
  readonly tokens: readonly string[]
  readonly baskets: readonly BenchBasket[]
}

async function orderRows(
  { store, tokens, baskets }: Ordering,
  say: (text: string) => void,
): Promise<BenchRow[]> {
  say('bench shop: orders, one after the other')
  const presser = orderPresser(store.baseUrl)
  const presses: (() => Promise<void>)[] = []
  for (const [place, basket] of baskets.entries()) {
    const order = await orderOf(store, basket, tokens[place] ?? '')
    presses.push(presser.pressOf(order))
  }
  const alone = presses.splice(0, ALONE.warmUp + ALONE.runs)
  const figures = await measure(async () => alone.shift()?.(), ALONE)
  say(`bench shop: orders, ${UNDER_WAY} under way`)
  await allUnderWay(presses.splice(0, AT_ONCE.warmUp))
  const startedAt = performance.now()
  const times = await allUnderWay(presses)
  const perSecond = Math.round((1_000 * times.length) / (performance.now() - startedAt))
  presser.close()
  return [
    { name: 'an order alone (p50 aim 5)', ...figures, targetP99Ms: ORDER_P99_MS },
    {
      name: `orders, ${UNDER_WAY} under way (aim 400 per s)`,
      ...figuresOf(times),
      targetP99Ms: null,
      perSecond,
    },
  ]
}

/** Each one's time in ms. */
async function allUnderWay(presses: (() => Promise<void>)[]): Promise<number[]> {
  const times: number[] = []
  const work = async (): Promise<void> => {
    for (let press = presses.pop(); press !== undefined; press = presses.pop()) {
      const startedAt = performance.now()
      await press()
      times.push(performance.now() - startedAt)
    }
  }
  await Promise.all(Array.from({ length: UNDER_WAY }, work))
  return times
}

/** Sees the basket as its page does; what it gives places the order. */
async function orderOf(
  { api }: StoreProcess,
  { addressId }: BenchBasket,
  token: string,
): Promise<OrderToPlace> {
  const none = { params: null, query: null, body: null } as const
  const { id, version, totals } = await api.call(storeApi.getCart, none, { token })
  return {
    token,
    body: { cartId: id ?? '', cartVersion: version, totalSeenMinor: totals.totalMinor, addressId },
  }
}

async function planRow(
  db: StoreDb,
  all: readonly Question[],
  say: (text: string) => void,
): Promise<CountRow> {
  let of = 0
  let count = 0
  for (const { name, plan } of all) {
    const { plans, whole } = await plansOf(db, plan)
    of += plans.length
    count += whole.length
    for (const one of whole) say(`bench shop: ${name} reads all of ${one.table}\n${one.plan}`)
  }
  return { name: 'plans that read a large table as a whole', count, of, targetCount: 0 }
}

/** Of the newest orders a pharmacy has many, and one of these. */
async function askedOf(db: StoreDb, share: () => number): Promise<Bench['asked']> {
  const { rows } = await sql<{ customerId: number; number: string; orderId: number }>`
    with newest as (select "customerId" from "Orders" order by "id" desc limit 2000),
      buyer as (select "customerId" from newest group by 1 order by count(*) desc limit 1)
    select o."customerId", o."number", o."id" as "orderId" from "Orders" o join buyer using ("customerId")
    order by o."id" desc offset 2 limit 1`.execute(db)
  const [order] = rows
  if (order === undefined) throw new Error('there are no orders')
  const products = await db.selectFrom('Products').select('id').where('sku', 'like', 'SEED-%').execute()
  const categories = await db.selectFrom('Categories').select('id').execute()
  return {
    ...order,
    productIds: products.map(({ id }) => id),
    categoryIds: categories.map(({ id }) => id),
    share,
  }
}

async function conditions(db: StoreDb): Promise<string> {
  const { rows } = await sql<{ products: number; orders: number }>`
    select (select count(*) from "Products")::integer as "products", (select count(*) from "Orders")::integer as "orders"`.execute(
    db,
  )
  const { products = 0, orders = 0 } = rows[0] ?? {}
  return (
    `${products} products, ${orders} orders; each request alone over loopback to the store API, ${COUNTS.runs} runs, words by chance; ` +
    `orders of ${LINES} lines, ${ALONE.runs} alone, then ${AT_ONCE.runs} with ${UNDER_WAY} under way, after ${ALONE.warmUp} and ${AT_ONCE.warmUp} to warm up`
  )
}
