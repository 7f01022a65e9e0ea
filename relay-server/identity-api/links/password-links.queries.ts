// Reads and writes PasswordChangeLinks: the newest of a user is the one that is good, and it is good once.
import { sql, type Kysely } from 'kysely'
import type { IdentitySchema } from '../database-schema.ts'
import type { UserRow } from '../users/users.queries.ts'

export const LINK_MS = 30 * 60_000
/** What is over is kept for a day. */
const KEPT_MS = 86_400_000

/** Makes a link of a user, which ends the ones before. */
export async function openLink(
  db: Kysely<IdentitySchema>,
  { userId, hash, now }: { readonly userId: number; readonly hash: Buffer; readonly now: Date },
): Promise<void> {
  await db.transaction().execute(async (trx) => {
    // Two at the same time: the later one is the newest.
    await trx.selectFrom('Users').select('id').where('id', '=', userId).forUpdate().execute()
    await endLinks(trx, { userId, now })
    const expiresAt = new Date(now.getTime() + LINK_MS)
    await trx
      .insertInto('PasswordChangeLinks')
      .values({ userId, tokenHash: hash, createdAt: now, expiresAt })
      .execute()
  })
}

/** Ends the open links of a user. */
export async function endLinks(
  db: Kysely<IdentitySchema>,
  { userId, now }: { readonly userId: number; readonly now: Date },
): Promise<void> {
  await db
    .updateTable('PasswordChangeLinks')
    .set({ endedAt: now })
    .where('userId', '=', userId)
    .where('usedAt', 'is', null)
    .where('endedAt', 'is', null)
    .execute()
}

/** Whose link it is, while it is good; consumes nothing. */
export async function userOfLink(
  db: Kysely<IdentitySchema>,
  { hash, now }: { readonly hash: Buffer; readonly now: Date },
): Promise<UserRow | null> {
  const found = await db
    .selectFrom('PasswordChangeLinks as l')
    .innerJoin('Users', 'Users.id', 'l.userId')
    .selectAll('Users')
    .where('l.tokenHash', '=', hash)
    .where('l.usedAt', 'is', null)
    .where('l.endedAt', 'is', null)
    .where('l.expiresAt', '>', now)
    .where('Users.isActive', '=', true)
    .executeTakeFirst()
  return found ?? null
}

/** Removes links that ended a day ago; how many. */
export async function deleteOldLinks(db: Kysely<IdentitySchema>, now: Date): Promise<number> {
  const before = new Date(now.getTime() - KEPT_MS)
  const links = await sql`delete from "PasswordChangeLinks" where "expiresAt" < ${before}`.execute(db)
  const changes = await sql`delete from "EmailChanges" where "expiresAt" < ${now}`.execute(db)
  return Number(links.numAffectedRows ?? 0n) + Number(changes.numAffectedRows ?? 0n)
}
