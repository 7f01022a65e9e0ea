// Reads and ends the sessions of a user, all or one; and says whether the one behind an access token still is one.
import type { ExpressionBuilder, Kysely } from 'kysely'
import type { UserRole } from '@pharmacy-relay/shared/user-role.ts'
import type { IdentitySchema } from '../database-schema.ts'
import type { UserRow } from '../users/users.queries.ts'
import type { FamilyRow } from './refresh-families.queries.ts'

/** Not ended, last used first. */
export async function liveFamilies(
  db: Kysely<IdentitySchema>,
  { userId, now }: { readonly userId: number; readonly now: Date },
): Promise<FamilyRow[]> {
  return db
    .selectFrom('RefreshFamilies')
    .selectAll()
    .where('userId', '=', userId)
    .where(isLive(now))
    .orderBy('lastUsedAt', 'desc')
    .orderBy('id')
    .execute()
}

export interface FamilyEnd {
  readonly userId: number
  readonly now: Date
  readonly because: string
  /** This one goes on; null for none. */
  readonly except: string | null
  /** This one alone; null for all. */
  readonly only: string | null
}

/** Ends sessions of a user that have not ended; their ids. */
export async function endFamilies(db: Kysely<IdentitySchema>, end: FamilyEnd): Promise<string[]> {
  const ended = await db
    .updateTable('RefreshFamilies')
    .set({ revokedAt: end.now, revokedBecause: end.because })
    .where('userId', '=', end.userId)
    .where(isLive(end.now))
    .$if(end.except !== null, (query) => query.where('id', '!=', end.except ?? ''))
    .$if(end.only !== null, (query) => query.where('id', '=', end.only ?? ''))
    .returning('id')
    .execute()
  return ended.map(({ id }) => id)
}

/** Whether this session of this user goes on, he is active, and in this role. */
export async function isSessionLive(
  db: Kysely<IdentitySchema>,
  {
    sessionId,
    guid,
    role,
    now,
  }: { readonly sessionId: string; readonly guid: string; readonly role: UserRole; readonly now: Date },
): Promise<boolean> {
  const found = await db
    .selectFrom('RefreshFamilies')
    .innerJoin('Users', 'Users.id', 'RefreshFamilies.userId')
    .select('RefreshFamilies.id')
    .where('RefreshFamilies.id', '=', sessionId)
    .where('Users.guid', '=', guid)
    .where('Users.isActive', '=', true)
    .where('Users.role', '=', role)
    .where('RefreshFamilies.revokedAt', 'is', null)
    .where('RefreshFamilies.expiresAt', '>', now)
    .executeTakeFirst()
  return found !== undefined
}

/** The person proved once more who he is. Null when the session or the password ended meanwhile. */
export async function noteSignIn(
  db: Kysely<IdentitySchema>,
  { sessionId, user, now }: { readonly sessionId: string; readonly user: UserRow; readonly now: Date },
): Promise<FamilyRow | null> {
  const noted = await db
    .updateTable('RefreshFamilies')
    .from('Users')
    .set({ signedInAt: now })
    .whereRef('Users.id', '=', 'RefreshFamilies.userId')
    .where('Users.id', '=', user.id)
    .where('Users.passwordHash', '=', user.passwordHash)
    .where('RefreshFamilies.id', '=', sessionId)
    .where('RefreshFamilies.revokedAt', 'is', null)
    .where('RefreshFamilies.expiresAt', '>', now)
    .returningAll('RefreshFamilies')
    .executeTakeFirst()
  return noted ?? null
}

function isLive(now: Date) {
  return (eb: ExpressionBuilder<IdentitySchema, 'RefreshFamilies'>) =>
    eb.and([eb('revokedAt', 'is', null), eb('expiresAt', '>', now)])
}
