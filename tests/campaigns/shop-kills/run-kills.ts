// Buyers order and pay while their store API is killed at one named point after the other; then the whole database is read, beside what
// the payment provider holds.
import { randomUUID } from 'node:crypto'
import type { StoreDb } from '@pharmacy-relay/relay-server/store-api/database.ts'
import { addPharmacies } from '@pharmacy-relay/relay-server/store-api/seed/paired-computers.queries.ts'
import { seedShop } from '@pharmacy-relay/relay-server/store-api/seed/shop/seed-shop.ts'
import { checkBooks } from '@pharmacy-relay/relay-server/store-api/shop/books/check-books.ts'
import { faultsInBooks } from '@pharmacy-relay/relay-server/store-api/shop/test/payment-books.ts'
import { INVOICES } from '@pharmacy-relay/relay-server/store-api/test/test-app.ts'
import { systemClock } from '@pharmacy-relay/shared/clock.ts'
import { silentLogger } from '@pharmacy-relay/shared/logger.ts'
import { systemRandom } from '@pharmacy-relay/shared/random.ts'
import { diceOf, type Dice } from '../../kit/dice.ts'
import type { Say } from '../../kit/program.ts'
import { killPointNames, type KillPointName } from '../../kit/shop/kill-points.ts'
import type { Accounts } from '../../kit/shop/store-words.ts'
import { startStore, type StoreProcess } from '../../kit/shop/store-process.ts'
import { startBank } from './bank.ts'
import { createBuyer, type Buyer } from './buyer.ts'
import { goodsComeIn } from './goods.queries.ts'
import { moneyCounts, settled, type MoneyCounts } from './money.queries.ts'

const PRODUCTS = 40
const BUYERS = 6
const FIRST_PHARMACY = 700_000
const HOLD_MS = 20_000
const REQUEST_MS = 30_000
/** A point that nobody came to meanwhile: killed at any moment. */
const PATIENCE_MS = 60_000
/** Of orders, before the one at which it ends. */
const MOST_TURNS = 5

export interface KillsResult {
  /** Attempts that brought money, amounts that went back, invoices and credit notes. */
  readonly money: MoneyCounts
  /** Kills at each point; `at any moment` those whose point was not come to. */
  readonly kills: ReadonlyMap<KillPointName | 'at any moment', number>
  readonly orders: number
  readonly pressed: number
  readonly refused: number
  readonly lost: number
  readonly faults: readonly string[]
}

export interface KillsPlan {
  readonly db: StoreDb
  readonly url: string
  readonly kills: number
  readonly seed: number
  /** Ends earlier, with fewer kills. */
  readonly withinMs?: number
  /** In turn; all of them where none are said. */
  readonly points?: readonly KillPointName[]
  readonly say: Say
}

export async function runKills({
  db,
  url,
  kills,
  seed,
  points = killPointNames,
  withinMs = Infinity,
  say,
}: KillsPlan): Promise<KillsResult> {
  const endMs = performance.now() + withinMs
  const { accounts, buyers } = await readyBuyers({ db, url, dice: diceOf(seed, 'buyers') })
  const dice = diceOf(seed, 'kills')
  const done = new Map<KillPointName | 'at any moment', number>()
  const bank = await startBank()
  const start = async (killAt: Parameters<typeof startStore>[0]['killAt']): Promise<StoreProcess> => {
    const own = { provider: bank.place, holdMs: HOLD_MS, timeoutMs: REQUEST_MS }
    const store = await startStore({ url, accounts, killAt, ...own })
    bank.tell(store.baseUrl)
    return store
  }
  try {
    for (let kill = 0; kill < kills && performance.now() < endMs; kill += 1) {
      const point = points[kill % points.length] ?? 'order written, stock held'
      await goodsComeIn(url)
      const store = await start({ point, turn: dice.between(1, MOST_TURNS) })
      const where = (await endedByItself(store, buyers)) ? point : 'at any moment'
      done.set(where, (done.get(where) ?? 0) + 1)
      say(`kill ${kill + 1} of ${kills}: ${where}`)
    }
    const last = await start(null)
    try {
      await Promise.all(buyers.map(async (buyer) => buyer.settle(last)))
      await settled({
        db,
        provider: bank.provider,
        clock: systemClock,
        random: systemRandom(),
        logger: silentLogger,
      })
    } finally {
      await last.kill()
    }
    const faults = [...(await faultsAfter({ db, url, buyers })), ...(await faultsInBooks(db, bank.standIn))]
    return result(buyers, { kills: done, faults, money: await moneyCounts(db) })
  } finally {
    await bank.standIn.stop()
  }
}

