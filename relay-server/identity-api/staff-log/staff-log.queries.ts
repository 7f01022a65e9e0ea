// StaffLogOutbox: what Admins did to users, written with the change, taken away when the store API has it.
import type { Kysely } from 'kysely'
import { ForeignRecord, type UserActionKind } from '@pharmacy-relay/shared/api/staff-history.ts'
import type { StaffValues } from '@pharmacy-relay/shared/api/staff-history.ts'
import type { Caller } from '../../auth/access-token.ts'
import type { IdentitySchema } from '../database-schema.ts'
import type { UserRow } from '../users/users.queries.ts'

export interface DoneToUser {
  readonly caller: Caller
  /** As he is afterwards. */
  readonly user: UserRow
  readonly action: UserActionKind
  readonly summary: string
  readonly before: StaffValues | null
  readonly after: StaffValues | null
  readonly now: Date
}

/** In the transaction of the change: nothing is changed that is not told. */
export async function noteStaffAction(db: Kysely<IdentitySchema>, done: DoneToUser): Promise<void> {
  const { caller, user, now, action, summary, before, after } = done
  const record = {
    at: now.toISOString(),
    actor: { guid: caller.subject, name: caller.name, role: caller.role },
    user: { guid: user.guid, name: user.name, role: user.role, isActive: user.isActive },
    action,
    summary,
    before,
    after,
  }
  await db
    .insertInto('StaffLogOutbox')
    .values({ record: JSON.stringify(record) })
    .execute()
}

export interface WaitingRecord {
  readonly id: number
  readonly record: ForeignRecord
}

/** Oldest first. */
export async function waitingRecords(db: Kysely<IdentitySchema>, limit: number): Promise<WaitingRecord[]> {
  const rows = await db.selectFrom('StaffLogOutbox').selectAll().orderBy('id').limit(limit).execute()
  return rows.map(({ id, source, record }) => ({
    id,
    record: ForeignRecord.parse({ ...(record as object), source }),
  }))
}

export async function forgetRecords(db: Kysely<IdentitySchema>, ids: readonly number[]): Promise<void> {
  await db
    .deleteFrom('StaffLogOutbox')
    .where('id', 'in', [...ids])
    .execute()
}
