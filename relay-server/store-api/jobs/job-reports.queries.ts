// What computers reported of their labels: kept per hour, read for a span of days, removed when it is old.
import { sql } from 'kysely'
import { LABEL_HOUR_DAYS } from '@pharmacy-relay/shared/labels/job-counters.ts'
import {
  JobsWaiting,
  KEPT_JOB_DAYS,
  LabelFacts,
  type Duration,
  type JobCounts,
  type JobsReport,
} from '@pharmacy-relay/shared/labels/job-report.ts'
import type { StoreDb, StoreTransaction } from '../database.ts'
import { givenRows } from '../given-rows.ts'
import { plainTexts } from '../device-requests/plain-text.ts'
import type { ComputerRef } from '../registry/computers.queries.ts'

/** A computer's clock may be ahead by so many hours; counters of later hours would never grow old, and are dropped. */
const AHEAD_HOURS = 2

export interface SessionJobs {
  readonly sessionId: string
  readonly jobs: JobsReport | null
}

/**
 * Keeps what open sessions reported, whose computers are locked; answers those where another number waits. An hour is
 * replaced by a higher version and left alone by all others, so that late and repeated reports are harmless.
 */
export async function keepJobReports(
  trx: StoreTransaction,
  reports: readonly SessionJobs[],
): Promise<ComputerRef[]> {
  const told = reports.flatMap(({ sessionId, jobs }) => (jobs === null ? [] : [{ sessionId, jobs }]))
  if (told.length === 0) return []
  const hours = told.flatMap(({ sessionId, jobs }) => jobs.hours.map((hour) => ({ sessionId, ...hour })))
  await keepHours(trx, hours)
  await keepFacts(trx, told)
  // Of several reports of one session the newest word.
  const waiting = new Map(told.map(({ sessionId, jobs }) => [sessionId, plainWaiting(jobs.waiting)]))
  return keepWaiting(
    trx,
    [...waiting].map(([sessionId, jobsWaiting]) => ({ sessionId, jobsWaiting })),
  )
}

function plainWaiting(waiting: JobsReport['waiting']): JobsReport['waiting'] {
  return JobsWaiting.parse(plainTexts(waiting))
}

type SessionHour = JobsReport['hours'][number] & { readonly sessionId: string }

async function keepHours(trx: StoreTransaction, hours: readonly SessionHour[]): Promise<void> {
  if (hours.length === 0) return
  await sql`
    insert into "RelayJobHours" ("computerId", "hour", "version", "counts", "took")
    select distinct on (s."computerId", r."hour")
      s."computerId", to_timestamp(r."hour" * 3600.0), r."version", r."counts", r."took"
    from ${givenRows(
      hours,
      `
      "sessionId" uuid, "hour" integer, "version" bigint, "counts" jsonb, "took" jsonb`,
    )} as r
    join "RelaySessions" s on s."sessionId" = r."sessionId" and s."closedAt" is null
    where to_timestamp(r."hour" * 3600.0) between relay_now() - make_interval(days => ${KEPT_JOB_DAYS})
      and relay_now() + make_interval(hours => ${AHEAD_HOURS})
    order by s."computerId", r."hour", r."version" desc
    on conflict ("computerId", "hour") do update set
      "version" = excluded."version", "counts" = excluded."counts", "took" = excluded."took"
    where excluded."version" > "RelayJobHours"."version"`.execute(trx)
}

interface ToldJobs extends SessionJobs {
  readonly jobs: JobsReport
}

