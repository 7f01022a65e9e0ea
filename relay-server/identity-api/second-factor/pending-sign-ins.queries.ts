// Reads and writes PendingSignIns: the password was right, a code is missing. It is no session.
import { sql, type Kysely, type Selectable } from 'kysely'
import type { IdentitySchema } from '../database-schema.ts'

export type PendingRow = Selectable<IdentitySchema['PendingSignIns']>

export const PENDING_MS = 5 * 60_000
const WRONG_CODES_MAX = 5

export async function openPending(
  db: Kysely<IdentitySchema>,
  row: Omit<PendingRow, 'wrongCodes'>,
): Promise<void> {
  await db
    .insertInto('PendingSignIns')
    .values({ ...row, wrongCodes: 0 })
    .execute()
}

/** Null when it has ended. Counts nothing. */
export async function findPending(
  db: Kysely<IdentitySchema>,
  { tokenHash, now }: { readonly tokenHash: Buffer; readonly now: Date },
): Promise<PendingRow | null> {
  const found = await db
    .selectFrom('PendingSignIns')
    .selectAll()
    .where('tokenHash', '=', tokenHash)
    .where('wrongCodes', '<', WRONG_CODES_MAX)
    .where('expiresAt', '>', now)
    .executeTakeFirst()
  return found ?? null
}

/** Counts a code before it is looked at; null when it has ended: by time, five wrong ones, or the end of the sign-in. */
export async function countCode(
  db: Kysely<IdentitySchema>,
  { tokenHash, now }: { readonly tokenHash: Buffer; readonly now: Date },
): Promise<PendingRow | null> {
  const counted = await db
    .updateTable('PendingSignIns')
    .set({ wrongCodes: sql<number>`"wrongCodes" + 1` })
    .where('tokenHash', '=', tokenHash)
    .where('wrongCodes', '<', WRONG_CODES_MAX)
    .where('expiresAt', '>', now)
    .returningAll()
    .executeTakeFirst()
  return counted ?? null
}

/** Ends it. False when somebody else did. */
export async function closePending(db: Kysely<IdentitySchema>, tokenHash: Buffer): Promise<boolean> {
  const closed = await db
    .deleteFrom('PendingSignIns')
    .where('tokenHash', '=', tokenHash)
    .returning('userId')
    .executeTakeFirst()
  return closed !== undefined
}

export async function deleteOldPending(db: Kysely<IdentitySchema>, now: Date): Promise<number> {
  const deleted = await sql`delete from "PendingSignIns" where "expiresAt" < ${now}`.execute(db)
  return Number(deleted.numAffectedRows ?? 0n)
}
