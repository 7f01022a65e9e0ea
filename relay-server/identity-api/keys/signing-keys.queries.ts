// Reads and writes the table SigningKeys; making and retiring happens under a lock that all processes share.
import { sql, type Kysely, type Selectable } from 'kysely'
import type { IdentitySchema } from '../database-schema.ts'

export type SigningKeyRow = Selectable<IdentitySchema['SigningKeys']>

const KEYS_LOCK = 519_301

/** Keys in use or retired after `retiredAfter`, newest first. */
export async function readKeys(db: Kysely<IdentitySchema>, retiredAfter: Date): Promise<SigningKeyRow[]> {
  return db
    .selectFrom('SigningKeys')
    .selectAll()
    .where((where) => where.or([where('retiredAt', 'is', null), where('retiredAt', '>', retiredAfter)]))
    .orderBy('createdAt', 'desc')
    .limit(16)
    .execute()
}

/** Runs `decide` on the keys in use with nobody else deciding; a key that it gives replaces them all. */
export async function replaceKeys(
  db: Kysely<IdentitySchema>,
  now: Date,
  decide: (inUse: readonly SigningKeyRow[]) => SigningKeyRow | null,
): Promise<void> {
  return db.transaction().execute(async (trx) => {
    await sql`select pg_advisory_xact_lock(${KEYS_LOCK})`.execute(trx)
    const inUse = await trx.selectFrom('SigningKeys').selectAll().where('retiredAt', 'is', null).execute()
    const next = decide(inUse)
    if (next === null) return
    await trx.updateTable('SigningKeys').set({ retiredAt: now }).where('retiredAt', 'is', null).execute()
    const values = { ...next, publicJwk: JSON.stringify(next.publicJwk) }
    await trx.insertInto('SigningKeys').values(values).execute()
  })
}
