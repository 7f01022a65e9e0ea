// Figures of the whole store database for /metrics: each ends soon, however much there is.
import { sql } from 'kysely'
import type { StoreDb } from '../database.ts'

/** Rows of the outbox that are looked at. */
const MOST_UNREAD = 10_000
const MOST_TASKS = 10_000
/** Versions that are named; agents of all others are one figure. */
const MOST_VERSIONS = 20
/** The hour that runs and the one before. */
const LABEL_HOURS = 2

export interface OutboxLag {
  readonly unread: number
  /** Since when the oldest of them waits, in s. */
  readonly seconds: number
}

/** Rows that this process has not handed on; it stands at `cursor`. */
export async function outboxLag(db: StoreDb, cursor: number): Promise<OutboxLag> {
  const { rows } = await sql<OutboxLag>`
    select count(*)::integer as "unread",
      coalesce(greatest(0, extract(epoch from relay_now() - min("at"))), 0)::float8 as "seconds"
    from (select "at" from "RelayEvents" where "id" > ${cursor} order by "id" limit ${MOST_UNREAD}) r`.execute(
    db,
  )
  return rows[0] ?? { unread: 0, seconds: 0 }
}

export interface OpenTasks {
  readonly open: number
  readonly overdue: number
}

export async function openTasks(db: StoreDb): Promise<OpenTasks> {
  const { rows } = await sql<OpenTasks>`
    select count(*)::integer as "open",
      (count(*) filter (where "dueAt" < (select relay_now())))::integer as "overdue"
    from (select "dueAt" from "SupportTasks" where "state" in ('new', 'claimed', 'released')
      order by "dueAt" limit ${MOST_TASKS}) t`.execute(db)
  return rows[0] ?? { open: 0, overdue: 0 }
}

export interface VersionCount {
  readonly version: string
  readonly agents: number
}

/** Of connected computers; the most frequent first. Versions beyond the twentieth are `other`. */
export async function agentVersions(db: StoreDb): Promise<VersionCount[]> {
  const { rows } = await sql<VersionCount>`
    with counted as (
      select "agentVersion" as "version", count(*)::integer as "agents",
        row_number() over (order by count(*) desc, "agentVersion") as "place"
      from "RelaySessions" where "closedAt" is null group by "agentVersion"
    )
    select case when "place" <= ${MOST_VERSIONS} then "version" else 'other' end as "version",
      sum("agents")::integer as "agents"
    from counted group by 1 order by 2 desc`.execute(db)
  return rows
}

export interface LabelCount {
  readonly state: string
  readonly labels: number
}

/** As computers reported them: a label that one handed to another counts at both. */
export async function recentLabels(db: StoreDb): Promise<LabelCount[]> {
  const { rows } = await sql<LabelCount>`
    select c."key" as "state", sum(c."value"::bigint)::float8 as "labels"
    from "RelayJobHours" h, jsonb_each_text(h."counts") c
    where h."hour" > date_trunc('hour', relay_now()) - make_interval(hours => ${LABEL_HOURS})
      and h."hour" <= relay_now()
    group by 1`.execute(db)
  return rows
}

/** For how long the oldest job that is due has been waiting, in s; null before the scheduler made its tables. */
export async function jobQueueAge(db: StoreDb): Promise<number | null> {
  const { rows: known } = await sql<{ isThere: boolean }>`
    select to_regclass('pgboss.job') is not null as "isThere"`.execute(db)
  if (known[0]?.isThere !== true) return null
  const { rows } = await sql<{ age: number }>`
    select coalesce(greatest(0, extract(epoch from now() - min("start_after"))), 0)::float8 as "age"
    from pgboss.job where "state" in ('created', 'retry') and "start_after" <= now()`.execute(db)
  return rows[0]?.age ?? 0
}
