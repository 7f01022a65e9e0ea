// The staff log: a row for every change that staff make, chained to the row before, in the transaction of the change.
import { sql } from 'kysely'
import type { StaffActionKind, StaffValues } from '@pharmacy-relay/shared/api/staff-history.ts'
import type { UserRole } from '@pharmacy-relay/shared/user-role.ts'
import { LOCKS, type StoreTransaction } from '../database.ts'
import { FIRST_LINK, linkOf, newSalt, wordsDigest, type Link } from './audit-chain.ts'
import { seeStaff } from './staffs.queries.ts'

/** Who did it, as he is called now: of a caller, subject, name and role. */
export interface StaffActor {
  readonly subject: string
  readonly name: string
  readonly role: UserRole
}

export interface StaffAction {
  readonly action: StaffActionKind
  readonly customerId: number | null
  readonly computerId: number | null
  /** Names fields, never values of patients or secrets. At most 500 characters. */
  readonly summary: string
  /** Of the fields that changed. Null where nothing was there, or nothing is changed. */
  readonly before?: StaffValues | null
  readonly after?: StaffValues | null
}

/** What is told of a change that was made elsewhere. */
export interface ForeignAction extends StaffAction {
  /** Whose account it was about; null: nobody's. */
  readonly userGuid: string | null
  /** The same one is written once. */
  readonly source: string
  /** When it was done; null: now. */
  readonly at: Date | null
}

/** Writes the row. When it fails, the transaction fails: nothing is changed that the log does not know. */
export async function recordStaffOperation(
  trx: StoreTransaction,
  actor: StaffActor,
  done: StaffAction,
): Promise<void> {
  await lockLog(trx)
  await append(trx, actor, { ...done, userGuid: null, source: null, at: null })
}

/** As above, unless a row with this source is there: false then. */
export async function recordForeignOperation(
  trx: StoreTransaction,
  actor: StaffActor,
  done: ForeignAction,
): Promise<boolean> {
  await lockLog(trx)
  const known = trx.selectFrom('StaffOperationHistory').select('id').where('source', '=', done.source)
  if ((await known.executeTakeFirst()) !== undefined) return false
  await append(trx, actor, done)
  return true
}

/** Until the commit: whoever reads the last row after this reads the one that his own follows. */
export async function lockLog(trx: StoreTransaction): Promise<void> {
  await sql`select pg_advisory_xact_lock(${LOCKS.staffLog})`.execute(trx)
}

type Draft = StaffAction & {
  readonly userGuid: string | null
  readonly source: string | null
  readonly at: Date | null
}

async function append(trx: StoreTransaction, actor: StaffActor, draft: Draft): Promise<void> {
  const { action, customerId, computerId, summary, userGuid, source } = draft
  const { last, now } = await lastLink(trx)
  const told = {
    staffName: actor.name,
    summary,
    before: jsonText(draft.before),
    after: jsonText(draft.after),
  }
  const salt = newSalt()
  const facts = {
    id: last.id + 1,
    at: draft.at ?? now,
    staffGuid: actor.subject,
    staffRole: actor.role,
    action,
    customerId,
    computerId,
    userGuid,
    source,
    words: wordsDigest(salt, told),
  }
  await trx
    .insertInto('StaffOperationHistory')
    .values({ ...facts, ...told, salt, hash: linkOf(last.hash, facts) })
    .execute()
  const { subject: guid, name, role } = actor
  await seeStaff(trx, { guid, name, role, isActive: true })
}

async function lastLink(trx: StoreTransaction): Promise<{ readonly last: Link; readonly now: Date }> {
  const { rows } = await sql<{ now: Date; id: number | null; hash: Buffer | null }>`
    select date_trunc('milliseconds', relay_now()) as "now", l."id", l."hash" from (select 1) as one
    left join (
      select "id", "hash" from "StaffOperationHistory" order by "id" desc limit 1
    ) l on true`.execute(trx)
  const [row] = rows
  if (row === undefined) throw new Error('The database gave no time')
  const { id, hash, now } = row
  return { now, last: id === null || hash === null ? FIRST_LINK : { id, hash } }
}

function jsonText(values: StaffValues | null | undefined): string | null {
  return values === null || values === undefined ? null : JSON.stringify(values)
}
