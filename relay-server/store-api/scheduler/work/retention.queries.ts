// What is removed when it is old: answers of requests, baskets, events of payments, the people of expired orders, runs of tasks.
// Orders, invoices, ledgers and the staff log stay. Presence and counters of labels are removed by presence/sweeper.ts.
import { sql, type RawBuilder } from 'kysely'
import type { StoreDb } from '../../database.ts'
import { removeOldHours } from '../../support-desk/fleet-counts.queries.ts'
import { removeOldFiles } from '../../support-tasks/task-files.queries.ts'

/** Each removes at most so many rows, and answers how many it were. */
export type Removal = (db: StoreDb, limit: number) => Promise<number>

const remove =
  (statement: (limit: number) => RawBuilder<unknown>): Removal =>
  async (db, limit) =>
    Number((await statement(limit).execute(db)).numAffectedRows ?? 0)

const KEYS = remove(
  (limit) => sql`
    delete from "IdempotencyKeys" where ctid = any(array(
      select ctid from "IdempotencyKeys" where "at" < relay_now() - interval '48 hours' limit ${limit}))`,
)

/** Of strangers 30 days after the last change, of accounts 180; one that another was merged into outlives that one. */
const BASKETS = remove(
  (limit) => sql`
    delete from "Carts" where "id" = any(array(
      select c."id" from "Carts" c
      where (c."state" = 'merged' or (c."state" = 'open'
          and (c."tokenHash" is not null or c."updatedAt" < relay_now() - interval '180 days')))
        and c."updatedAt" < relay_now() - interval '30 days'
        and not exists (select from "Carts" m where m."mergedInto" = c."id")
      limit ${limit} for update of c skip locked))`,
)

const PAYMENT_EVENTS = remove(
  (limit) => sql`
    delete from "PaymentEvents" where "id" = any(array(
      select "id" from "PaymentEvents" where "at" < relay_now() - interval '90 days' limit ${limit}))`,
)

/** Nobody bought anything: who wanted to, and where it should have gone, is forgotten. The sums stay, for the books. */
const PEOPLE_OF_EXPIRED_ORDERS = remove(
  (limit) => sql`
    with old as (
      select "id", "cartId" from "Orders"
      where "state" = 'expired' and "accountGuid" <> '-' and "expiresAt" < relay_now() - interval '90 days'
      limit ${limit} for no key update skip locked
    ), carts as (
      update "Carts" c set "accountGuid" = '-' from old where c."id" = old."cartId"
    )
    update "Orders" o set "accountGuid" = '-', "customerName" = '-', "address" = o."address" ||
      '{"name": "-", "line1": "-", "line2": "", "postcode": "-", "city": "-"}'
    from old where o."id" = old."id"`,
)

/** Of a task that found nothing to do a day is enough. */
const RUNS = remove(
  (limit) => sql`
    delete from "TaskRuns" where "id" = any(array(
      select "id" from "TaskRuns" where "startedAt" < relay_now() - interval '1 day'
        and ("isIdle" or "startedAt" < relay_now() - interval '90 days') limit ${limit}))`,
)

/** By what they are counted as. */
export const REMOVALS = {
  keys: KEYS,
  baskets: BASKETS,
  paymentEvents: PAYMENT_EVENTS,
  peopleOfOrders: PEOPLE_OF_EXPIRED_ORDERS,
  runs: RUNS,
  fleetHours: removeOldHours,
  supportFiles: removeOldFiles,
} as const satisfies Readonly<Record<string, Removal>>
