// Reads and writes the table RefreshFamilies: one row per sign-in session, locked while its token changes.
import { randomUUID } from 'node:crypto'
import { sql, type Kysely, type Selectable } from 'kysely'
import type { IdentitySchema } from '../database-schema.ts'
import type { UserRow } from '../users/users.queries.ts'

export type FamilyRow = Selectable<IdentitySchema['RefreshFamilies']>
/** What a presented token leads to; decided by `judgeRefresh`. */
export type RefreshVerdict =
  | { readonly kind: 'rotate'; readonly counter: number; readonly expiresAt: Date }
  | { readonly kind: 'repeat' }
  | { readonly kind: 'revoke'; readonly because: string }
  | { readonly kind: 'refuse' }

export interface RefreshOutcome {
  readonly verdict: RefreshVerdict
  readonly family: FamilyRow
  readonly user: UserRow
}

/** A person's older sessions beyond this many end when a new one begins. */
const SESSIONS_PER_USER = 100

/** Where a session was seen. */
export type SeenAt = Pick<FamilyRow, 'kind' | 'agent' | 'address'>

interface FamilyStart {
  /** As he was when his password was checked. */
  readonly user: UserRow
  readonly now: Date
  readonly expiresAt: Date
  readonly seen: SeenAt
  /** The computer that the session is of; null where it is of none. */
  readonly deviceKey: string | null
}

/** Begins a session with token number 1. Null when password or state of the user changed since they were checked. */
export async function openFamily(
  db: Kysely<IdentitySchema>,
  { user, now, expiresAt, seen, deviceKey }: FamilyStart,
): Promise<FamilyRow | null> {
  const userId = user.id
  return db.transaction().execute(async (trx) => {
    const still = trx
      .selectFrom('Users')
      .select('id')
      .where('id', '=', userId)
      .where('passwordHash', '=', user.passwordHash)
      .where('isActive', '=', true)
      // Who changes a password ends the sessions that he sees: this one comes before, or not at all.
      .forShare()
    if ((await still.executeTakeFirst()) === undefined) return null
    const kept = trx
      .selectFrom('RefreshFamilies')
      .select('id')
      .where('userId', '=', userId)
      .orderBy('createdAt', 'desc')
      .limit(SESSIONS_PER_USER - 1)
    await trx.deleteFrom('RefreshFamilies').where('userId', '=', userId).where('id', 'not in', kept).execute()
    return trx
      .insertInto('RefreshFamilies')
      .values({
        ...seen,
        deviceKey,
        id: randomUUID(),
        userId,
        counter: 1,
        rotatedAt: now,
        createdAt: now,
        lastUsedAt: now,
        signedInAt: now,
        expiresAt,
      })
      .returningAll()
      .executeTakeFirstOrThrow()
  })
}

/** Locks the session's row, lets `judge` decide, and does what it says. Null when there is no such session. */
export async function useFamily(
  db: Kysely<IdentitySchema>,
  {
    id,
    now,
    address,
    judge,
  }: {
    readonly id: string
    readonly now: Date
    readonly address: string | null
    readonly judge: (family: FamilyRow, user: UserRow) => RefreshVerdict
  },
): Promise<RefreshOutcome | null> {
  return db.transaction().execute(async (trx) => {
    const locked = trx.selectFrom('RefreshFamilies').selectAll().where('id', '=', id).forUpdate()
    const family = await locked.executeTakeFirst()
    if (family === undefined) return null
    const users = trx.selectFrom('Users').selectAll().where('id', '=', family.userId)
    const user = await users.executeTakeFirstOrThrow()
    const verdict = judge(family, user)
    if (verdict.kind === 'revoke') await revoke(trx, { id, now, because: verdict.because })
    if (verdict.kind !== 'rotate') return { verdict, family, user }
    const { counter, expiresAt } = verdict
    const rotated = trx
      .updateTable('RefreshFamilies')
      .set({ counter, expiresAt, address, rotatedAt: now, lastUsedAt: now })
      .where('id', '=', id)
    return { verdict, user, family: await rotated.returningAll().executeTakeFirstOrThrow() }
  })
}

/** Ends a session; one that has ended keeps its first reason. */
export async function revoke(
  db: Kysely<IdentitySchema>,
  { id, now, because }: { readonly id: string; readonly now: Date; readonly because: string },
): Promise<void> {
  await db
    .updateTable('RefreshFamilies')
    .set({ revokedAt: now, revokedBecause: because })
    .where('id', '=', id)
    .where('revokedAt', 'is', null)
    .execute()
}

/** Removes sessions whose last token has ended; how many. */
export async function deleteEndedFamilies(db: Kysely<IdentitySchema>, now: Date): Promise<number> {
  const deleted = await sql`delete from "RefreshFamilies" where "expiresAt" < ${now}`.execute(db)
  return Number(deleted.numAffectedRows ?? 0n)
}
