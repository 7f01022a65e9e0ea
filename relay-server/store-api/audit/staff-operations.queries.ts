// The staff log: a row for every change that staff make, in the transaction of the change; and its list.
import type { StaffOperation } from '@pharmacy-relay/shared/api/relay-panel.ts'
import type { Caller } from '../../auth/access-token.ts'
import type { StoreDb, StoreTransaction } from '../database.ts'

export interface StaffAction {
  /** `customer.create` and the like: what was done to what. */
  readonly action: string
  readonly customerId: number | null
  readonly computerId: number | null
  /** Names fields, never values of patients or secrets. At most 500 characters. */
  readonly summary: string
}

/** Writes the row. When it fails, the transaction fails: nothing is changed that the log does not know. */
export async function recordStaffOperation(
  trx: StoreTransaction,
  caller: Caller,
  done: StaffAction,
): Promise<void> {
  await trx
    .insertInto('StaffOperationHistory')
    .values({ staffGuid: caller.subject, staffName: caller.name, staffRole: caller.role, ...done })
    .execute()
}

export interface StaffLogQuery {
  readonly page: number
  readonly pageSize: number
  readonly q: string
  readonly customerId?: number | undefined
}

/** Newest first. `q` is part of action, summary or staff name, in any case. */
export async function listStaffOperations(
  db: StoreDb,
  query: StaffLogQuery,
): Promise<{ items: StaffOperation[]; total: number; page: number; pageSize: number }> {
  const { page, pageSize } = query
  const found = matching(db, query)
  const [counted, rows] = await Promise.all([
    found.select((eb) => eb.fn.countAll<number>().as('total')).executeTakeFirstOrThrow(),
    found
      .selectAll()
      .orderBy('id', 'desc')
      .limit(pageSize)
      .offset((page - 1) * pageSize)
      .execute(),
  ])
  const items = rows.map((row) => ({ ...row, at: row.at.toISOString() }))
  return { items, total: counted.total, page, pageSize }
}

function matching(db: StoreDb, { q, customerId }: StaffLogQuery) {
  const all = db.selectFrom('StaffOperationHistory')
  const ofCustomer = customerId === undefined ? all : all.where('customerId', '=', customerId)
  if (q === '') return ofCustomer
  const pattern = `%${q.replaceAll(/[\\%_]/g, '\\$&')}%`
  return ofCustomer.where((eb) =>
    eb.or([
      eb('action', 'ilike', pattern),
      eb('summary', 'ilike', pattern),
      eb('staffName', 'ilike', pattern),
    ]),
  )
}
