// What changed since a moment, and when each member of staff looked last.
import { sql, type RawBuilder } from 'kysely'
import {
  CHANGES_DAYS,
  MAX_CHANGES,
  NAMED_CHANGES,
  VISIT_MINUTES,
  type ChangesSince,
  type ProblemChange,
} from '@pharmacy-relay/shared/api/support/changes-api.ts'
import { supportProblems, type SupportProblem } from '@pharmacy-relay/shared/api/relay-support.ts'
import type { StoreDb } from '../database.ts'
import { CLOSED_PHARMACIES } from '../opening-hours/opening-hours.queries.ts'
import { MAY_CONNECT, PROBLEM_SOURCES } from '../support/problem-sources.queries.ts'

/** Since when a visit before this one ended: at the counts that it showed last. Looks within VISIT_MINUTES are one visit. */
export async function recordVisit(db: StoreDb, staffGuid: string): Promise<{ since: string | null }> {
  const { rows } = await sql<{ since: Date | null }>`
    insert into "StaffVisits" as v ("staffGuid", "seenAt", "countedAt", "problems")
    select ${staffGuid}, relay_now(), "countedAt", "problems" from "FleetNow"
    on conflict ("staffGuid") do update set
      "since" = case when ${IS_OVER} then v."countedAt" else v."since" end,
      "problemsThen" = case when ${IS_OVER} then v."problems" else v."problemsThen" end,
      "seenAt" = excluded."seenAt", "countedAt" = excluded."countedAt", "problems" = excluded."problems"
    returning "since"`.execute(db)
  return { since: rows[0]?.since?.toISOString() ?? null }
}

const IS_OVER = sql`v."seenAt" < relay_now() - make_interval(mins => ${VISIT_MINUTES}::integer)`

export async function changesSince(db: StoreDb, reader: string, asked: string): Promise<ChangesSince> {
  const { since, asOf } = await moment(db, asked)
  const then = await countsThen(db, reader, since)
  const problems = (await problemCounts(db, since)).map((one) => changeOf(one, then))
  return {
    since: since.toISOString(),
    asOf: asOf.toISOString(),
    problems: problems.filter(({ began, ended }) => began > 0 || (ended ?? 0) > 0),
    offline: await wentOffline(db, since),
    pharmacies: await newPharmacies(db, since),
  }
}

/** Not older than CHANGES_DAYS, and not to come. */
async function moment(db: StoreDb, asked: string): Promise<{ since: Date; asOf: Date }> {
  const { rows } = await sql<{ since: Date; asOf: Date }>`
    select relay_now() as "asOf", least(relay_now(), greatest(${asked}::timestamptz,
      relay_now() - make_interval(days => ${CHANGES_DAYS}::integer))) as "since"`.execute(db)
  const [row] = rows
  if (row === undefined) throw new Error('The database answered a select of constants with no row')
  return row
}

/** Null: at that moment nobody counted for this reader. */
async function countsThen(db: StoreDb, staffGuid: string, since: Date) {
  const row = await db
    .selectFrom('StaffVisits')
    .select('problemsThen')
    .where('staffGuid', '=', staffGuid)
    // As exact as an instant travels.
    .where(sql<boolean>`date_trunc('milliseconds', "since") = ${since}`)
    .executeTakeFirst()
  return row?.problemsThen ?? null
}

interface ProblemCount {
  readonly problem: SupportProblem
  /** Since then, and before it; each ends at MAX_CHANGES. */
  readonly began: number
  readonly still: number
}

const CHANGING = supportProblems.filter((problem) => PROBLEM_SOURCES[problem].began !== 'unknown')

async function problemCounts(db: StoreDb, since: Date): Promise<ProblemCount[]> {
  const rows = (problem: SupportProblem, when: RawBuilder<unknown>): RawBuilder<unknown> => {
    const { began, rows: all } = PROBLEM_SOURCES[problem]
    return typeof began === 'function'
      ? began(when, { moment: since, most: MAX_CHANGES })
      : sql`select from (${all(MAX_CHANGES)}) r where r."since" ${when} ${since}`
  }
  const count = (problem: SupportProblem, when: RawBuilder<unknown>): RawBuilder<unknown> =>
    sql`(select count(*)::integer from (select from (${rows(problem, when)}) r limit ${MAX_CHANGES}) n)`
  const selects = CHANGING.map(
    (problem) => sql`select ${problem}::text as "problem", ${count(problem, sql`>`)} as "began",
      ${count(problem, sql`<=`)} as "still"`,
  )
  const counted = await sql<ProblemCount>`${sql.join(selects, sql` union all `)}`.execute(db)
  return counted.rows
}

function changeOf(
  { problem, began, still }: ProblemCount,
  then: Partial<Readonly<Record<SupportProblem, number>>> | null,
): ProblemChange {
  const before = then?.[problem] ?? null
  const isKnown = before !== null && still < MAX_CHANGES && PROBLEM_SOURCES[problem].hasNoEnd !== true
  return { problem, began, ended: isKnown ? Math.min(MAX_CHANGES, Math.max(0, before - still)) : null }
}

async function wentOffline(db: StoreDb, since: Date): Promise<ChangesSince['offline']> {
  const gone = sql`from "RelayPresence" where "state" = 'offline' and "since" > ${since} and ${MAY_CONNECT}
    and "customerId" not in (${CLOSED_PHARMACIES})`
  const { rows } = await sql<{ count: number }>`
    select count(*)::integer as "count" from (select ${gone} limit ${MAX_CHANGES}) n`.execute(db)
  const named = await sql<Omit<ChangesSince['offline']['newest'][number], 'at'> & { readonly at: Date }>`
    select c."id" as "computerId", coalesce(c."displayName", c."pcName") as "computerName", p."storeId", p."name", g."since" as "at"
    from (select "computerId", "since" ${gone} order by "since" desc, "computerId" limit ${NAMED_CHANGES}) g
    join "RelayComputers" c on c."id" = g."computerId" join "Customers" p on p."id" = c."customerId"
    order by g."since" desc, c."id"`.execute(db)
  return {
    count: rows[0]?.count ?? 0,
    newest: named.rows.map((row) => Object.assign(row, { at: row.at.toISOString() })),
  }
}

async function newPharmacies(db: StoreDb, since: Date): Promise<ChangesSince['pharmacies']> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::integer as "count" from (
      select from "Customers" where "createdAt" > ${since} limit ${MAX_CHANGES}) n`.execute(db)
  const newest = await db
    .selectFrom('Customers')
    .select(['storeId', 'name'])
    .where('createdAt', '>', since)
    .orderBy('createdAt', 'desc')
    .limit(NAMED_CHANGES)
    .execute()
  return { count: rows[0]?.count ?? 0, newest }
}
