// The scheduler's own tables as Kysely types; pg-boss keeps its own beside them.
import type { ColumnType, Generated, GeneratedAlways } from 'kysely'
import type { Finding, TaskCounts, TaskFailure } from '@pharmacy-relay/shared/api/scheduler.ts'

interface PausedTasksTable {
  task: string
  pausedAt: Generated<Date>
  /** As he was called then. */
  pausedBy: string
}

interface TaskRunsTable {
  readonly id: GeneratedAlways<number>
  task: string
  cause: 'schedule' | 'person'
  attempt: number
  startedAt: Generated<Date>
  /** It has ended by then, or whoever ran it is gone. */
  until: Date
  endedAt: Date | null
  outcome: Generated<'running' | 'done' | 'failed'>
  /** With `failed`, and only with it. */
  reason: TaskFailure | null
  counts: ColumnType<TaskCounts, string | undefined, string>
  findings: ColumnType<Finding[], string | undefined, string>
  /** It ended well and found nothing to do. */
  isIdle: Generated<boolean>
}

interface DaySummariesTable {
  day: string
  currency: string
  ordersPlaced: number
  ordersPaid: number
  ordersShipped: number
  ordersCancelled: number
  ordersExpired: number
  revenueMinor: number
  refundedMinor: number
  labels: number
  labelProblems: number
  computers: number
  countedAt: Generated<Date>
}

export interface SchedulerSchema {
  PausedTasks: PausedTasksTable
  TaskRuns: TaskRunsTable
  DaySummaries: DaySummariesTable
}
