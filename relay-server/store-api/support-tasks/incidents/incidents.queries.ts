// Rows of incidents: who has a problem and is told of nowhere, whom an incident hit, and where it is over.
import { sql } from 'kysely'
import type { SupportProblem } from '@pharmacy-relay/shared/api/relay-support.ts'
import type { ProblemRule } from '@pharmacy-relay/shared/api/support/support-tasks-api.ts'
import type { StoreDb, StoreTransaction } from '../../database.ts'
import { having } from '../lasting-problems.queries.ts'

/** A place where it is over for so long is well. */
const WELL_AFTER = sql`interval '10 minutes'`
/** Back within this time it is the same incident. */
const SAME_WITHIN = sql`interval '24 hours'`
/** Tasks of a rule that are so young, and that nobody has, become part of an incident. */
const YOUNG = sql`interval '30 minutes'`
/** Nobody is told a second time of an incident that comes back so soon. */
const QUIET = sql`interval '2 hours'`
/** What came back so often stays until a person says that it is done. */
const COMES_AND_GOES = 2

export interface Hit {
  readonly customerId: number
  readonly computerId: number
  readonly since: Date
  /** The young task that tells of it so far; null: none does. */
  readonly taskId: number | null
}

/** Computers that have the problem for as long as the rule says, of which nothing tells, or a young task that nobody has. */
export async function unexplained(db: StoreDb, { problem, afterMinutes }: ProblemRule): Promise<Hit[]> {
  const { rows } = await sql<Hit>`
    select c."id" as "computerId", c."customerId", h."since", t."id" as "taskId"
    from ${having(problem, 'rows')} h join "RelayComputers" c on c."id" = h."computerId"
    left join "SupportTasks" t on t."computerId" = c."id" and t."problem" = ${problem} and t."origin" = 'problem'
      and t."state" in ('new', 'claimed', 'released')
    where h."since" < relay_now() - make_interval(mins => ${afterMinutes}::integer)
      and (t."id" is null or (t."state" <> 'claimed' and t."lastSeq" = 0 and t."createdAt" > relay_now() - ${YOUNG}))
      and not exists (select from "SupportTasks" i join "IncidentComputers" m on m."taskId" = i."id"
        where i."origin" = 'incident' and i."problem" = ${problem} and i."state" in ('new', 'claimed', 'released')
          and m."computerId" = c."id" and ${stillThere('m')})`.execute(db)
  return rows
}

/** Of a place of an incident: the problem is there, or not over for long enough. */
function stillThere(place: string) {
  const since = sql.ref(`${place}.wellSince`)
  return sql`(${since} is null or ${since} > relay_now() - ${WELL_AFTER})`
}

export async function countPharmacies(db: StoreDb): Promise<number> {
  const { count } = await db
    .selectFrom('Customers')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow()
  return count
}

/** The open incident of a problem; null: there is none. */
export async function openIncident(
  db: StoreDb | StoreTransaction,
  problem: SupportProblem,
): Promise<number | null> {
  const row = await db
    .selectFrom('SupportTasks')
    .select('id')
    .where('origin', '=', 'incident')
    .where('problem', '=', problem)
    .where('state', 'in', ['new', 'claimed', 'released'])
    .executeTakeFirst()
  return row?.id ?? null
}

/** One of the same problem that ended within the day; null: there is none. */
export async function earlierIncident(
  trx: StoreTransaction,
  problem: SupportProblem,
): Promise<number | null> {
  const { rows } = await sql<{ id: number | null }>`
    select max("id") as "id" from "SupportTasks" where "origin" = 'incident' and "problem" = ${problem}
      and "state" = 'done' and "doneAt" > relay_now() - ${SAME_WITHIN}`.execute(trx)
  return rows[0]?.id ?? null
}

/** Whom the incident hit, where it is not over. */
export async function placesOf(db: StoreDb, taskId: number): Promise<Hit[]> {
  const { rows } = await sql<Hit>`
    select "computerId", "customerId", "since", null as "taskId" from "IncidentComputers" m
    where "taskId" = ${taskId} and ${stillThere('m')}`.execute(db)
  return rows
}

