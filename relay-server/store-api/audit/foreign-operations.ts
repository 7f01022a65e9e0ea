// What Admins did at the identity API becomes rows of the staff log, and their users are known as staff.
import type { ForeignRecord } from '@pharmacy-relay/shared/api/staff-history.ts'
import { STAFF_ROLES } from '@pharmacy-relay/shared/user-role.ts'
import type { StoreDb, StoreTransaction } from '../database.ts'
import { releaseTasksOf } from '../support-tasks/release-tasks.ts'
import { recordForeignOperation } from './staff-operations.queries.ts'
import { isKnownStaff, seeStaff } from './staffs.queries.ts'

/** All or none, and whoever was disabled has no support task any more; records that are there already change nothing. */
export async function recordForeignOperations(db: StoreDb, records: readonly ForeignRecord[]): Promise<null> {
  await db.transaction().execute(async (trx) => {
    for (const record of records) await recordOne(trx, record)
  })
  // After it: a task is locked before the log, everywhere.
  for (const { user } of records) if (!user.isActive) await releaseTasksOf(db, user.guid)
  return null
}

async function recordOne(trx: StoreTransaction, record: ForeignRecord): Promise<void> {
  const { actor, user, source, at, action, summary, before, after } = record
  const { guid: subject, name, role } = actor
  const isNew = await recordForeignOperation(
    trx,
    { subject, name, role },
    {
      action,
      summary,
      before,
      after,
      source,
      customerId: null,
      computerId: null,
      userGuid: user.guid,
      at: new Date(at),
    },
  )
  const isStaff = STAFF_ROLES.some((one) => one === user.role)
  // Who was staff is followed further: his name in the log is to be right.
  if (isNew && (isStaff || (await isKnownStaff(trx, user.guid)))) await seeStaff(trx, user)
}
