// Baskets of the benchmark: an account each, of a pharmacy that is there, with three products that are in stock.
import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import type { StoreDb } from '@pharmacy-relay/relay-server/store-api/database.ts'

export interface BenchBasket {
  readonly accountGuid: string
  readonly pharmacyId: number
  readonly addressId: number
}

/** Lines of a basket. */
export const LINES = 3
const PHARMACIES = 200

/** Best sellers are in more baskets than others, as in the seeded orders. */
export async function fillBaskets(db: StoreDb, count: number, share: () => number): Promise<BenchBasket[]> {
  const addresses = await addressesOf(db)
  const { rows: products } = await sql<{ id: number; priceMinor: number }>`
    select p."id", p."priceMinor" from "Products" p join "Stock" s on s."productId" = p."id"
    where p."isActive" and s."onHand" - s."reserved" >= 300 and p."minQuantity" = 1
    order by p."sold" desc, p."id" limit 20000`.execute(db)
  const baskets: BenchBasket[] = []
  for (let done = 0; done < count; done += 1) {
    const address = addresses[done % addresses.length]
    if (address === undefined) throw new Error('there is no pharmacy')
    baskets.push({ accountGuid: randomUUID(), ...address })
  }
  const carts = baskets.map(({ accountGuid }) => ({
    id: randomUUID(),
    accountGuid,
    tokenHash: null,
    mergedInto: null,
  }))
  const lines = carts.flatMap(({ id: cartId }) => {
    const chosen = new Set<number>()
    while (chosen.size < LINES) chosen.add(Math.floor(products.length * share() ** 2))
    return [...chosen].map((place) => {
      const { id = 0, priceMinor = 0 } = products[place] ?? {}
      return { cartId, productId: id, quantity: 1, seq: 1, seenPriceMinor: priceMinor }
    })
  })
  await db.insertInto('Carts').values(carts).execute()
  for (let first = 0; first < lines.length; first += 3_000)
    await db
      .insertInto('CartLines')
      .values(lines.slice(first, first + 3_000))
      .execute()
  return baskets
}

async function addressesOf(db: StoreDb) {
  const { rows } = await sql<{ pharmacyId: number; addressId: number }>`
    with buyers as (select "id" from "Customers" order by "id" limit ${PHARMACIES}), made as (
      insert into "Addresses" ("customerId", "name", "line1", "postcode", "city", "country")
      select "id", 'Bench', 'Market 1', '10115', 'Berlin', 'DE' from buyers b
      where not exists (select from "Addresses" a where a."customerId" = b."id") returning "id", "customerId"
    )
    select a."customerId" as "pharmacyId", min(a."id") as "addressId"
    from (select * from made union all select "id", "customerId" from "Addresses") a
    where a."customerId" in (select "id" from buyers) group by 1 order by 1`.execute(db)
  return rows
}
