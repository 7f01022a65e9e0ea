// Fills a store database with a large fleet for measurements and demonstrations: quick, the same for the same number.
import type { StoreDb, StoreTransaction } from '../database.ts'
import { lockHealth } from '../health/health-rows.queries.ts'
import { judgePharmacies } from '../health/judge-pharmacies.ts'
import { recomputePresence } from '../presence/recompute.queries.ts'
import { addAssignments } from '../printing/refresh-assignments.ts'
import {
  analyze,
  computersWithoutAssignment,
  countFleet,
  insertPharmacies,
  insertSeedHub,
  insertSeededComputers,
  insertSeededConfigs,
  insertSeededSessions,
  pharmacyIds,
  recordSeed,
  repackPharmacies,
  shareProgress,
  type FleetCount,
  type SeedNames,
} from './seed-fleet.queries.ts'
import { insertExpiredLabels, insertSeededProblems } from './seed-problems.queries.ts'

export const MAX_PHARMACIES = 100_000
export const MAX_COMPUTERS_PER_PHARMACY = 500

export interface FleetPlan {
  /** 1 to MAX_PHARMACIES. */
  readonly pharmacies: number
  /** 1 to MAX_COMPUTERS_PER_PHARMACY. */
  readonly computersPerPharmacy: number
  /** Another number makes other names, versions and shares. */
  readonly seed: number
}

export interface SeededFleet {
  /** What this call wrote; nothing when the plan was carried out before. */
  readonly added: { readonly pharmacies: number; readonly computers: number }
  /** Every seeded pharmacy that there is now, of whatever plan. */
  readonly now: FleetCount
}

/** Store IDs of the seeded fleet begin here, clear of those that people and the demo use. */
export const FIRST_STORE_NUMBER = 100_000
/** The hub that seeded sessions belong to. */
export const SEED_HUB_ID = '5eed5eed-0000-4000-8000-000000000001'
/** A transaction each: short enough for the statement limit on a busy machine, too. */
const PHARMACIES_AT_ONCE = 50
const ASSIGNMENTS_AT_ONCE = 5_000

const TEXTS: SeedNames = {
  places: [
    'Ashford',
    'Barnes',
    'Camden',
    'Dalston',
    'Ealing',
    'Fulham',
    'Greenwich',
    'Hackney',
    'Islington',
    'Kew',
    'Lewisham',
    'Maidstone',
    'Norwich',
    'Oxford',
    'Peckham',
    'Reading',
    'Salford',
    'Truro',
    'Walthamstow',
    'York',
  ],
  owners: [
    'Abbey',
    'Bell',
    'Carter',
    'Dawson',
    'Evergreen',
    'Fraser',
    'Goodwin',
    'Harrow',
    'Ivy',
    'Jubilee',
    'Kingsway',
    'Linden',
    'Meridian',
    'Northgate',
    'Orchard',
    'Parkside',
    'Quayside',
    'Riverside',
    'Station',
    'Thornton',
    'Victoria',
    'Wellington',
    'Yıldız',
    'Müller',
  ],
  kinds: [
    'Pharmacy',
    'Chemist',
    'Apotheke',
    'Eczanesi',
    'Dispensary',
    'Health Pharmacy',
    'Late Night Pharmacy',
  ],
  rooms: ['COUNTER', 'DISPENSARY', 'CONSULT', 'STOCK', 'OFFICE', 'TILL'],
  printers: ['cups:ZD421', 'cups:GK420d', 'cups:CL-S621', 'cups:TE200', 'tcp:192.168.1.50:9100'],
}

/** Every seeded pharmacy that there is, of whatever plan. */
export async function seededFleet(db: StoreDb): Promise<FleetCount> {
  return countFleet(db, { first: FIRST_STORE_NUMBER, count: MAX_PHARMACIES })
}

/**
 * Adds what the plan has and the database has not: the same plan twice writes once, one that was interrupted is carried
 * on, a larger one is filled up, a smaller one takes nothing away. 10,000 pharmacies of 10 take about half a minute.
 * Presence is derived from real sessions by the one writer; no events are written, because nobody saw the fleet before.
 * Only the labels that expired today are written again on another day.
 */
export async function seedFleet(db: StoreDb, plan: FleetPlan): Promise<SeededFleet> {
  const added = { pharmacies: 0, computers: 0 }
  for (let done = 0; done < plan.pharmacies; done += PHARMACIES_AT_ONCE) {
    const count = Math.min(PHARMACIES_AT_ONCE, plan.pharmacies - done)
    const made = await seedSome(db, plan, { first: FIRST_STORE_NUMBER + done, count })
    added.pharmacies += made.pharmacies
    added.computers += made.computers
  }
  if (added.computers > 0) await repackPharmacies(db)
  const name = `fleet-${plan.pharmacies}x${plan.computersPerPharmacy}-${plan.seed}`
  await db.transaction().execute(async (trx) => {
    await analyze(trx)
    await recordSeed(trx, name, { ...plan, added })
  })
  return { added, now: await seededFleet(db) }
}

async function seedSome(
  db: StoreDb,
  { computersPerPharmacy, seed }: FleetPlan,
  range: { readonly first: number; readonly count: number },
): Promise<SeededFleet['added']> {
  return db.transaction().execute(async (trx) => {
    await lockHealth(trx)
    await insertSeedHub(trx, SEED_HUB_ID)
    const pharmacies = await insertPharmacies(trx, { ...range, seed, names: TEXTS })
    const computers = await insertSeededComputers(trx, {
      ...range,
      perPharmacy: computersPerPharmacy,
      seed,
      names: TEXTS,
    })
    await insertSeededConfigs(trx, range)
    const computerIds = await insertSeededSessions(trx, { ...range, seed, hubId: SEED_HUB_ID })
    await recomputePresence(trx, computerIds)
    await assign(trx, range, seed)
    if (computers > 0) await insertSeededProblems(trx, { ...range, seed })
    await insertExpiredLabels(trx, { ...range, seed })
    await judgePharmacies(trx, await pharmacyIds(trx, range))
    return { pharmacies, computers }
  })
}

async function assign(
  trx: StoreTransaction,
  range: { readonly first: number; readonly count: number },
  seed: number,
): Promise<void> {
  const computers = await computersWithoutAssignment(trx, range)
  for (let done = 0; done < computers.length; done += ASSIGNMENTS_AT_ONCE) {
    const some = computers.slice(done, done + ASSIGNMENTS_AT_ONCE)
    await addAssignments(trx, some)
    await shareProgress(
      trx,
      some.map(({ computerId }) => computerId),
      seed,
    )
  }
}
