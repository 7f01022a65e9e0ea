// Pairs that are bought together, found in SQL: what baskets of many pharmacies say, without any patient.
import type pg from 'pg'
import { LOCKS } from '../database.ts'

/** A pair counts from so many baskets, of so many pharmacies, so much oftener than by chance, in so many of those with the first. */
const MIN_BASKETS = 20
const MIN_PHARMACIES = 5
const MIN_LIFT = 1.5
const MIN_CONFIDENCE = 0.05
/** Baskets are forgotten after so many days; a pair that nobody approved, so many after it was last found. */
const KEPT_BASKETS_DAYS = 400
const KEPT_PAIRS_DAYS = 30
const LONGEST_MS = 600_000

/**
 * Renews the figures of every pair that counts, and forgets what is old. What an accepted suggestion brought into a basket proves
 * nothing, so it is left out. Only groups with a medicine that is sold without a prescription are suggested, so others are not
 * looked for. False: another process is at it.
 */
export async function minePairs(client: pg.Client, today: string): Promise<boolean> {
  await client.query('begin')
  await client.query(`set local statement_timeout = ${String(LONGEST_MS)}`)
  const { rows } = await client.query<{ got: boolean }>('select pg_try_advisory_xact_lock($1) as got', [
    LOCKS.mine,
  ])
  if (rows[0]?.got === true) {
    await client.query('delete from "CrossSaleBaskets" where "day" < $1::date - $2::integer', [
      today,
      KEPT_BASKETS_DAYS,
    ])
    await client.query(MINE, [today, MIN_BASKETS, MIN_PHARMACIES, MIN_LIFT, MIN_CONFIDENCE])
    await client.query(FORGET, [today, KEPT_PAIRS_DAYS])
  }
  await client.query('commit')
  return rows[0]?.got === true
}

const MINE = `
  with lines as materialized (
    select b."pharmacyId", b."basketId", g."group" from "CrossSaleBaskets" b cross join unnest(b."groups") as g("group")
    where not exists (select from "CrossSaleAnswers" a join "CrossSales" c on c."id" = a."crossSaleId"
      where a."pharmacyId" = b."pharmacyId" and a."basketId" = b."basketId" and a."answer" = 'accepted'
        and c."thenGroup" = g."group")
  ), singles as (select "group", count(*)::double precision as "count" from lines group by "group"
  ), whole as (select count(*)::double precision as "count" from "CrossSaleBaskets"
  ), pairs as (
    select a."group" as "ifGroup", b."group" as "thenGroup", count(*)::integer as "baskets",
      count(distinct a."pharmacyId")::integer as "pharmacies"
    from lines a join lines b using ("pharmacyId", "basketId") where a."group" <> b."group"
    group by a."group", b."group" having count(*) >= $2 and count(distinct a."pharmacyId") >= $3
  ), figures as (
    select p.*, p."baskets" / i."count" as "confidence", p."baskets" * w."count" / (i."count" * t."count") as "lift"
    from pairs p join singles i on i."group" = p."ifGroup" join singles t on t."group" = p."thenGroup" cross join whole w
  )
  insert into "CrossSales" ("kind", "ifGroup", "thenGroup", "reason", "baskets", "pharmacies", "confidence", "lift",
    "measuredOn", "changedBy")
  select 'mined', f."ifGroup", f."thenGroup", 'bought_together', f."baskets", f."pharmacies", f."confidence", f."lift",
    $1::date, ''
  from figures f
  where f."lift" >= $4 and f."confidence" >= $5
    and exists (select from "Drugs" d where d."group" = f."thenGroup" and d."supply" = 'free' and d."withdrawnAt" is null)
    and not exists (select from "CrossSales" e where e."kind" = 'mined' and e."ifGroup" = f."ifGroup"
      and e."thenGroup" = f."thenGroup" and e."endedAt" is not null)
  on conflict ("ifGroup", "thenGroup", "kind") where "endedAt" is null do update set "baskets" = excluded."baskets",
    "pharmacies" = excluded."pharmacies", "confidence" = excluded."confidence", "lift" = excluded."lift",
    "measuredOn" = excluded."measuredOn"`

const FORGET = `
  delete from "CrossSales" c where c."kind" = 'mined' and c."version" = 1 and c."measuredOn" < $1::date - $2::integer
    and not exists (select from "CrossSaleAnswers" a where a."crossSaleId" = c."id")`
