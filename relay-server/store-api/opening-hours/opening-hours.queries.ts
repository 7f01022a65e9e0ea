// The statements on opening hours: as they are kept, what is due to be looked at, and what they are learnt from.
import { sql, type RawBuilder } from 'kysely'
import type { OpeningHours, OpenWeek } from '@pharmacy-relay/shared/opening-hours/opening-hours.ts'
import type { StoreDb, StoreTransaction } from '../database.ts'
import { givenRows } from '../given-rows.ts'
import { LEARNT_DAYS } from './learn-hours.ts'

/** Pharmacies that are closed now. */
export const CLOSED_PHARMACIES: RawBuilder<unknown> = sql`select "customerId" from "OpeningHours" where not "isOpen"`

/** Those, and the ones that have not been open for so many hours: nobody may have come yet. */
export function notYetOpen(hours: number): RawBuilder<unknown> {
  return sql`${CLOSED_PHARMACIES} union all select "customerId" from "OpeningHours"
    where "isOpen" and "openSince" > (select relay_now()) - make_interval(hours => ${hours}::integer)`
}

export async function openingHoursOf(db: StoreDb, customerId: number): Promise<OpeningHours> {
  const row = await db
    .selectFrom('OpeningHours')
    .select(['timeZone', 'setWeek', 'learntWeek', 'learntAt', 'isOpen'])
    .where('customerId', '=', customerId)
    .executeTakeFirst()
  if (row === undefined)
    return { source: 'unknown', timeZone: null, week: null, isOpen: true, learntAt: null }
  const { timeZone, setWeek, learntWeek, learntAt, isOpen } = row
  if (setWeek !== null) return { source: 'set', timeZone, week: setWeek, isOpen, learntAt: null }
  const source = learntWeek === null ? 'unknown' : 'learnt'
  return { source, timeZone, week: learntWeek, isOpen, learntAt: learntAt?.toISOString() ?? null }
}

export interface KeptHours {
  readonly timeZone: string
  readonly setWeek: OpenWeek | null
}

/** Null: nothing is kept of it yet. The caller holds the pharmacy's lock. */
export async function keptHours(trx: StoreTransaction, customerId: number): Promise<KeptHours | null> {
  const row = await trx
    .selectFrom('OpeningHours')
    .select(['timeZone', 'setWeek'])
    .where('customerId', '=', customerId)
    .executeTakeFirst()
  return row ?? null
}

/** To be looked at next. */
export async function keepSetHours(
  trx: StoreTransaction,
  customerId: number,
  { timeZone, setWeek }: KeptHours,
): Promise<void> {
  const week = setWeek === null ? null : JSON.stringify(setWeek)
  await sql`
    insert into "OpeningHours" ("customerId", "timeZone", "setWeek", "nextLookAt")
    values (${customerId}, ${timeZone}, ${week}::jsonb, relay_now())
    on conflict ("customerId") do update set "timeZone" = excluded."timeZone", "setWeek" = excluded."setWeek",
      "nextLookAt" = excluded."nextLookAt"`.execute(trx)
}

export interface DueHours {
  readonly customerId: number
  readonly timeZone: string
  readonly week: OpenWeek | null
  readonly isOpen: boolean
  readonly now: Date
}

/** Up to `most`, locked; those that another process looks at are left out. */
export async function dueHours(
  trx: StoreTransaction,
  only: number | null,
  most: number,
): Promise<DueHours[]> {
  const { rows } = await sql<DueHours>`
    select "customerId", "timeZone", coalesce("setWeek", "learntWeek") as "week", "isOpen", relay_now() as "now"
    from "OpeningHours"
    where "nextLookAt" <= relay_now() and (${only}::integer is null or "customerId" = ${only}::integer)
    order by "nextLookAt" limit ${most} for update skip locked`.execute(trx)
  return rows
}

export interface LookedAt {
  readonly customerId: number
  readonly isOpen: boolean
  readonly nextInMinutes: number
}