/** No event follows: they change with every label. What a report says nothing of stays, as an agent need not know it after its restart. */
async function keepFacts(trx: StoreTransaction, told: readonly ToldJobs[]): Promise<void> {
  // Of several reports of one session the newest word.
  const newest = new Map(
    told.flatMap(({ sessionId, jobs: { facts } }) =>
      facts === undefined ? [] : [[sessionId, LabelFacts.parse(plainTexts(facts))] as const],
    ),
  )
  if (newest.size === 0) return
  const rows = [...newest].map(([sessionId, labelFacts]) => ({ sessionId, labelFacts }))
  await sql`
    update "RelayComputers" c set "labelFacts" = coalesce(c."labelFacts", '{}') || r."labelFacts"
    from ${givenRows(rows, '"sessionId" uuid, "labelFacts" jsonb')} as r
    join "RelaySessions" s on s."sessionId" = r."sessionId" and s."closedAt" is null
    where c."id" = s."computerId" and (c."labelFacts" is null or not c."labelFacts" @> r."labelFacts")`.execute(
    trx,
  )
}

async function keepWaiting(trx: StoreTransaction, rows: readonly object[]): Promise<ComputerRef[]> {
  const { rows: changed } = await sql<ComputerRef>`
    update "RelayComputers" c set "jobsWaiting" = r."jobsWaiting", "updatedAt" = relay_now()
    from ${givenRows(rows, '"sessionId" uuid, "jobsWaiting" jsonb')} as r
    join "RelaySessions" s on s."sessionId" = r."sessionId" and s."closedAt" is null
    where c."id" = s."computerId" and c."jobsWaiting" is distinct from r."jobsWaiting"
    returning c."id" as "computerId", c."customerId"`.execute(trx)
  return changed
}

export interface KeptHour {
  /** Its start. */
  readonly hour: Date
  readonly counts: JobCounts
  readonly took: Duration[]
  /** Within the last 24 hours, and the last LABEL_HOUR_DAYS days. */
  readonly isOfLastDay: boolean
  readonly isPictured: boolean
}

export async function keptHours(db: StoreDb, computerId: number): Promise<KeptHour[]> {
  return db
    .selectFrom('RelayJobHours')
    .select(['hour', 'counts', 'took'])
    .select(sql<boolean>`"hour" > relay_now() - interval '24 hours'`.as('isOfLastDay'))
    .select(sql<boolean>`"hour" > relay_now() - make_interval(days => ${LABEL_HOUR_DAYS})`.as('isPictured'))
    .where('computerId', '=', computerId)
    .where(sql<boolean>`"hour" > relay_now() - make_interval(days => ${KEPT_JOB_DAYS})`)
    .orderBy('hour')
    .execute()
}

export async function isCustomer(db: StoreDb, id: number): Promise<boolean> {
  const row = await db.selectFrom('Customers').select('id').where('id', '=', id).executeTakeFirst()
  return row !== undefined
}

/** Of all computers of a pharmacy, the oldest first. A label that went from one of them to another was accepted by both, and counts once. */
export async function labelsOfPharmacy(db: StoreDb, customerId: number): Promise<LabelSum[]> {
  const { rows } = await sql<LabelSum>`
    select j."hour",
      greatest(0, sum((j."counts" ->> 'accepted')::bigint - (j."counts" ->> 'forwarded')::bigint))::float8 as "accepted",
      sum((j."counts" ->> 'unknown')::bigint + (j."counts" ->> 'failed')::bigint
        + (j."counts" ->> 'expired')::bigint)::float8 as "trouble"
    from "RelayComputers" c join "RelayJobHours" j on j."computerId" = c."id"
    where c."customerId" = ${customerId} and j."hour" > relay_now() - make_interval(days => ${LABEL_HOUR_DAYS})
    group by j."hour" order by j."hour"`.execute(db)
  return rows
}

interface LabelSum {
  readonly hour: Date
  readonly accepted: number
  readonly trouble: number
}

/** Removes up to `limit` hours that are too old. */
export async function removeOldHours(trx: StoreTransaction, limit: number): Promise<void> {
  await sql`
    delete from "RelayJobHours" where ctid = any(array(
      select ctid from "RelayJobHours"
      where "hour" < relay_now() - make_interval(days => ${KEPT_JOB_DAYS}) limit ${limit}
    ))`.execute(trx)
}
