// How far health follows the outbox, and which pharmacies are still to be computed whatever happened there.
import { sql } from 'kysely'
import type { StoreDb, StoreTransaction } from '../database.ts'

export interface HealthProgress {
  /** Of the outbox: what came later is still to be looked at. */
  readonly lastEventId: number
  /** Pharmacies with a higher id are still to be computed; null: none. */
  readonly fromCustomerId: number | null
}

export async function readProgress(trx: StoreTransaction): Promise<HealthProgress> {
  const row = await trx
    .selectFrom('HealthProgress')
    .select(['lastEventId', 'fromCustomerId'])
    .executeTakeFirst()
  return row ?? { lastEventId: 0, fromCustomerId: 0 }
}

export async function writeProgress(trx: StoreTransaction, progress: HealthProgress): Promise<void> {
  await trx.updateTable('HealthProgress').set(progress).execute()
}

export interface ChangedPharmacies {
  readonly customerIds: readonly number[]
  /** Null: nothing came. */
  readonly lastEventId: number | null
  /** Rows in between are no longer kept. */
  readonly hasGap: boolean
}

/** Whose pharmacies the next events tell of, in the order of their ids; at most `most` events. */
export async function changedPharmacies(
  trx: StoreTransaction,
  afterId: number,
  most: number,
): Promise<ChangedPharmacies> {
  const { rows } = await sql<{ id: number; customerId: number; kind: string }>`
    select "id", "customerId", "kind" from "RelayEvents" where "id" > ${afterId} order by "id" limit ${most}`.execute(
    trx,
  )
  const told = rows.filter(({ kind }) => kind !== 'support_task' && kind !== 'support_message')
  return {
    customerIds: [...new Set(told.map(({ customerId }) => customerId))],
    lastEventId: rows.at(-1)?.id ?? null,
    hasGap: await hasGap(trx, afterId),
  }
}

/** Old events are removed after 30 days: who was away for longer, and stands before the oldest, may have missed some. */
async function hasGap(trx: StoreTransaction, afterId: number): Promise<boolean> {
  if (afterId === 0) return false
  const { rows } = await sql<{ oldest: number | null }>`
    select (select "id" from "RelayEvents" order by "id" limit 1) as "oldest"`.execute(trx)
  const oldest = rows[0]?.oldest ?? null
  return oldest !== null && oldest > afterId
}

export async function pharmaciesAfter(
  db: StoreDb | StoreTransaction,
  customerId: number,
  most: number,
): Promise<number[]> {
  const rows = await db
    .selectFrom('Customers')
    .select('id')
    .where('id', '>', customerId)
    .orderBy('id')
    .limit(most)
    .execute()
  return rows.map(({ id }) => id)
}
