// The tasks that the store API does by the clock: when each runs, how its runs ended, and what the days were like.
import { z } from 'zod'
import { Id, Instant } from '../ids.ts'
import { STAFF_ROLES } from '../user-role.ts'
import { growing } from '../wire.ts'
import { endpoint, pageOf, paging, type EndpointTable } from './endpoint.ts'
import { Currency } from './shop/amounts.ts'

/** A reader may meet a task that only a later version knows. */
export const TaskName = z
  .string()
  .regex(/^[a-z]{1,20}(?:-[a-z]{1,20}){0,3}$/, 'must look like order-time-outs')

/**
 * Why a run failed. `unavailable`: the database or a service was away. `too_long`: the task's limit was over. `not_reported`: its
 * process, or the database, went away before the end was written. `stopped`: the store API was stopping. `books_differ`: what
 * must be equal is not, see the findings.
 */
export const TaskFailure = growing(
  z.enum(['unavailable', 'too_long', 'not_reported', 'stopped', 'books_differ', 'internal']),
  'internal',
)
export type TaskFailure = z.infer<typeof TaskFailure>

export const TaskOutcome = growing(z.enum(['running', 'done', 'failed']), 'failed')
export type TaskOutcome = z.infer<typeof TaskOutcome>

/**
 * What is not as it must be. `reserved`: of a product, by id: the ledger against the counter. `coupon_uses`: of a coupon, by code.
 * `paid_order`: of an order, by number: its total against what was captured, in minor units.
 */
export const FindingKind = growing(z.enum(['reserved', 'coupon_uses', 'paid_order', 'other']), 'other')
export type FindingKind = z.infer<typeof FindingKind>

export const MAX_FINDINGS = 20

export const Finding = z.strictObject({
  kind: FindingKind,
  /** Which row it is: a product's id, a coupon's code, an order's number. */
  subject: z.string().max(64),
  expected: z.int(),
  found: z.int(),
})
export type Finding = z.infer<typeof Finding>

/** How many of what a run dealt with: `{ orders: 3 }`. Names come with the task. */
export const TaskCounts = z.record(z.string().regex(/^[a-zA-Z]{1,40}$/), z.int().min(0))
export type TaskCounts = z.infer<typeof TaskCounts>

export const TaskRun = z
  .strictObject({
    id: Id,
    /** By the clock, or because an Admin asked. */
    cause: growing(z.enum(['schedule', 'person']), 'schedule'),
    /** 1, and more where it was tried again after a failure. */
    attempt: z.int().min(1),
    startedAt: Instant,
    endedAt: Instant.nullable(),
    outcome: TaskOutcome,
    /** With `failed`, and only with it. */
    reason: TaskFailure.nullable(),
    counts: TaskCounts,
    findings: z.array(Finding).max(MAX_FINDINGS),
  })
  .meta({ id: 'TaskRun' })
export type TaskRun = z.infer<typeof TaskRun>

export const ScheduledTask = z
  .strictObject({
    name: TaskName,
    every: growing(z.enum(['minute', 'hour', 'day']), 'day'),
    /** Of the hour: minute; of the day: hour and minute, in `timeZone`. Null: every minute. */
    at: z
      .string()
      .regex(/^\d\d:\d\d$/)
      .nullable(),
    /** IANA. Nights and days are those of this zone. */
    timeZone: z.string().max(64),
    /** Longest run, in seconds. */
    limitS: z.int().min(1),
    /** How often it is tried again after a failure. */
    retries: z.int().min(0),
    state: growing(z.enum(['waiting', 'running', 'paused']), 'waiting'),
    /** Who paused it, as he was called then. */
    pausedBy: z.string().max(120).nullable(),
    pausedAt: Instant.nullable(),
    /** Null while it is paused. */
    nextAt: Instant.nullable(),
    last: TaskRun.nullable(),
    /** Of the last 24 hours. */
    failures: z.int().min(0),
  })
  .meta({ id: 'ScheduledTask' })
export type ScheduledTask = z.infer<typeof ScheduledTask>

const Count = z.int().min(0)

/** What a day was like, as it was counted in the night after. Money in minor units, with tax. */
export const DaySummary = z
  .strictObject({
    /** Of the scheduler's time zone: `2026-11-26`. */
    day: z.iso.date(),
    currency: Currency,
    ordersPlaced: Count,
    ordersPaid: Count,
    ordersShipped: Count,
    ordersCancelled: Count,
    ordersExpired: Count,
    /** Of the orders that were paid on this day. */
    revenueMinor: Count,
    refundedMinor: Count,
    /** By hours of UTC: where the zone is half an hour off, of the nearest ones. */
    labels: Count,
    /** Failed or expired, or nobody knows whether they were printed. */
    labelProblems: Count,
    /** Computers that reported labels. */
    computers: Count,
  })
  .meta({ id: 'DaySummary' })
export type DaySummary = z.infer<typeof DaySummary>

const SCHEDULER = '/api/v1/panel/scheduler'
const TASK = `${SCHEDULER}/tasks/{task}`
const taskParams = z.strictObject({ task: TaskName })

export const TaskRunsQuery = z.strictObject({
  page: paging.page,
  pageSize: paging.pageSize,
  outcome: z.enum(['failed']).optional(),
})

export const schedulerApi = {
  listTasks: endpoint({
    method: 'GET',
    path: `${SCHEDULER}/tasks`,
    summary: 'The tasks that run by the clock: last and next run, state',
    access: STAFF_ROLES,
    reply: { status: 200, schema: z.strictObject({ tasks: z.array(ScheduledTask).max(100) }) },
  }),
  listTaskRuns: endpoint({
    method: 'GET',
    path: `${TASK}/runs`,
    summary: 'The runs of a task, newest first; of 90 days, those that found nothing to do of one',
    access: STAFF_ROLES,
    params: taskParams,
    query: TaskRunsQuery,
    reply: { status: 200, schema: pageOf(TaskRun).extend({ task: ScheduledTask }) },
  }),
  runTask: endpoint({
    method: 'POST',
    path: `${TASK}/run`,
    summary: 'Run a task now, also a paused one; one that waits to run anyway runs once',
    access: ['Admin'],
    params: taskParams,
    reply: { status: 200, schema: ScheduledTask },
    refusals: ['state_conflict'],
  }),
  pauseTask: endpoint({
    method: 'POST',
    path: `${TASK}/pause`,
    summary: 'Run a task by the clock no more; a run under way goes on',
    access: ['Admin'],
    params: taskParams,
    reply: { status: 200, schema: ScheduledTask },
  }),
  resumeTask: endpoint({
    method: 'DELETE',
    path: `${TASK}/pause`,
    summary: 'Run a paused task by the clock again',
    access: ['Admin'],
    params: taskParams,
    reply: { status: 200, schema: ScheduledTask },
  }),
  listDays: endpoint({
    method: 'GET',
    path: `${SCHEDULER}/days`,
    summary: 'What the days were like: orders, revenue, labels; newest first',
    access: STAFF_ROLES,
    query: z.strictObject({ page: paging.page, pageSize: paging.pageSize }),
    reply: { status: 200, schema: pageOf(DaySummary) },
  }),
} as const satisfies EndpointTable
