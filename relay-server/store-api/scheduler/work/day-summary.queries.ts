// What a day was like, counted from orders, refunds and the counters of labels.
import { sql } from 'kysely'
import type { StoreDb } from '../../database.ts'

/** Counted again each night: computers that were offline report their labels late. */
const COUNTED_AGAIN_DAYS = 3
/** Nights that were missed are made up for so far back. */
const MADE_UP_DAYS = 31

/** Days of the zone that are to be counted, the oldest first; never the one that is not over. */
export async function daysToCount(db: StoreDb, timeZone: string): Promise<string[]> {
  const { rows } = await sql<{ day: string }>`
    with zone as (select (relay_now() at time zone ${timeZone})::date as "today")
    select d."day"::date as "day" from zone z, generate_series(
      greatest(z."today" - ${MADE_UP_DAYS}::integer,
        least(z."today" - ${COUNTED_AGAIN_DAYS}::integer, (select min("day") from "DaySummaries"))),
      z."today" - 1, interval '1 day') d ("day")
    where d."day"::date >= z."today" - ${COUNTED_AGAIN_DAYS}::integer
      or not exists (select from "DaySummaries" s where s."day" = d."day"::date)
    order by d."day"`.execute(db)
  return rows.map(({ day }) => day)
}

export interface CountedDay {
  readonly day: string
  readonly timeZone: string
  readonly currency: string
}

/**
 * Replaces what was counted before. A day has 23, 24 or 25 hours, from midnight to midnight of the zone. A label that went from
 * one computer to another was accepted by both, and counts once.
 */
export async function countDay(db: StoreDb, { day, timeZone, currency }: CountedDay): Promise<void> {
  const from = sql`(${day}::date::timestamp at time zone ${timeZone})`
  const to = sql`((${day}::date + 1)::timestamp at time zone ${timeZone})`
  await sql`
    insert into "DaySummaries" ("day", "currency", "ordersPlaced", "ordersPaid", "ordersShipped", "ordersCancelled",
      "ordersExpired", "revenueMinor", "refundedMinor", "labels", "labelProblems", "computers", "countedAt")
    select ${day}::date, ${currency}, o.*, r.*, l.*, relay_now() from (
      select count(*) filter (where h."was" is null), count(*) filter (where h."became" = 'paid'),
        count(*) filter (where h."became" = 'shipped'), count(*) filter (where h."became" = 'cancelled'),
        count(*) filter (where h."became" = 'expired'),
        coalesce(sum(o."totalMinor") filter (where h."became" = 'paid' and o."currency" = ${currency}), 0)
      from "OrderHistory" h join "Orders" o on o."id" = h."orderId" where h."at" >= ${from} and h."at" < ${to}
    ) o, (
      select coalesce(sum("amountMinor"), 0) from "Refunds" where "at" >= ${from} and "at" < ${to}
    ) r, (
      select greatest(0, coalesce(sum((j."counts" ->> 'accepted')::bigint - (j."counts" ->> 'forwarded')::bigint), 0)),
        coalesce(sum((j."counts" ->> 'failed')::bigint + (j."counts" ->> 'expired')::bigint
          + (j."counts" ->> 'unknown')::bigint), 0),
        count(distinct j."computerId")
      from "RelayJobHours" j where j."hour" >= ${from} and j."hour" < ${to}
    ) l
    on conflict ("day") do update set ("currency", "ordersPlaced", "ordersPaid", "ordersShipped", "ordersCancelled",
      "ordersExpired", "revenueMinor", "refundedMinor", "labels", "labelProblems", "computers", "countedAt") =
      (excluded."currency", excluded."ordersPlaced", excluded."ordersPaid", excluded."ordersShipped",
      excluded."ordersCancelled", excluded."ordersExpired", excluded."revenueMinor", excluded."refundedMinor",
      excluded."labels", excluded."labelProblems", excluded."computers", excluded."countedAt")`.execute(db)
}
