// Reads and ends sessions that are of one computer.
import type { Kysely } from 'kysely'
import type { IdentitySchema } from '../database-schema.ts'

/** The computer that a session is of; null where it is of none, or there is no such session. */
export async function deviceOfFamily(db: Kysely<IdentitySchema>, familyId: string): Promise<string | null> {
  const row = await db
    .selectFrom('RefreshFamilies')
    .select('deviceKey')
    .where('id', '=', familyId)
    .where('revokedAt', 'is', null)
    .executeTakeFirst()
  return row?.deviceKey ?? null
}

/** How many. Sign-ins at that computer that wait for a code end, too. */
export async function endSessionsOfDevice(
  db: Kysely<IdentitySchema>,
  { deviceKey, now }: { readonly deviceKey: string; readonly now: Date },
): Promise<number> {
  return db.transaction().execute(async (trx) => {
    await trx.deleteFrom('PendingSignIns').where('deviceKey', '=', deviceKey).execute()
    const ended = await trx
      .updateTable('RefreshFamilies')
      .set({ revokedAt: now, revokedBecause: 'computer not known any more' })
      .where('deviceKey', '=', deviceKey)
      .where('revokedAt', 'is', null)
      .returning('id')
      .execute()
    return ended.length
  })
}
