// Support tasks as staff see them: the columns of a row, one task with its steps, a page of the list, and the counts.
import { sql, type RawBuilder } from 'kysely'
import type { EndpointReply } from '@pharmacy-relay/shared/api/endpoint.ts'
import {
  MAX_TASK_STEPS,
  type SupportTaskDetail,
  type SupportTaskRow,
} from '@pharmacy-relay/shared/api/support/support-task.ts'
import type {
  supportTasksApi,
  TaskCounts,
  TaskListQuery,
} from '@pharmacy-relay/shared/api/support/support-tasks-api.ts'
import { ProblemError } from '@pharmacy-relay/shared/problem.ts'
import type { StoreDb } from '../database.ts'
import { incidentPlaces } from './incidents/incident-places.queries.ts'
import { lastEventId } from '../events/outbox.queries.ts'

/** Of a count: it means so many or more. */
const MAX_COUNTED = 5_000
/** Open tasks that are counted, in the order of the queue. */
const MOST_LOOKED_AT = 10_000

interface RowRead extends Omit<SupportTaskRow, 'createdAt' | 'dueAt' | 'problemSince' | 'turn'> {
  readonly createdAt: Date
  readonly dueAt: Date | null
  readonly problemSince: Date | null
}

/** How far somebody has read the task `t`. */
const readSeq = (reader: string): RawBuilder<unknown> => sql`coalesce((
  select s."readSeq" from "SupportReads" s where s."taskId" = t."id" and s."reader" = ${reader}), 0)`

/** Notes and the reader's own messages leave his unread alone; a computer that moved away is none of the task's. */
const columns = (reader: string): RawBuilder<unknown> => sql`
  t."id", c."id" as "customerId", c."storeId", c."name" as "customerName", r."id" as "computerId",
  coalesce(r."displayName", r."pcName") as "computerName", p."state" as "presence", t."origin", t."problem",
  t."problemSince", t."subject", t."priority", t."state", t."version", t."claimedBy", t."claimedByName",
  t."createdAt", t."dueAt", t."lastSeq", t."reopened", (
    select jsonb_build_object('now', i."hitNow", 'all', i."hitAll") from "Incidents" i where i."taskId" = t."id") as "hit", (
    select h from jsonb_array_elements(t."diagnosis" -> 'hops') h
    where h ->> 'hop' = t."diagnosis" ->> 'blocking' limit 1) as "wrong",
  (select count(*)::integer from "SupportMessages" m where m."taskId" = t."id" and not m."isInternal"
    and m."authorGuid" is distinct from ${reader} and m."seq" > ${readSeq(reader)}) as "unread"`

const FROM = sql`
  from "SupportTasks" t join "Customers" c on c."id" = coalesce(t."customerId", (
    select min(i."customerId") from "IncidentComputers" i where i."taskId" = t."id"))
  left join "RelayComputers" r on r."id" = t."computerId" and r."customerId" = t."customerId"
  left join "RelayPresence" p on p."computerId" = r."id"`

function taskRow({ createdAt, dueAt, problemSince, ...row }: RowRead): SupportTaskRow {
  return {
    ...row,
    turn: dueAt === null ? 'pharmacy' : 'staff',
    createdAt: createdAt.toISOString(),
    dueAt: dueAt?.toISOString() ?? null,
    problemSince: problemSince?.toISOString() ?? null,
  }
}

/** Throws ProblemError `not_found`. */
export async function readTask(
  db: StoreDb,
  { taskId, reader }: { readonly taskId: number; readonly reader: string },
): Promise<SupportTaskDetail> {
  const newest = await lastEventId(db)
  const { rows } = await sql<RowRead>`select ${columns(reader)} ${FROM} where t."id" = ${taskId}`.execute(db)
  const [row] = rows
  if (row === undefined) throw new ProblemError('not_found', 'There is no such support task')
  const { diagnosisAt, firstAnsweredAt, doneAt, ...more } = await detailsOf(db, taskId)
  return {
    ...taskRow(row),
    ...more,
    diagnosisAt: diagnosisAt?.toISOString() ?? null,
    firstAnsweredAt: firstAnsweredAt?.toISOString() ?? null,
    doneAt: doneAt?.toISOString() ?? null,
    steps: await stepsOf(db, taskId),
    places: row.origin === 'incident' ? await incidentPlaces(db, taskId) : [],
    lastEventId: newest,
  }
}

/** What a row of the list does not have. */
async function detailsOf(db: StoreDb, taskId: number) {
  return db
    .selectFrom('SupportTasks as t')
    .select(['t.diagnosis', 't.diagnosisAt', 't.contactName', 't.language', 't.handoverNote'])
    .select(['t.firstAnsweredAt', 't.doneAt', 't.resolution', 't.isSolved', 't.lastPublicSeq'])
    .select((eb) =>
      eb.fn
        .coalesce(
          eb
            .selectFrom('SupportReads as s')
            .select('s.readSeq')
            .whereRef('s.taskId', '=', 't.id')
            .where('s.reader', '=', 'pharmacy'),
          eb.lit(0),
        )
        .as('pharmacyReadSeq'),
    )
    .where('t.id', '=', taskId)
    .executeTakeFirstOrThrow()
}

