// What seeding a shop asks of the database: how far it is, who buys, ids, and what is counted at the end.
import pg from 'pg'
import { seededCartId } from './made-orders.ts'

/** By which a cart is known as seeded. */
const [FIRST_CART, LAST_CART] = [seededCartId(0), seededCartId(0xffff_ffff_ffff)]

const SETTLED = 'shop'

export async function connect(url: string): Promise<pg.Client> {
  const client = new pg.Client({ connectionString: url, application_name: 'seed-shop' })
  // Ends what is under way with an error of its own; this one has no other listener.
  client.on('error', () => {})
  await client.connect()
  return client
}

/** All of it or nothing. */
export async function inTransaction<R>(client: pg.Client, work: () => Promise<R>): Promise<R> {
  await client.query('begin')
  try {
    const result = await work()
    await client.query('commit')
    return result
  } catch (error) {
    await client.query('rollback').catch(() => {})
    throw error
  }
}

export interface ShopStanding {
  readonly products: number
  readonly orders: number
  /** What is counted at the end was counted for so many. */
  readonly isSettled: boolean
  readonly now: Date
}

/** How much of the seeding is there: portions are whole, and come in their order. */
export async function standing(client: pg.Client): Promise<ShopStanding> {
  const { rows } = await client.query<ShopStanding>(
    `select (select count(*)::integer from "Products" where "sku" like 'SEED-%') as "products",
      (select count(*)::integer from "Carts" where "id" between $1 and $2) as "orders", coalesce((
        select ("facts" ->> 'orders')::integer = (select count(*) from "Carts" where "id" between $1 and $2) from "Seeds" where "name" = '${SETTLED}'
      ), false) as "isSettled", relay_now() as "now"`,
    [FIRST_CART, LAST_CART],
  )
  const [row] = rows
  if (row === undefined) throw new Error('The database does not answer')
  return row
}

/** In the order of their numbers. */
export async function seededProductIds(client: pg.Client, count: number): Promise<number[]> {
  const { rows } = await client.query<{ id: number }>(
    `select "id" from "Products" where "sku" like 'SEED-%' order by "sku" limit $1`,
    [count],
  )
  return rows.map(({ id }) => id)
}

export interface SeededCustomer {
  readonly id: number
  readonly storeId: string
  readonly name: string
}

export async function buyingCustomers(client: pg.Client): Promise<SeededCustomer[]> {
  const { rows } = await client.query<SeededCustomer>(
    `select "id", "storeId", "name" from "Customers" order by "id" limit 100000`,
  )
  return rows
}

export async function nextIds(
  client: pg.Client,
  table: 'Products' | 'Orders' | 'InvoiceTasks',
  count: number,
): Promise<number[]> {
  const { rows } = await client.query<{ id: string }>(
    `select nextval(pg_get_serial_sequence('"${table}"', 'id')) as "id" from generate_series(1, $1::integer)`,
    [count],
  )
  return rows.map(({ id }) => Number(id))
}

/** Best sellers by what was shipped; once, because each change of it costs an entry in every index. */
export async function countSold(client: pg.Client, productIds: readonly number[]): Promise<void> {
  await client.query(
    `update "Products" p set "sold" = s."sold" from (
       select m."productId", sum(m."quantity") as "sold" from "OrderLines" l
       join "StockMovements" m on m."orderId" = l."orderId" and m."productId" = l."productId" and m."kind" = 'ship' and m."turn" = 0
       where l."productId" = any($1::integer[]) group by m."productId"
     ) s where p."id" = s."productId" and p."sold" <> s."sold"`,
    [productIds],
  )
}

export async function recordSettled(client: pg.Client): Promise<void> {
  const { orders } = await standing(client)
  await client.query(
    `insert into "Seeds" ("name", "facts") values ('${SETTLED}', jsonb_build_object('orders', $1::integer))
     on conflict ("name") do update set "facts" = excluded."facts"`,
    [orders],
  )
}

export async function analyzeShop(client: pg.Client): Promise<void> {
  const tables = [
    'Categories',
    'Products',
    'ProductWords',
    'Stock',
    'StockChanges',
    'Carts',
    'Orders',
    'OrderLines',
    'OrderHistory',
    'StockMovements',
    'Shipments',
    'Payments',
    'InvoiceTasks',
    'Invoices',
    'CouponUses',
  ]
  await client.query(`vacuum analyze ${tables.map((table) => `"${table}"`).join(', ')}`)
}
