// What a task is: when it runs, how long at most, how often it is tried again, and its work.
import type { Finding, TaskCounts } from '@pharmacy-relay/shared/api/scheduler.ts'
import type { TaskSchedule } from './task-schedule.ts'

/** What a run did. All counts 0 and no findings: there was nothing to do. */
export interface TaskResult {
  readonly counts: TaskCounts
  /** What is not as it must be: the run counts as failed, and is not tried again. */
  readonly findings?: readonly Finding[]
}

export interface ScheduledTask {
  /** As in `TaskName` of the contract. */
  readonly name: string
  readonly schedule: TaskSchedule
  /** Longest run, in ms. Then the signal comes, and the run has failed as `too_long`. */
  readonly limitMs: number
  /** After a failure: first after a minute, then after twice as long each time. */
  readonly retries: number
  /**
   * May be ended at any moment and begun again, here or by another process: what it does is done in portions, each in a
   * transaction of its own, and once more is harmless. It looks at the signal between two portions.
   */
  readonly work: (signal: AbortSignal) => Promise<TaskResult>
}
