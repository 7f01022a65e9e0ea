// Staffs: who is known as staff, as seen last. A row for each guid, which stays when its user is renamed or disabled.
import { sql } from 'kysely'
import { MAX_STAFFS, type Staff } from '@pharmacy-relay/shared/api/staff-history.ts'
import type { UserRole } from '@pharmacy-relay/shared/user-role.ts'
import type { StoreDb, StoreTransaction } from '../database.ts'

export interface SeenStaff {
  readonly guid: string
  readonly name: string
  readonly role: UserRole
  readonly isActive: boolean
}

/** Call it under the lock of the staff log, which every writer of Staffs holds. */
export async function seeStaff(trx: StoreTransaction, staff: SeenStaff): Promise<void> {
  const { name, role, isActive } = staff
  await trx
    .insertInto('Staffs')
    .values(staff)
    .onConflict((conflict) =>
      conflict.column('guid').doUpdateSet({ name, role, isActive, seenAt: sql`relay_now()` }),
    )
    .execute()
}

export async function isKnownStaff(trx: StoreTransaction, guid: string): Promise<boolean> {
  return (
    (await trx.selectFrom('Staffs').select('guid').where('guid', '=', guid).executeTakeFirst()) !== undefined
  )
}

/** By name. */
export async function listStaffs(db: StoreDb): Promise<{ staffs: Staff[] }> {
  const rows = await db
    .selectFrom('Staffs')
    .selectAll()
    .orderBy(sql`lower("name")`)
    .orderBy('guid')
    .limit(MAX_STAFFS)
    .execute()
  return { staffs: rows.map((row) => ({ ...row, seenAt: row.seenAt.toISOString() })) }
}
