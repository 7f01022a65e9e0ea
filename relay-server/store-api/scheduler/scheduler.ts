// pg-boss hosted by the store API: its schema brought up to date, a queue and a schedule for each task, and an end in order.
// Any number of store APIs may host it over one database.
import { PgBoss, fromKysely, type JobWithMetadata } from 'pg-boss'
import { z } from 'zod'
import type { Clock } from '@pharmacy-relay/shared/clock.ts'
import type { Logger } from '@pharmacy-relay/shared/logger.ts'
import { ProblemError } from '@pharmacy-relay/shared/problem.ts'
import type { Database } from '../../db/database.ts'
import type { StoreTransaction } from '../database.ts'
import type { StoreSchema } from '../schema.ts'
import { bossDatabase } from './boss-database.ts'
import { hostBoss } from './boss-host.ts'
import { BOSS_OPTIONS, WORK_OPTIONS, queueOptions } from './boss-options.ts'
import { runTask, type RunParts } from './run-task.ts'
import type { ScheduledTask } from './scheduled-task.ts'
import { pauseOf } from './task-runs.queries.ts'
import { cronOf } from './task-schedule.ts'

export interface SchedulerParts {
  readonly database: Pick<Database<StoreSchema>, 'db' | 'url' | 'listen'>
  readonly tasks: readonly ScheduledTask[]
  /** IANA; of nights and days. */
  readonly timeZone: string
  readonly clock: Clock
  readonly logger: Logger
  readonly countRun: RunParts['countRun']
}

/** What the endpoints ask of it. */
export interface Scheduler {
  readonly tasks: readonly ScheduledTask[]
  readonly timeZone: string
  /** After now. */
  nextRunAt(task: ScheduledTask): Date
  /** The run begins when the transaction has committed. Throws ProblemError `unavailable` before the first start is over. */
  askForRun(trx: StoreTransaction, taskName: string): Promise<void>
}

export interface HostedScheduler extends Scheduler {
  /** Answers when tasks run. It is tried every 5 s until then, or until the stop. */
  readonly started: Promise<void>
  /** Ends the runs under way at their next portion, and waits for them. May be called twice. */
  stop(): Promise<void>
}

/** Begins to start and answers at once: labels must not wait for the shop's nightly work. */
export function startScheduler(parts: SchedulerParts): HostedScheduler {
  const { database, tasks, timeZone, clock, logger } = parts
  const pool = bossDatabase(database, logger)
  const stopping = new AbortController()
  const running = new Set<Promise<unknown>>()
  const work = worker({ ...parts, db: database.db, stopping: stopping.signal }, running)
  const hosted = hostBoss({
    make: () => newBoss(pool, logger),
    prepare: async (boss) => {
      for (const task of tasks) await host(boss, { task, timeZone, work })
    },
    clock,
    logger,
    signal: stopping.signal,
  })
  const stop = async (): Promise<void> => {
    stopping.abort()
    await hosted.started
    await Promise.allSettled(running)
    await hosted.end()
    await pool.stop()
  }
  let stopped: Promise<void> | null = null
  return {
    tasks,
    timeZone,
    started: hosted.started,
    nextRunAt: ({ schedule }) => nextRun(hosted.boss(), cronOf(schedule), timeZone),
    askForRun: async (trx, taskName) => {
      if (!hosted.isStarted()) throw new ProblemError('unavailable', 'The scheduler has not started yet')
      await hosted.boss().send(taskName, { isAsked: true }, { db: fromKysely(trx) })
    },
    stop: () => (stopped ??= stop()),
  }
}

function newBoss(db: ReturnType<typeof bossDatabase>, logger: Logger): PgBoss {
  const boss = new PgBoss({ ...BOSS_OPTIONS, db })
  // It tries again by itself. What a message says may hold values.
  boss.on('error', (error) => logger.warn('scheduler.boss-failed', { code: codeOf(error) }))
  boss.on('warning', ({ message }) => logger.warn('scheduler.boss-warned', { message }))
  return boss
}

function codeOf(error: unknown): string {
  const coded = z.object({ code: z.string() }).safeParse(error)
  return coded.success ? coded.data.code : 'none'
}

function nextRun(boss: PgBoss, cron: string, timeZone: string): Date {
  const [next] = boss.previewSchedule(cron, { tz: timeZone, count: 1 })
  if (next === undefined) throw new Error(`The schedule ${cron} never comes`)
  return next
}

type Work = (task: ScheduledTask, job: JobWithMetadata) => Promise<void>

async function host(
  boss: PgBoss,
  { task, timeZone, work }: { readonly task: ScheduledTask; readonly timeZone: string; readonly work: Work },
): Promise<void> {
  const { name, schedule } = task
  const options = queueOptions(task)
  // One job at a time waits; a second one adds nothing.
  await boss.createQueue(name, { policy: 'short', ...options })
  // It may be there with the limits of an earlier version.
  await boss.updateQueue(name, options)
  await boss.work(name, WORK_OPTIONS, async (jobs: JobWithMetadata[]) => {
    for (const job of jobs) await work(task, job)
  })
  // A night in which no store API ran is made up for; a minute is not.
  const missed = schedule.every === 'minute' ? 'skip' : 'once'
  await boss.schedule(name, cronOf(schedule), null, { tz: timeZone, missed })
}

const JobData = z.object({ isAsked: z.boolean() }).nullish().catch(null)

function worker(parts: RunParts, running: Set<Promise<unknown>>): Work {
  const run: Work = async (task, { data, retryCount }) => {
    const isAsked = JobData.parse(data)?.isAsked === true
    if (!isAsked && (await pauseOf(parts.db, task.name)) !== null) return
    await runTask(parts, task, { cause: isAsked ? 'person' : 'schedule', attempt: retryCount + 1 })
  }
  return async (task, job) => {
    if (parts.stopping.aborted) throw new Error('stopped')
    const ended = run(task, job)
    running.add(ended)
    await ended.finally(() => running.delete(ended))
  }
}
