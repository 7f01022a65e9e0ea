// The staff log as it is read: filtered, newest first, with today's names of who and what it is about.
import { sql } from 'kysely'
import type { StaffLogQuery, StaffOperation } from '@pharmacy-relay/shared/api/staff-history.ts'
import type { StoreDb } from '../database.ts'

interface LogPage {
  items: StaffOperation[]
  total: number
  page: number
  pageSize: number
}

/** `q` is part of action, summary or the name of then, in any case. */
export async function listStaffOperations(db: StoreDb, query: StaffLogQuery): Promise<LogPage> {
  const { page, pageSize } = query
  const found = matching(db, query)
  const [counted, rows] = await Promise.all([
    found.select((eb) => eb.fn.countAll<number>().as('total')).executeTakeFirstOrThrow(),
    named(found)
      .orderBy('h.id', 'desc')
      .limit(pageSize)
      .offset((page - 1) * pageSize)
      .execute(),
  ])
  const items = rows.map(({ isErased, ...row }): StaffOperation => ({
    ...row,
    at: row.at.toISOString(),
    staffName: isErased ? null : row.staffName,
    summary: isErased ? null : row.summary,
  }))
  return { items, total: counted.total, page, pageSize }
}

function matching(db: StoreDb, query: StaffLogQuery) {
  const { q, customerId, storeId, staffGuid, action, from, to } = query
  const pattern = `%${escaped(q)}%`
  return db
    .selectFrom('StaffOperationHistory as h')
    .leftJoin('Customers as c', 'c.id', 'h.customerId')
    .$if(customerId !== undefined, (rows) => rows.where('h.customerId', '=', customerId ?? 0))
    .$if(storeId !== undefined, (rows) => rows.where('c.storeId', '=', storeId ?? ''))
    .$if(staffGuid !== undefined, (rows) => rows.where('h.staffGuid', '=', staffGuid ?? ''))
    .$if(action !== undefined, (rows) =>
      rows.where((eb) =>
        eb.or([eb('h.action', '=', action ?? ''), eb('h.action', 'like', `${escaped(action ?? '')}.%`)]),
      ),
    )
    .$if(from !== undefined, (rows) => rows.where('h.at', '>=', new Date(from ?? 0)))
    .$if(to !== undefined, (rows) => rows.where('h.at', '<', new Date(to ?? 0)))
    .$if(q !== '', (rows) =>
      rows.where((eb) =>
        eb.or([
          eb('h.action', 'ilike', pattern),
          eb('h.summary', 'ilike', pattern),
          eb('h.staffName', 'ilike', pattern),
        ]),
      ),
    )
}

function named(found: ReturnType<typeof matching>) {
  return found
    .leftJoin('Staffs as s', 's.guid', 'h.staffGuid')
    .leftJoin('Staffs as u', 'u.guid', 'h.userGuid')
    .leftJoin('RelayComputers as r', (join) =>
      join.onRef('r.id', '=', 'h.computerId').onRef('r.customerId', '=', 'h.customerId'),
    )
    .select(['h.id', 'h.at', 'h.staffGuid', 'h.staffName', 'h.staffRole', 'h.action', 'h.summary'])
    .select(['h.customerId', 'h.computerId', 'h.userGuid', 'h.before', 'h.after'])
    .select(['c.storeId', 's.name as staffNameNow', 'u.name as userName'])
    .select((eb) => [
      eb.fn.coalesce('r.displayName', 'r.pcName').as('computerName'),
      sql<boolean>`h."salt" is null`.as('isErased'),
    ])
}

function escaped(text: string): string {
  return text.replaceAll(/[\\%_]/g, '\\$&')
}
