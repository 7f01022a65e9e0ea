// Seeds a large shop into the store database, whether the platform runs on it or not, and says how far it is.
import { seedFleet, seededFleet } from '@pharmacy-relay/relay-server/store-api/seed/seed-fleet.ts'
import { seedShop, type ShopProgress } from '@pharmacy-relay/relay-server/store-api/seed/shop/seed-shop.ts'
import {
  invoiceRulesOf,
  invoiceSettings,
} from '@pharmacy-relay/relay-server/store-api/shop/invoices/invoice-settings.ts'
import { readSettings } from '@pharmacy-relay/shared/env.ts'
import { openStore } from './seed-store.ts'

/** Where none are there. */
const BUYERS = 1_000
const SAY_EVERY_MS = 5_000

export interface ShopSeed {
  readonly products: number
  readonly orders: number
  readonly say: (text: string) => void
}

/** As `seedFleetInto`. Twice is once. */
export async function seedShopInto({
  dataFolder,
  ...seed
}: ShopSeed & { readonly dataFolder: string }): Promise<void> {
  const database = await openStore(dataFolder)
  try {
    await seedShopOf(database, seed)
  } finally {
    await database.stop()
  }
}

/** Into one that is open. */
export async function seedShopOf(
  database: Awaited<ReturnType<typeof openStore>>,
  { products, orders, say }: ShopSeed,
): Promise<void> {
  const startedAt = performance.now()
  // As the store API that has this environment writes them.
  const invoices = invoiceRulesOf(readSettings(invoiceSettings(false), process.env))
  if ((await seededFleet(database.db)).pharmacies === 0)
    await seedFleet(database.db, { pharmacies: BUYERS, computersPerPharmacy: 1, seed: 1 })
  say(`Wanted: ${number(products)} products and ${number(orders)} orders …`)
  const { added, now } = await seedShop(database.url, { products, orders, seed: 1, invoices }, progress(say))
  const seconds = ((performance.now() - startedAt) / 1_000).toFixed(1)
  const there = `${number(now.products)} products and ${number(now.orders)} orders`
  say(
    added.products + added.orders === 0
      ? `All of that is there (${seconds} s): ${there}; nothing was written.`
      : `Added ${number(added.products)} products and ${number(added.orders)} orders in ${seconds} s. Now there are ${there}.`,
  )
}

/** At most every 5 s, and at the end of each part. */
function progress(say: (text: string) => void): ShopProgress {
  let saidAt = performance.now()
  return (what, done, of) => {
    if (done < of && performance.now() - saidAt < SAY_EVERY_MS) return
    saidAt = performance.now()
    say(`  ${what.padEnd(13)} ${number(done)} of ${number(of)} (${Math.floor((100 * done) / of)} %)`)
  }
}

const number = (value: number): string => value.toLocaleString('en')
