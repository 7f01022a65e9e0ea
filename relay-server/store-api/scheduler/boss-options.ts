// How pg-boss is set: what it looks for how often, and what a queue of one task does with its jobs.
import type { ConstructorOptions, QueueOptions, WorkOptions } from 'pg-boss'
import type { ScheduledTask } from './scheduled-task.ts'

export const BOSS_OPTIONS = {
  schema: 'pgboss',
  // Its tables are brought up to date at each start, under its own lock.
  migrate: true,
  useListenNotify: true,
  // A minute task begins within 20 s of its minute: so often due tasks are looked for, and then handed to their queues.
  cronMonitorIntervalSeconds: 15,
  cronWorkerIntervalSeconds: 5,
  // Few and short jobs: nothing to rebuild, and no statement that takes longer than those of this service may.
  reindex: false,
  monitorVacuum: false,
} as const satisfies ConstructorOptions

/** Jobs announce themselves; looking is for what was missed, or for a listener that could not be had. */
export const WORK_OPTIONS = {
  includeMetadata: true,
  batchSize: 1,
  pollingIntervalSeconds: 10,
  notifyPollingIntervalSeconds: 60,
} as const satisfies WorkOptions

/** pg-boss gives a run up so long after its limit, in s: it has ended by itself, or its process has. */
const EXPIRES_AFTER_S = 30
const DAY_S = 86_400

export function queueOptions({ limitMs, retries }: ScheduledTask): QueueOptions & { notify: boolean } {
  return {
    notify: true,
    expireInSeconds: Math.ceil(limitMs / 1_000) + EXPIRES_AFTER_S,
    retryLimit: retries,
    retryDelay: 60,
    retryBackoff: true,
    retentionSeconds: DAY_S,
    // What became of it stands in TaskRuns.
    deleteAfterSeconds: DAY_S,
  }
}