async function stepsOf(db: StoreDb, taskId: number): Promise<SupportTaskDetail['steps']> {
  const rows = await db
    .selectFrom('SupportTaskLog')
    .select(['version', 'at', 'action', 'became', 'byName as by', 'note'])
    .where('taskId', '=', taskId)
    .orderBy('version', 'desc')
    .limit(MAX_TASK_STEPS)
    .execute()
  return rows.map((row) => ({ ...row, at: row.at.toISOString() }))
}

const OPEN = sql`t."state" in ('new', 'claimed', 'released')`

function chosen({ view, customerId, computerId }: TaskListQuery, reader: string): RawBuilder<unknown> {
  const views = {
    free: sql`t."state" in ('new', 'released')`,
    mine: sql`t."state" = 'claimed' and t."claimedBy" = ${reader}`,
    all: OPEN,
    done: sql`t."state" in ('done', 'removed')`,
  } satisfies Record<TaskListQuery['view'], RawBuilder<unknown>>
  const customer =
    customerId === undefined
      ? sql``
      : sql` and (t."customerId" = ${customerId} or t."id" in (
          select i."taskId" from "IncidentComputers" i where i."customerId" = ${customerId}))`
  const computer =
    computerId === undefined
      ? sql``
      : sql` and (t."computerId" = ${computerId} or t."id" in (
          select i."taskId" from "IncidentComputers" i where i."computerId" = ${computerId}))`
  return sql`${views[view]}${customer}${computer}`
}

/** Each is the order of an index. */
const ORDERS = {
  open: sql`t."dueAt", t."priority", t."id"`,
  done: sql`t."doneAt" desc nulls last, t."id" desc`,
} as const

/** What should have been answered first stands first, then what weighs more, then the older. */
export async function listTasks(
  db: StoreDb,
  reader: string,
  query: TaskListQuery,
): Promise<EndpointReply<(typeof supportTasksApi)['listSupportTasks']>> {
  const { view, page, pageSize } = query
  const where = chosen(query, reader)
  const order = ORDERS[view === 'done' ? 'done' : 'open']
  // First: the number of the newest event must not be of a later moment than the rows.
  const { lastEventId, asOf, total: counted, ...counts } = await countsOf(db, reader, query)
  const { rows } = await sql<RowRead>`
    with shown as materialized (
      select t."id", row_number() over (order by ${order}) as "place" from "SupportTasks" t where ${where}
      order by ${order} limit ${pageSize} offset ${(page - 1) * pageSize}
    )
    select ${columns(reader)} ${FROM} join shown on shown."id" = t."id" order by shown."place"`.execute(db)
  const total = view === 'done' || isNarrowed(query) ? counted : counts[view]
  const items = rows.map(taskRow)
  return { items, total, page, pageSize, view, counts, asOf: asOf.toISOString(), lastEventId }
}

function isNarrowed({ customerId, computerId }: TaskListQuery): boolean {
  return customerId !== undefined || computerId !== undefined
}

interface Counted extends TaskCounts {
  readonly total: number
  readonly asOf: Date
  readonly lastEventId: number
}

/** Beside the lists, and on the dashboard. */
export async function taskCounts(db: StoreDb, reader: string): Promise<TaskCounts & { readonly asOf: Date }> {
  return countsOf(db, reader, { view: 'all', page: 1, pageSize: 1 })
}

/** One statement over indexes alone, and each count ends: on a bad day, too. */
async function countsOf(db: StoreDb, reader: string, query: TaskListQuery): Promise<Counted> {
  const isCounted = query.view === 'done' || isNarrowed(query)
  const total = isCounted
    ? sql`(select count(*)::integer from (
        select from "SupportTasks" t where ${chosen(query, reader)} limit ${MAX_COUNTED}) n)`
    : sql`0`
  const mine = sql`from "SupportTasks" t where t."state" = 'claimed' and t."claimedBy" = ${reader}`
  const ends = (count: RawBuilder<unknown>): RawBuilder<unknown> =>
    sql`least(${count}, ${MAX_COUNTED})::integer`
  const { rows } = await sql<Counted>`
    select relay_now() as "asOf", ${total} as "total", coalesce((select max("id") from "RelayEvents"), 0) as "lastEventId",
      ${ends(sql`o."free"`)} as "free", ${ends(sql`o."all"`)} as "all", ${ends(sql`o."unanswered"`)} as "unanswered",
      ${ends(sql`o."overdue"`)} as "overdue",
      (select count(*)::integer from (select ${mine} limit ${MAX_COUNTED}) n) as "mine",
      (select count(*)::integer from (select ${mine} and t."lastSeq" > 0
        and exists (select from "SupportMessages" m where m."taskId" = t."id" and not m."isInternal"
          and m."authorGuid" is distinct from ${reader} and m."seq" > ${readSeq(reader)})
        limit ${MAX_COUNTED}) n) as "unread"
    from (
      select count(*) as "all", count(*) filter (where "state" <> 'claimed') as "free", count("dueAt") as "unanswered",
        count(*) filter (where "dueAt" < (select relay_now())) as "overdue"
      from (select "state", "dueAt" from "SupportTasks" t where ${OPEN}
        order by "dueAt", "priority", "id" limit ${MOST_LOOKED_AT}) t
    ) o`.execute(db)
  const [row] = rows
  if (row === undefined) throw new Error('The database answered an aggregate with no row')
  return row
}
