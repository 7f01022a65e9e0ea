// The scheduler in every state: tasks that wait, run, failed, are paused or of a later version; runs; days.
import {
  FindingKind,
  TaskFailure,
  type DaySummary,
  type ScheduledTask,
  type TaskRun,
} from '@pharmacy-relay/shared/api/scheduler.ts'
import { schedulerEn } from '@pharmacy-relay/shared/texts/en/shop/scheduler.ts'
import type { FrameProps } from '../../views/frame-props.ts'
import { daysPage } from '../scheduler/days-page.tsx'
import { runsPage } from '../scheduler/runs-page.tsx'
import { schedulerNotices, type SchedulerNotice } from '../scheduler/scheduler-notices.ts'
import { schedulerPage } from '../scheduler/scheduler-page.tsx'
import { HOSTILE, NOW } from './fixtures.ts'

export function runOf(changes: Partial<TaskRun> = {}): TaskRun {
  return {
    id: 17,
    cause: 'schedule',
    attempt: 1,
    startedAt: '2026-11-20T04:10:00.000Z',
    endedAt: '2026-11-20T04:10:03.250Z',
    outcome: 'done',
    reason: null,
    counts: { keys: 1_204, baskets: 3 },
    findings: [],
    ...changes,
  }
}

export function taskOf(changes: Partial<ScheduledTask> = {}): ScheduledTask {
  return {
    name: 'retention',
    every: 'day',
    at: '04:10',
    timeZone: 'Europe/Berlin',
    limitS: 1_800,
    retries: 3,
    state: 'waiting',
    pausedBy: null,
    pausedAt: null,
    nextAt: '2026-11-21T03:10:00.000Z',
    last: runOf(),
    failures: 0,
    ...changes,
  }
}

export const PAUSED = {
  state: 'paused',
  pausedBy: HOSTILE,
  pausedAt: '2026-11-20T08:00:00.000Z',
  nextAt: null,
} as const

export const RUNNING_RUN = runOf({ outcome: 'running', endedAt: null, counts: {} })

const FINDINGS = FindingKind.options.map((kind) => ({
  kind,
  subject: HOSTILE.slice(0, 64),
  expected: 4,
  found: 5,
}))
const FAILED = runOf({ id: 18, outcome: 'failed', reason: 'books_differ', counts: {}, findings: FINDINGS })

const TASKS: readonly ScheduledTask[] = [
  ...Object.keys(schedulerEn.tasks).map((name) => taskOf({ name })),
  taskOf({ name: 'order-time-outs', every: 'minute', at: null, state: 'running', last: RUNNING_RUN }),
  taskOf({ name: 'ended-codes', every: 'hour', at: '00:23', last: runOf({ counts: { codes: 0 } }) }),
  taskOf({ name: 'books-proof', last: FAILED, failures: 2 }),
  taskOf({ name: 'later-task', last: null, ...PAUSED }),
]

const EVERY_COUNT = Object.fromEntries(Object.keys(schedulerEn.counts).map((what) => [what, 2]))

const RUNS: readonly TaskRun[] = [
  RUNNING_RUN,
  ...TaskFailure.options.map((reason, index) => runOf({ id: 100 + index, outcome: 'failed', reason })),
  FAILED,
  runOf({ id: 1, cause: 'person', attempt: 2, counts: { ...EVERY_COUNT, constructor: 3, laterThings: 4 } }),
  runOf({ id: 2, counts: {} }),
]

const DAY: DaySummary = {
  day: '2026-11-19',
  currency: 'EUR',
  ordersPlaced: 1_204,
  ordersPaid: 1_100,
  ordersShipped: 900,
  ordersCancelled: 12,
  ordersExpired: 92,
  revenueMinor: 123_456_789,
  refundedMinor: 4_900,
  labels: 48_211,
  labelProblems: 7,
  computers: 1_312,
}

export function schedulerPages(frame: FrameProps): Record<string, string> {
  const tasks = (given: readonly ScheduledTask[], notice: SchedulerNotice | null = null) =>
    schedulerPage({ frame: { ...frame, path: '/scheduler' }, tasks: given, notice, now: NOW })
  const runs = (items: readonly TaskRun[], task: Partial<ScheduledTask> = {}, outcome?: 'failed') =>
    runsPage({
      frame: { ...frame, path: '/scheduler/tasks/retention' },
      query: { page: 1, pageSize: 50, outcome },
      list: { items: [...items], total: items.length, page: 1, pageSize: 50, task: taskOf(task) },
      now: NOW,
    })
  const days = (items: readonly DaySummary[]) =>
    daysPage({
      frame: { ...frame, path: '/scheduler/days' },
      query: { page: 1, pageSize: 50 },
      list: { items: [...items], total: items.length, page: 1, pageSize: 50 },
    })
  return {
    scheduler: tasks(TASKS),
    'scheduler without tasks': tasks([]),
    ...Object.fromEntries(
      schedulerNotices().map((notice) => [`scheduler, ${notice}`, tasks([taskOf()], notice)]),
    ),
    'runs of a task': runs(RUNS),
    'runs of a paused task': runs([], { retries: 0, every: 'minute', at: null, ...PAUSED }),
    'failed runs of a task': runs([], { retries: 1 }, 'failed'),
    days: days([DAY, { ...DAY, day: '2026-11-18', refundedMinor: 0, labelProblems: 0, currency: 'JPY' }]),
    'no days': days([]),
  }
}
