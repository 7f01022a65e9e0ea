// Staff say when a pharmacy is open, or leave it to what is learnt; with its row in the staff log.
import { isDeepStrictEqual } from 'node:util'
import type { CustomerDetail } from '@pharmacy-relay/shared/api/relay-panel.ts'
import type { OpeningHoursChange, OpenWeek } from '@pharmacy-relay/shared/opening-hours/opening-hours.ts'
import { ProblemError } from '@pharmacy-relay/shared/problem.ts'
import type { Caller } from '../../auth/access-token.ts'
import { recordStaffOperation } from '../audit/staff-operations.queries.ts'
import { lockCustomer } from '../customers/customer-changes.queries.ts'
import { readCustomer } from '../customers/customer-detail.queries.ts'
import type { StoreDb, StoreTransaction } from '../database.ts'
import { appendEvents } from '../events/outbox.queries.ts'
import { lookAtHours } from './follow-hours.ts'
import { keepSetHours, keptHours, type KeptHours } from './opening-hours.queries.ts'

/** Identical hours change nothing. Who is open by them is known when it returns. Throws ProblemError `not_found`. */
export async function setOpeningHours(
  db: StoreDb,
  caller: Caller,
  { customerId, timeZone, week }: OpeningHoursChange & { readonly customerId: number },
): Promise<CustomerDetail> {
  await db.transaction().execute(async (trx) => {
    const held = await lockCustomer(trx, customerId)
    if (held === null) throw new ProblemError('not_found', 'There is no such pharmacy')
    const before = await keptHours(trx, customerId)
    const after = { timeZone, setWeek: week }
    if (before !== null && isDeepStrictEqual(before, after)) return
    await keepSetHours(trx, customerId, after)
    await lookAtHours(trx, customerId)
    await record(trx, caller, { customerId, storeId: held.storeId, before, after })
    await appendEvents(trx, [{ kind: 'customer', customerId }])
  })
  return readCustomer(db, { id: customerId })
}

interface Change {
  readonly customerId: number
  readonly storeId: string
  readonly before: KeptHours | null
  readonly after: KeptHours
}

async function record(
  trx: StoreTransaction,
  caller: Caller,
  { customerId, storeId, before, after }: Change,
): Promise<void> {
  const summary =
    after.setWeek === null
      ? `Left the opening hours of ${storeId} to what is learnt`
      : `Set the opening hours of ${storeId}`
  await recordStaffOperation(trx, caller, {
    action: 'customer.opening-hours',
    customerId,
    computerId: null,
    summary,
    ...(before === null ? {} : { before: loggedHours(before) }),
    after: loggedHours(after),
  })
}

function loggedHours({ timeZone, setWeek }: KeptHours): Record<string, string> {
  return { timeZone, openingHours: setWeek === null ? 'learnt' : weekText(setWeek) }
}

const DAYS = ['Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat', 'Sun']

/** `Mon 09:00-18:00, Tue closed, …` */
function weekText(week: OpenWeek): string {
  return week
    .map((spans, day) => {
      const hours = spans.map(({ from, to }) => `${from}-${to}`).join(' ')
      return `${DAYS[day] ?? ''} ${hours === '' ? 'closed' : hours}`
    })
    .join(', ')
}
