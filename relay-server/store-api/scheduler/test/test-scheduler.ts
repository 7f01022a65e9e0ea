// A scheduler over a test database, with tasks that a test makes, and what is seen of their runs.
import { sql } from 'kysely'
import { silentLogger } from '@pharmacy-relay/shared/logger.ts'
import { systemClock, type Clock } from '@pharmacy-relay/shared/clock.ts'
import { until } from '@pharmacy-relay/shared/test/until.ts'
import type { Database } from '../../../db/database.ts'
import type { StoreSchema } from '../../schema.ts'
import { startScheduler, type HostedScheduler } from '../scheduler.ts'
import type { ScheduledTask } from '../scheduled-task.ts'
import { pageOfRuns } from '../task-runs.queries.ts'

/** Far away from any run of the tests: it runs when a test asks for it. */
const NEVER = { every: 'day', hour: 4, minute: 10 } as const

export function testTask(name: string, changes: Partial<ScheduledTask> = {}): ScheduledTask {
  return {
    name,
    schedule: NEVER,
    limitMs: 60_000,
    retries: 0,
    work: () => Promise.resolve({ counts: { things: 1 } }),
    ...changes,
  }
}

/** Answers when its tasks run. */
export async function startTestScheduler(
  database: Database<StoreSchema>,
  tasks: readonly ScheduledTask[],
  { clock = systemClock }: { readonly clock?: Clock } = {},
): Promise<HostedScheduler> {
  const scheduler = startScheduler({
    database,
    tasks,
    timeZone: 'Europe/Berlin',
    clock,
    logger: silentLogger,
    countRun: () => {},
  })
  await scheduler.started
  return scheduler
}

export async function askFor(
  { db }: Database<StoreSchema>,
  scheduler: HostedScheduler,
  task: string,
): Promise<void> {
  await db.transaction().execute(async (trx) => scheduler.askForRun(trx, task))
}

export async function runsOf({ db }: Database<StoreSchema>, task: string) {
  return (await pageOfRuns(db, task, { page: 1, pageSize: 50 })).items
}

/** Newest first, when there are `count` and none is under way. */
export async function endedRuns(database: Database<StoreSchema>, task: string, count: number) {
  await until(`${count} ended runs of ${task}`, async () => {
    const runs = await runsOf(database, task)
    return runs.length >= count && runs.every(({ outcome }) => outcome !== 'running')
  })
  return runsOf(database, task)
}

/** A door that a task waits at until the test opens it. */
export function door() {
  let open = (): void => {}
  const opened = new Promise<void>((resolve) => {
    open = resolve
  })
  return { open: () => open(), opened }
}

/** Jobs of the task that wait, or are under way. */
export async function openJobs({ db }: Database<StoreSchema>, task: string): Promise<number> {
  const { rows } = await sql<{ n: number }>`
    select count(*) as n from pgboss.job where name = ${task} and state < 'completed'`.execute(db)
  return rows[0]?.n ?? 0
}
