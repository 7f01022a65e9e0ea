// Pairing codes that are over, and addresses that typed wrong ones: who used, tried or withdrew them need not be known for ever.
// Codes end by themselves, to the second, wherever they are read; this is their removal.
import { sql } from 'kysely'
import type { StoreDb } from '../../database.ts'
import { TRIES_KEPT_MS } from '../../enrolment/pairing-codes.queries.ts'

const CODES_KEPT_DAYS = 30

export async function removeEndedCodes(db: StoreDb, limit: number): Promise<number> {
  return removed(
    sql`delete from "RelayPairingCodes" where "lookup" = any(array(
      select "lookup" from "RelayPairingCodes"
      where "expiresAt" < relay_now() - make_interval(days => ${CODES_KEPT_DAYS}) limit ${limit} for update skip locked))`,
    db,
  )
}

export async function removeOldTries(db: StoreDb, limit: number): Promise<number> {
  return removed(
    sql`delete from "RelayPairingTries" where "address" = any(array(
      select "address" from "RelayPairingTries"
      where "lastAt" <= relay_now() - make_interval(secs => ${TRIES_KEPT_MS / 1_000}) limit ${limit} for update skip locked))`,
    db,
  )
}

async function removed(statement: ReturnType<typeof sql>, db: StoreDb): Promise<number> {
  return Number((await statement.execute(db)).numAffectedRows ?? 0)
}