/** Who has it again is there again. */
export async function addPlaces(trx: StoreTransaction, taskId: number, hits: readonly Hit[]): Promise<void> {
  await sql`
    insert into "IncidentComputers" ("taskId", "computerId", "customerId", "since")
    select ${taskId}, d."computerId", d."customerId", d."since"
    from json_to_recordset(${JSON.stringify(hits)}::json)
      as d ("computerId" integer, "customerId" integer, "since" timestamptz)
    join "RelayComputers" c on c."id" = d."computerId"
    on conflict ("taskId", "computerId") do update set "since" = excluded."since", "wellSince" = null`.execute(
    trx,
  )
  await countPlaces(trx, taskId)
}

/** For all who look at the list. */
export async function countPlaces(db: StoreDb | StoreTransaction, taskId: number): Promise<void> {
  await sql`
    insert into "Incidents" as i ("taskId", "hitNow", "hitAll")
    select ${taskId}::integer, count(distinct "customerId") filter (where "wellSince" is null), count(distinct "customerId")
    from "IncidentComputers" where "taskId" = ${taskId}
    on conflict ("taskId") do update set "hitNow" = excluded."hitNow", "hitAll" = excluded."hitAll"
      where (i."hitNow", i."hitAll") <> (excluded."hitNow", excluded."hitAll")`.execute(db)
}

/** Notes where the problem of an open incident is over, and where it is back before it ended there. */
export async function noteIncident(db: StoreDb, problem: SupportProblem): Promise<void> {
  await sql`
    update "IncidentComputers" m set "wellSince" = case when h."computerId" is null then relay_now() end
    from "IncidentComputers" o join "SupportTasks" i on i."id" = o."taskId"
      left join ${having(problem, 'still')} h on h."computerId" = o."computerId"
    where o."taskId" = m."taskId" and o."computerId" = m."computerId"
      and i."origin" = 'incident' and i."problem" = ${problem} and i."state" in ('new', 'claimed', 'released')
      and (h."computerId" is null) = (o."wellSince" is null) and ${stillThere('o')}`.execute(db)
}

/** Whether the incident may end by itself: over everywhere for long enough, nobody has it, nobody wrote, and it did not come back often. */
export async function isIncidentOver(db: StoreDb | StoreTransaction, taskId: number): Promise<boolean> {
  const { rows } = await sql`
    select from "SupportTasks" i where i."id" = ${taskId} and i."state" in ('new', 'released') and i."lastSeq" = 0
      and i."reopened" < ${COMES_AND_GOES}
      and not exists (select from "IncidentComputers" m where m."taskId" = i."id" and ${stillThere('m')})`.execute(
    db,
  )
  return rows.length > 0
}

/**
 * Who is on call is to be told where so many pharmacies joined at once, or nobody was told of them yet, unless he was told of this
 * incident lately. Computers that said goodbye were switched off, as each evening: they wake nobody.
 */
export async function askForMessage(
  trx: StoreTransaction,
  { taskId, many, hits }: { readonly taskId: number; readonly many: number; readonly hits: readonly Hit[] },
): Promise<void> {
  const ids = hits.map(({ computerId }) => computerId)
  await sql`
    update "Incidents" i set "due" = relay_now(), "n" = i."n" + (i."sentAt" is not null)::integer
    from (
      select count(distinct m."customerId") as "all",
        count(distinct m."customerId") filter (where m."computerId" = any(${ids}::integer[])) as "joined"
      from "IncidentComputers" m join "SupportTasks" t on t."id" = m."taskId"
        left join "RelayPresence" p on p."computerId" = m."computerId"
      where m."taskId" = ${taskId} and m."wellSince" is null and not (t."problem" = 'offline' and p."reason" is not distinct from 'bye')
    ) lost
    where i."taskId" = ${taskId} and (i."sentAt" is null or i."sentAt" < relay_now() - ${QUIET})
      and (lost."joined" >= ${many} or (i."sentAt" is null and lost."all" >= ${many}))`.execute(trx)
}