/** Buyers trade meanwhile. False where it had to be killed. */
async function endedByItself(store: StoreProcess, buyers: readonly Buyer[]): Promise<boolean> {
  let isGone = false
  let isLate = false
  const end = store.ended.then(() => {
    isGone = true
  })
  const late = setTimeout(() => {
    isLate = true
    void store.kill()
  }, PATIENCE_MS)
  try {
    await Promise.all(buyers.map(async (buyer) => buyer.trade(store, () => isGone)))
    await end
  } finally {
    clearTimeout(late)
    await store.kill()
  }
  return !isLate
}

async function readyBuyers({
  db,
  url,
  dice,
}: {
  readonly db: StoreDb
  readonly url: string
  readonly dice: Dice
}) {
  const pharmacies = await addPharmacies(db, { first: FIRST_PHARMACY, count: BUYERS })
  await seedShop(url, { products: PRODUCTS, orders: 0, seed: 1, invoices: INVOICES }, () => {})
  const products = await db.selectFrom('Products').select('id').orderBy('id').execute()
  const accounts: Accounts = pharmacies.map((pharmacyId) => ({ accountGuid: randomUUID(), pharmacyId }))
  const address = { name: 'A', line1: 'B', line2: '', postcode: '1', city: 'C', country: 'DE' }
  const rows = pharmacies.map((customerId) => ({ ...address, customerId }))
  const addresses = await db.insertInto('Addresses').values(rows).returning('id').execute()
  const buyers = accounts.map((_account, place) =>
    createBuyer({
      place,
      addressId: addresses[place]?.id ?? 0,
      productIds: products.map(({ id }) => id),
      dice: diceOf(dice.int(1_000_000_000), place),
    }),
  )
  return { accounts, buyers }
}

/** Books that are not true, and orders that nobody was told, or that are none. */
async function faultsAfter({
  db,
  url,
  buyers,
}: Pick<KillsPlan, 'db' | 'url'> & { readonly buyers: readonly Buyer[] }): Promise<string[]> {
  const { faults } = await checkBooks(url)
  const told = new Set(buyers.flatMap(({ numbers }) => [...numbers]))
  const there = new Set(
    (await db.selectFrom('Orders').select('number').execute()).map(({ number }) => number),
  )
  return [
    ...faults.flatMap(({ name, count, rows }) => [`${name}: ${count}`, ...rows.map((row) => `  ${row}`)]),
    ...buyers.flatMap((buyer) => buyer.faults),
    ...[...told]
      .filter((number) => !there.has(number))
      .map((number) => `order ${number} was told and is none`),
    ...[...there].filter((number) => !told.has(number)).map((number) => `order ${number} was told to nobody`),
  ]
}

function result(
  buyers: readonly Buyer[],
  told: Pick<KillsResult, 'kills' | 'faults' | 'money'>,
): KillsResult {
  const sum = (of: (buyer: Buyer) => number): number => buyers.reduce((total, buyer) => total + of(buyer), 0)
  return {
    ...told,
    orders: sum(({ numbers }) => numbers.size),
    pressed: sum(({ counts }) => counts.pressed),
    refused: sum(({ counts }) => counts.refused),
    lost: sum(({ counts }) => counts.lost),
  }
}
