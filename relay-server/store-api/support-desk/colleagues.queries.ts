// Staff to whom a task can be handed over: known as staff, and not disabled.
import { sql } from 'kysely'
import type { StoreDb } from '../database.ts'

const MOST = 500

/** By name. */
export async function listColleagues(db: StoreDb): Promise<{ staff: { guid: string; name: string }[] }> {
  const rows = await db
    .selectFrom('Staffs')
    .select(['guid', 'name'])
    .where('isActive', '=', true)
    .where('role', 'in', ['Admin', 'Support', 'SuperSupport'])
    .orderBy(sql`lower("name")`)
    .orderBy('guid')
    .limit(MOST)
    .execute()
  return { staff: rows }
}
