// The newest rows of the staff log that are about the printing of one pharmacy, without what else stands in them.
import { sql } from 'kysely'
import {
  MAX_STAFF_CHANGES,
  PRINTING_ACTIONS,
  type StaffChange,
} from '@pharmacy-relay/shared/api/staff-history.ts'
import type { StoreDb } from '../database.ts'

/** The newest first. */
export async function printingChangesOf(db: StoreDb, customerId: number): Promise<StaffChange[]> {
  const rows = await db
    .selectFrom('StaffOperationHistory as h')
    .leftJoin('RelayComputers as r', (join) =>
      join.onRef('r.id', '=', 'h.computerId').onRef('r.customerId', '=', 'h.customerId'),
    )
    .select(['h.id', 'h.at', 'h.staffName', 'h.staffRole', 'h.action', 'h.computerId', 'h.before', 'h.after'])
    .select((eb) => [
      eb.fn.coalesce('r.displayName', 'r.pcName').as('computerName'),
      sql<boolean>`h."salt" is null`.as('isErased'),
    ])
    .where('h.customerId', '=', customerId)
    .where('h.action', 'in', PRINTING_ACTIONS)
    .orderBy('h.id', 'desc')
    .limit(MAX_STAFF_CHANGES)
    .execute()
  return rows.map(({ isErased, at, staffName, ...row }) => ({
    ...row,
    at: at.toISOString(),
    staffName: isErased ? null : staffName,
  }))
}
