// Reads and writes FactorResets, at most one of a user; and does a reset: factors, codes and sessions end together.
import type { Kysely, Selectable } from 'kysely'
import { RESET_NOTICE_MS } from '@pharmacy-relay/shared/api/identity-resets.ts'
import type { Reason } from '@pharmacy-relay/shared/reasons/reason.ts'
import type { IdentitySchema } from '../database-schema.ts'
import { endFamilies } from '../sessions/user-sessions.queries.ts'
import { resetRefusal } from './reset-rule.ts'

export type ResetRow = Selectable<IdentitySchema['FactorResets']>
/** With the people it is about. */
export type ResetDetail = Pick<ResetRow, 'askedAt' | 'noticedAt' | 'objectedAt'> & {
  readonly userGuid: string
  readonly userName: string
  readonly userEmail: string
  readonly byGuid: string
  readonly byName: string
  readonly byEmail: string
}

/** Of a user, or by the link that he was sent. */
export type ResetKey = { readonly userId: number } | { readonly tokenHash: Buffer }

const LISTED = 200

/** False when one is open already; one that was objected to, or whose Admin is none any more, makes room. */
export async function openReset(
  db: Kysely<IdentitySchema>,
  row: Omit<ResetRow, 'noticedAt' | 'objectedAt'>,
): Promise<boolean> {
  return db.transaction().execute(async (trx) => {
    await trx
      .deleteFrom('FactorResets')
      .where('userId', '=', row.userId)
      .where((eb) =>
        eb.or([
          eb('objectedAt', 'is not', null),
          eb(
            'askedBy',
            'not in',
            eb
              .selectFrom('Users')
              .select('id')
              .where((user) => user.and({ role: 'Admin', isActive: true })),
          ),
        ]),
      )
      .execute()
    const opened = await trx
      .insertInto('FactorResets')
      .values({ ...row, noticedAt: null, objectedAt: null })
      .onConflict((conflict) => conflict.column('userId').doNothing())
      .returning('userId')
      .executeTakeFirst()
    return opened !== undefined
  })
}

/** Its owner was told: from now on he has a day to object. */
export async function noteNotice(
  db: Kysely<IdentitySchema>,
  { tokenHash, now }: { readonly tokenHash: Buffer; readonly now: Date },
): Promise<void> {
  await db
    .updateTable('FactorResets')
    .set({ noticedAt: now })
    .where('tokenHash', '=', tokenHash)
    .where('noticedAt', 'is', null)
    .execute()
}

/** The user's id; null when none is open. */
export async function objectToReset(
  db: Kysely<IdentitySchema>,
  { of, now }: { readonly of: ResetKey; readonly now: Date },
): Promise<number | null> {
  const objected = await db
    .updateTable('FactorResets')
    .set({ objectedAt: now })
    .where((eb) => eb.and(of))
    .where('objectedAt', 'is', null)
    .returning('userId')
    .executeTakeFirst()
  return objected?.userId ?? null
}

export async function withdrawReset(db: Kysely<IdentitySchema>, userId: number): Promise<boolean> {
  const withdrawn = await db
    .deleteFrom('FactorResets')
    .where('userId', '=', userId)
    .returning('userId')
    .executeTakeFirst()
  return withdrawn !== undefined
}

/** Newest first; `of` null: of everybody. Without those whose Admin is none any more. */
export async function listResets(db: Kysely<IdentitySchema>, of: ResetKey | null): Promise<ResetDetail[]> {
  return db
    .selectFrom('FactorResets as r')
    .innerJoin('Users as u', 'u.id', 'r.userId')
    .innerJoin('Users as a', 'a.id', 'r.askedBy')
    .select(['r.askedAt', 'r.noticedAt', 'r.objectedAt'])
    .select(['u.guid as userGuid', 'u.name as userName', 'u.email as userEmail'])
    .select(['a.guid as byGuid', 'a.name as byName', 'a.email as byEmail'])
    .where('a.role', '=', 'Admin')
    .where('a.isActive', '=', true)
    .where((eb) => {
      if (of === null) return eb.lit(true)
      return 'userId' in of ? eb('r.userId', '=', of.userId) : eb('r.tokenHash', '=', of.tokenHash)
    })
    .orderBy('r.askedAt', 'desc')
    .limit(LISTED)
    .execute()
}

/** Users whose owners were told a day ago and did not object. */
export async function dueResets(db: Kysely<IdentitySchema>, now: Date): Promise<number[]> {
  const rows = await db
    .selectFrom('FactorResets')
    .select('userId')
    .where('objectedAt', 'is', null)
    .where('noticedAt', '<=', new Date(now.getTime() - RESET_NOTICE_MS))
    .limit(LISTED)
    .execute()
  return rows.map(({ userId }) => userId)
}

export type ResetOutcome =
  | { readonly kind: 'none' }
  | { readonly kind: 'refused'; readonly because: Reason }
  | { readonly kind: 'done'; readonly reset: ResetRow }

/**
 * Does an open reset, or nothing. `by` null: its time has come. Whoever confirms, and whoever asked, must be an active
 * Admin at that moment.
 */
export async function doReset(
  db: Kysely<IdentitySchema>,
  { userId, by, now }: { readonly userId: number; readonly by: number | null; readonly now: Date },
): Promise<ResetOutcome> {
  return db.transaction().execute(async (trx) => {
    const reset = await trx
      .selectFrom('FactorResets')
      .selectAll()
      .where('userId', '=', userId)
      .forUpdate()
      .executeTakeFirst()
    if (reset === undefined || !(await areAdmins(trx, [reset.askedBy, by ?? reset.askedBy])))
      return { kind: 'none' }
    const because = resetRefusal(reset, { by, now })
    if (because !== null) return { kind: 'refused', because }
    for (const table of [
      'FactorResets',
      'SecondFactors',
      'RecoveryCodes',
      'Passkeys',
      'PendingSignIns',
    ] as const)
      await trx.deleteFrom(table).where('userId', '=', userId).execute()
    await endFamilies(trx, { userId, now, because: 'second factor reset', except: null, only: null })
    return { kind: 'done', reset }
  })
}

/** Locked, so that none of them is demoted meanwhile. */
async function areAdmins(trx: Kysely<IdentitySchema>, ids: readonly number[]): Promise<boolean> {
  const admins = await trx
    .selectFrom('Users')
    .select('id')
    .where('id', 'in', [...ids])
    .where('role', '=', 'Admin')
    .where('isActive', '=', true)
    .forShare()
    .execute()
  return admins.length === new Set(ids).size
}
