// Reads and writes EmailChanges: another address counts when the old and the new one have both said yes.
import { sql, type Kysely } from 'kysely'
import type { IdentitySchema } from '../database-schema.ts'
import { endLinks } from './password-links.queries.ts'

export const EMAIL_CHANGE_MS = 24 * 3_600_000

export interface EmailChange {
  readonly userId: number
  readonly email: string
  readonly oldTokenHash: Buffer
  readonly newTokenHash: Buffer
  readonly now: Date
}

/** Begins a change, in place of one that is open. */
export async function openEmailChange(db: Kysely<IdentitySchema>, change: EmailChange): Promise<void> {
  const { now, ...fields } = change
  const expiresAt = new Date(now.getTime() + EMAIL_CHANGE_MS)
  const row = { ...fields, createdAt: now, expiresAt, oldConfirmedAt: null, newConfirmedAt: null }
  await db
    .insertInto('EmailChanges')
    .values(row)
    .onConflict((conflict) => conflict.column('userId').doUpdateSet(row))
    .execute()
}

/** Null: the token is of no open change. Throws the unique violation when the address was taken meanwhile. */
export async function confirmEmailChange(
  db: Kysely<IdentitySchema>,
  { hash, now }: { readonly hash: Buffer; readonly now: Date },
): Promise<{ readonly isDone: boolean; readonly userId: number } | null> {
  return db.transaction().execute(async (trx) => {
    const confirmed = await trx
      .updateTable('EmailChanges')
      .set({
        oldConfirmedAt: sql`case when "oldTokenHash" = ${hash} then ${now} else "oldConfirmedAt" end`,
        newConfirmedAt: sql`case when "newTokenHash" = ${hash} then ${now} else "newConfirmedAt" end`,
      })
      .where((eb) => eb.or([eb('oldTokenHash', '=', hash), eb('newTokenHash', '=', hash)]))
      .where('expiresAt', '>', now)
      .returningAll()
      .executeTakeFirst()
    if (confirmed === undefined) return null
    const { userId, email } = confirmed
    if (confirmed.oldConfirmedAt === null || confirmed.newConfirmedAt === null)
      return { isDone: false, userId }
    await trx.updateTable('Users').set({ email, updatedAt: now }).where('id', '=', userId).execute()
    await trx.deleteFrom('EmailChanges').where('userId', '=', userId).execute()
    await endLinks(trx, { userId, now })
    return { isDone: true, userId }
  })
}
