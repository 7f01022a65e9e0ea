// The chain of the staff log as rows: read in portions, its last link, and the erasure of words.
import { sql } from 'kysely'
import type { StoreDb } from '../database.ts'
import { lockLog, recordForeignOperation, type StaffActor } from './staff-operations.queries.ts'
import type { Link } from './audit-chain.ts'
import { erasureSource, type ChainRow } from './verify-chain.ts'

const PORTION = 1_000

/** All rows by id. Rows that are added meanwhile may come, too. */
export async function* chainRows(db: StoreDb): AsyncGenerator<ChainRow> {
  let after: number | null = null
  for (;;) {
    const rows: ChainRow[] = await portion(db, after)
    yield* rows
    const last = rows.at(-1)
    if (last === undefined || rows.length < PORTION) return
    after = last.id
  }
}

/** By id alone: one below 1 is a fault that has to be seen. */
async function portion(db: StoreDb, after: number | null): Promise<ChainRow[]> {
  return db
    .selectFrom('StaffOperationHistory')
    .select(['id', 'at', 'staffGuid', 'staffName', 'staffRole', 'action', 'customerId', 'computerId'])
    .select(['userGuid', 'source', 'summary', 'salt', 'words', 'hash'])
    .select([sql<string | null>`"before"::text`.as('before'), sql<string | null>`"after"::text`.as('after')])
    .$if(after !== null, (rows) => rows.where('id', '>', after ?? 0))
    .orderBy('id')
    .limit(PORTION)
    .execute()
}

/** Null while nobody did anything. */
export async function lastLink(db: StoreDb): Promise<Link | null> {
  const newest = db.selectFrom('StaffOperationHistory').select(['id', 'hash']).orderBy('id', 'desc').limit(1)
  return (await newest.executeTakeFirst()) ?? null
}

/**
 * Erases name, summary, before and after of a row with the salt of their digest, and writes a row that says so. False
 * where that was done already, or there is no such row.
 */
export async function eraseWords(db: StoreDb, id: number, actor: StaffActor): Promise<boolean> {
  return db.transaction().execute(async (trx) => {
    await lockLog(trx)
    const { numUpdatedRows } = await trx
      .updateTable('StaffOperationHistory')
      .set({ staffName: '', summary: '', before: null, after: null, salt: null })
      .where('id', '=', id)
      .where('salt', 'is not', null)
      .executeTakeFirst()
    if (numUpdatedRows === 0n) return false
    await recordForeignOperation(trx, actor, {
      action: 'staff-log.erase',
      customerId: null,
      computerId: null,
      userGuid: null,
      source: erasureSource(id),
      at: null,
      summary: `Erased the words of row ${id} of the staff log`,
    })
    return true
  })
}
