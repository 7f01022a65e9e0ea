// User administration: the list, and changes of a user under one lock, so that the last active Admin stays.
import { sql, type Kysely, type Transaction } from 'kysely'
import type { EndpointResult } from '@pharmacy-relay/shared/api/endpoint.ts'
import type { UserListQuery, UserDetail, usersApi } from '@pharmacy-relay/shared/api/identity-users.ts'
import { ProblemError } from '@pharmacy-relay/shared/problem.ts'
import { reason } from '@pharmacy-relay/shared/reasons/make-reason.ts'
import type { Caller } from '../../auth/access-token.ts'
import { containsPattern, soughtWords } from '../../db/search/fold.ts'
import type { IdentitySchema } from '../database-schema.ts'
import type { IdentityParts } from '../identity-parts.ts'
import { wayTo } from '../links/link-messages.ts'
import { endLinks } from '../links/password-links.queries.ts'
import { endFamilies } from '../sessions/user-sessions.queries.ts'
import { noteUserChange } from '../staff-log/user-changes.ts'
import { findUserByGuid, type UserRow } from './users.queries.ts'

/** Of somebody who has one. */
const ANY_PHONE = '+0'

/** Whoever makes or unmakes an Admin holds it until he commits. */
const ADMINS_LOCK = 7_301

type DetailRow = UserRow & { readonly lastUsedAt: Date | null; readonly linkEndsAt: Date | null }
type DetailParts = Pick<IdentityParts, 'db' | 'now' | 'ways'>

type UserList = EndpointResult<typeof usersApi.listUsers>

/** By name. `total` counts all that match. */
export async function listUsers(parts: DetailParts, query: UserListQuery): Promise<UserList> {
  const { page, pageSize } = query
  const found = matching(parts.db, query)
  const [counted, rows] = await Promise.all([
    found.select((eb) => eb.fn.countAll<number>().as('total')).executeTakeFirstOrThrow(),
    found
      .selectAll()
      .select(detailColumns)
      .orderBy(sql`lower("name")`)
      .orderBy('id')
      .limit(pageSize)
      .offset((page - 1) * pageSize)
      .execute(),
  ])
  return {
    items: rows.map((row) => userDetail(row, parts)),
    total: counted.total,
    page,
    pageSize,
    linksGoBy: wayTo(parts.ways, { phone: ANY_PHONE }),
  }
}

/** Every word that was typed, in any order, as soughtWords compares them. */
function matching(db: Kysely<IdentitySchema>, { q, role, state }: UserListQuery) {
  return db
    .selectFrom('Users')
    .where((eb) =>
      eb.and(
        soughtWords(q).map((forms) =>
          eb.or(forms.map((form) => eb('searchForms', 'like', containsPattern(form)))),
        ),
      ),
    )
    .$if(role !== undefined, (query) => query.where('role', '=', role ?? 'Customer'))
    .$if(state === 'disabled', (query) => query.where('isActive', '=', false))
    .$if(state === 'active', (query) =>
      query.where('isActive', '=', true).where('passwordSetAt', 'is not', null),
    )
    .$if(state === 'invited', (query) =>
      query.where('isActive', '=', true).where('passwordSetAt', 'is', null),
    )
}

const detailColumns = [
  sql<Date | null>`(
    select max(f."lastUsedAt") from "RefreshFamilies" f where f."userId" = "Users"."id"
  )`.as('lastUsedAt'),
  sql<Date | null>`(
    select max(l."expiresAt") from "PasswordChangeLinks" l
    where l."userId" = "Users"."id" and l."usedAt" is null and l."endedAt" is null
  )`.as('linkEndsAt'),
]

/** Null when there is no such user. */
export async function findUserDetail(parts: DetailParts, guid: string): Promise<UserDetail | null> {
  const row = await parts.db
    .selectFrom('Users')
    .selectAll()
    .select(detailColumns)
    .where('guid', '=', guid)
    .executeTakeFirst()
  return row === undefined ? null : userDetail(row, parts)
}

function userDetail(row: DetailRow, { ways, now }: DetailParts): UserDetail {
  const { guid, email, name, role, pharmacyId, isActive, phone, linkEndsAt } = row
  return {
    guid,
    email,
    name,
    role,
    pharmacyId,
    isActive,
    phone,
    createdAt: row.createdAt.toISOString(),
    passwordSetAt: row.passwordSetAt?.toISOString() ?? null,
    lastUsedAt: row.lastUsedAt?.toISOString() ?? null,
    linkEndsAt: linkEndsAt !== null && linkEndsAt > now() ? linkEndsAt.toISOString() : null,
    reachedBy: wayTo(ways, row),
  }
}

export interface UserChange {
  readonly guid: string
  /** The Admin who asks. */
  readonly by: Caller
  readonly now: Date
  readonly change: Partial<Pick<UserRow, 'role' | 'pharmacyId' | 'isActive'>>
}

/**
 * Makes the change; a disabled user's sessions end with it. Throws ProblemError: `not_found`; `token_invalid` when the
 * Admin is none any more; `state_conflict` when no active Admin would be left.
 */
export async function changeUser(db: Kysely<IdentitySchema>, wanted: UserChange): Promise<void> {
  const { guid, by, now, change } = wanted
  await db.transaction().execute(async (trx) => {
    await sql`select pg_advisory_xact_lock(${ADMINS_LOCK})`.execute(trx)
    const admin = await findUserByGuid(trx, by.subject)
    if (admin?.isActive !== true || admin.role !== 'Admin')
      throw new ProblemError('token_invalid', 'You are no Admin any more')
    const before = await findUserByGuid(trx, guid)
    const user = await trx
      .updateTable('Users')
      .set({ ...change, updatedAt: now })
      .where('guid', '=', guid)
      .returningAll()
      .executeTakeFirst()
    if (user === undefined) throw new ProblemError('not_found', 'There is no such user')
    if ((await activeAdmins(trx)) === 0) throw new ProblemError('state_conflict', reason('last_admin', {}))
    if (before !== null) await noteUserChange(trx, { caller: by, before, user, now })
    if (user.isActive) return
    await endLinks(trx, { userId: user.id, now })
    await endFamilies(trx, { userId: user.id, now, because: 'user disabled', except: null, only: null })
  })
}

/** Who was invited and has chosen no password yet administers nothing. */
async function activeAdmins(trx: Transaction<IdentitySchema>): Promise<number> {
  const { count } = await trx
    .selectFrom('Users')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .where('role', '=', 'Admin')
    .where('isActive', '=', true)
    .where('passwordSetAt', 'is not', null)
    .executeTakeFirstOrThrow()
  return count
}
