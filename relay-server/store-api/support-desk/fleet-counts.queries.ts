// Counts all computers together, for everybody who looks at the dashboard: now, and hour by hour for a week.
import { sql } from 'kysely'
import { MAX_COUNTED } from '@pharmacy-relay/shared/api/relay-support.ts'
import type { StoreDb } from '../database.ts'
import { problemFacts } from '../support/problem-list.queries.ts'

/** Hours whose labels are counted again, since computers report them late. */
const COUNTED_AGAIN_HOURS = 6
/** Hours of one run, so that it stays below the limit of a statement with 100,000 computers. */
const HOURS_AT_ONCE = 8

/** Replaces what was counted before; computers online go into the current hour, too. Twice at once is harmless. */
export async function countFleet(db: StoreDb): Promise<void> {
  const { counts } = await problemFacts(db, MAX_COUNTED)
  await sql`
    with fleet as (
      select count(*)::integer as "pharmacies", coalesce(sum("computerCount"), 0)::integer as "computers"
      from "Customers"
    ), presence as (
      select count(*)::integer as "online" from "RelayPresence" where "state" <> 'offline'
    ), now as (
      insert into "FleetNow" ("countedAt", "pharmacies", "computers", "online", "problems")
      select relay_now(), f."pharmacies", f."computers", p."online", ${JSON.stringify(counts)}::jsonb
      from fleet f, presence p
      on conflict ("only") do update set ("countedAt", "pharmacies", "computers", "online", "problems") =
        (excluded."countedAt", excluded."pharmacies", excluded."computers", excluded."online", excluded."problems")
    )
    insert into "FleetHours" ("hour", "online", "fewestOnline", "computers")
    select date_trunc('hour', relay_now(), 'UTC'), p."online", p."online", f."computers" from fleet f, presence p
    on conflict ("hour") do update set "online" = excluded."online", "computers" = excluded."computers",
      "fewestOnline" = least("FleetHours"."fewestOnline", excluded."online")`.execute(db)
}

/** Labels of the hours that are over, the newest ones again. A label that went from one computer to another counts once. */
export async function countLabels(db: StoreDb): Promise<void> {
  await sql`
    update "FleetHours" h set "labels" = c."labels", "labelProblems" = c."problems" from (
      select f."hour", coalesce(l."labels", 0) as "labels", coalesce(l."problems", 0) as "problems"
      from "FleetHours" f cross join lateral (
        select greatest(0, sum((j."counts" ->> 'accepted')::bigint - (j."counts" ->> 'forwarded')::bigint)) as "labels",
          sum((j."counts" ->> 'failed')::bigint + (j."counts" ->> 'expired')::bigint
            + (j."counts" ->> 'unknown')::bigint) as "problems"
        from "RelayJobHours" j where j."hour" = f."hour"
      ) l
      where f."hour" < date_trunc('hour', relay_now(), 'UTC')
        and (f."labels" is null or f."hour" >= relay_now() - make_interval(hours => ${COUNTED_AGAIN_HOURS}::integer))
      order by f."hour" desc limit ${HOURS_AT_ONCE}
    ) c where c."hour" = h."hour" and (h."labels", h."labelProblems") is distinct from (c."labels", c."problems")`.execute(
    db,
  )
}

/** Hours that no dashboard tells any more; how many went. */
export async function removeOldHours(db: StoreDb, limit: number): Promise<number> {
  const { numAffectedRows } = await sql`
    delete from "FleetHours" where "hour" in (
      select "hour" from "FleetHours" where "hour" < relay_now() - interval '90 days' order by "hour" limit ${limit})`.execute(
    db,
  )
  return Number(numAffectedRows ?? 0)
}