/** Since when it is open moves only when it opens, and is forgotten when it closes. */
export async function keepLooks(trx: StoreTransaction, looks: readonly LookedAt[]): Promise<void> {
  if (looks.length === 0) return
  const columns = `"customerId" integer, "isOpen" boolean, "nextInMinutes" integer`
  await sql`
    update "OpeningHours" o set "isOpen" = r."isOpen",
      "openSince" = case when not r."isOpen" then null when o."isOpen" then o."openSince" else relay_now() end,
      "nextLookAt" = date_trunc('minute', relay_now()) + make_interval(mins => r."nextInMinutes")
    from ${givenRows(looks, columns)} as r where o."customerId" = r."customerId"`.execute(trx)
}

/** Those of them where a computer is off: only there anything is shown otherwise. */
export async function withOffline(trx: StoreTransaction, customerIds: readonly number[]): Promise<number[]> {
  if (customerIds.length === 0) return []
  const rows = await trx
    .selectFrom('RelayPresence')
    .select('customerId')
    .distinct()
    .where('customerId', 'in', customerIds)
    .where('state', '=', 'offline')
    .execute()
  return rows.map(({ customerId }) => customerId)
}

export interface PresenceChange {
  readonly customerId: number
  readonly computerId: number
  /** Of the computer, not before the time that is learnt of. */
  readonly knownSince: Date
  readonly isOnline: boolean
  /** Null: it did not change in that time. */
  readonly at: Date | null
  readonly wasOnline: boolean | null
  readonly becameOnline: boolean | null
}

/** Of the approved computers of some pharmacies, over the time that is learnt of, each computer's in their order. */
export async function presenceChanges(
  db: StoreDb,
  customerIds: readonly number[],
): Promise<{ readonly now: Date; readonly changes: readonly PresenceChange[] }> {
  const from = sql`relay_now() - make_interval(days => ${LEARNT_DAYS.most}::integer, hours => 1)`
  const { rows } = await sql<PresenceChange & { readonly now: Date }>`
    select c."customerId", c."id" as "computerId", greatest(c."createdAt", ${from}) as "knownSince",
      p."state" <> 'offline' as "isOnline", t."at", t."was" <> 'offline' as "wasOnline",
      t."became" <> 'offline' as "becameOnline", relay_now() as "now"
    from "RelayComputers" c join "RelayPresence" p on p."computerId" = c."id"
    left join "RelayTransitions" t on t."computerId" = c."id" and t."at" > ${from}
    where c."customerId" = any(${customerIds}::integer[]) and c."access" = 'approved' and c."role" <> 0
    order by c."customerId", c."id", t."presenceSeq"`.execute(db)
  return { now: rows[0]?.now ?? new Date(0), changes: rows }
}

/** Its own time zone where one was set. */
export async function timeZonesOf(db: StoreDb, customerIds: readonly number[]): Promise<Map<number, string>> {
  if (customerIds.length === 0) return new Map()
  const rows = await db
    .selectFrom('OpeningHours')
    .select(['customerId', 'timeZone'])
    .where('customerId', 'in', customerIds)
    .execute()
  return new Map(rows.map(({ customerId, timeZone }) => [customerId, timeZone]))
}

export interface LearntHours {
  readonly customerId: number
  readonly timeZone: string
  readonly week: OpenWeek | null
}

/** To be looked at next. A pharmacy that was removed meanwhile is left out. */
export async function keepLearnt(db: StoreDb, learnt: readonly LearntHours[]): Promise<void> {
  if (learnt.length === 0) return
  const columns = `"customerId" integer, "timeZone" text, "week" jsonb`
  await sql`
    insert into "OpeningHours" ("customerId", "timeZone", "learntWeek", "learntAt", "nextLookAt")
    select r."customerId", r."timeZone", r."week", relay_now(), relay_now()
    from ${givenRows(learnt, columns)} as r join "Customers" c on c."id" = r."customerId"
    on conflict ("customerId") do update set "learntWeek" = excluded."learntWeek", "learntAt" = excluded."learntAt",
      "nextLookAt" = excluded."nextLookAt"`.execute(db)
}
