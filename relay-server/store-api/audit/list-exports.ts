// That somebody downloads a list as a file is a row of the staff log.
import type { ListExport } from '@pharmacy-relay/shared/api/staff-history.ts'
import type { Caller } from '../../auth/access-token.ts'
import type { StoreDb } from '../database.ts'
import { recordStaffOperation } from './staff-operations.queries.ts'

/** Which list, and which fields its filter uses: what was typed into them may be somebody's name or number. */
export async function recordExport(
  db: StoreDb,
  caller: Caller,
  { list, filters }: ListExport,
): Promise<null> {
  const filtered = filters.length === 0 ? '' : `, filtered by ${filters.join(', ')}`
  const summary = `Downloaded the list ${list} as a file${filtered}`
  await db.transaction().execute(async (trx) => {
    const done = { action: 'list.export', customerId: null, computerId: null, summary } as const
    await recordStaffOperation(trx, caller, done)
  })
  return null
}
