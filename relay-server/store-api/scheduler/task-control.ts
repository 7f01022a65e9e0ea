// What staff do with tasks: run one now, pause and resume it, each with its row in the staff log; and how tasks are shown.
import type {
  ScheduledTask as ShownTask,
  TaskRun,
  TaskRunsQuery,
} from '@pharmacy-relay/shared/api/scheduler.ts'
import type { StaffActionKind } from '@pharmacy-relay/shared/api/staff-history.ts'
import { ProblemError } from '@pharmacy-relay/shared/problem.ts'
import type { z } from 'zod'
import type { Caller } from '../../auth/access-token.ts'
import { recordStaffOperation } from '../audit/staff-operations.queries.ts'
import type { StoreDb, StoreTransaction } from '../database.ts'
import { pauseTask, resumeTask } from './pauses.queries.ts'
import type { ScheduledTask } from './scheduled-task.ts'
import type { Scheduler } from './scheduler.ts'
import { pageOfRuns, pauseOf, runsInBrief } from './task-runs.queries.ts'
import { timeOf } from './task-schedule.ts'

export interface ControlParts {
  readonly db: StoreDb
  readonly scheduler: Scheduler
}

export async function listTasks(parts: ControlParts): Promise<{ tasks: ShownTask[] }> {
  const tasks: ShownTask[] = []
  for (const task of parts.scheduler.tasks) tasks.push(await shownTask(parts, task))
  return { tasks }
}

/** Throws ProblemError `not_found`. */
export async function listTaskRuns(
  parts: ControlParts,
  { task, query }: { readonly task: string; readonly query: z.output<typeof TaskRunsQuery> },
) {
  const found = taskOf(parts, task)
  return { ...(await pageOfRuns(parts.db, task, query)), task: await shownTask(parts, found) }
}

/** The run begins within moments. Throws ProblemError `not_found`, `state_conflict` while one is under way, `unavailable`. */
export async function runNow(parts: ControlParts, caller: Caller, name: string): Promise<ShownTask> {
  const task = taskOf(parts, name)
  const { last } = await runsInBrief(parts.db, name)
  if (last?.outcome === 'running') throw new ProblemError('state_conflict', `The task ${name} is running`)
  return change(parts, { caller, task, action: 'task.run' }, async (trx) => {
    await parts.scheduler.askForRun(trx, name)
    return true
  })
}

/** Throws ProblemError `not_found`. Again changes nothing. */
export async function pauseNow(parts: ControlParts, caller: Caller, name: string): Promise<ShownTask> {
  const task = taskOf(parts, name)
  return change(parts, { caller, task, action: 'task.pause' }, async (trx) =>
    pauseTask(trx, { task: name, pausedBy: caller.name }),
  )
}

/** Throws ProblemError `not_found`. Again changes nothing. */
export async function resumeNow(parts: ControlParts, caller: Caller, name: string): Promise<ShownTask> {
  const task = taskOf(parts, name)
  return change(parts, { caller, task, action: 'task.resume' }, async (trx) => resumeTask(trx, name))
}

interface Change {
  readonly caller: Caller
  readonly task: ScheduledTask
  readonly action: Extract<StaffActionKind, `task.${string}`>
}

const WORDS = { 'task.run': 'Ran task', 'task.pause': 'Paused task', 'task.resume': 'Resumed task' } as const

/** With its row in the staff log where `work` says that something was changed. */
async function change(
  parts: ControlParts,
  { caller, task, action }: Change,
  work: (trx: StoreTransaction) => Promise<boolean>,
): Promise<ShownTask> {
  await parts.db.transaction().execute(async (trx) => {
    if (!(await work(trx))) return
    const summary = `${WORDS[action]} ${task.name}`
    await recordStaffOperation(trx, caller, { action, customerId: null, computerId: null, summary })
  })
  return shownTask(parts, task)
}

function taskOf({ scheduler }: ControlParts, name: string): ScheduledTask {
  const task = scheduler.tasks.find((one) => one.name === name)
  if (task === undefined) throw new ProblemError('not_found', 'There is no such task')
  return task
}

async function shownTask({ db, scheduler }: ControlParts, task: ScheduledTask): Promise<ShownTask> {
  const [paused, brief] = await Promise.all([pauseOf(db, task.name), runsInBrief(db, task.name)])
  return {
    name: task.name,
    every: task.schedule.every,
    at: timeOf(task.schedule),
    timeZone: scheduler.timeZone,
    limitS: Math.ceil(task.limitMs / 1_000),
    retries: task.retries,
    state: stateOf(brief.last, paused !== null),
    pausedBy: paused?.pausedBy ?? null,
    pausedAt: paused?.pausedAt.toISOString() ?? null,
    nextAt: paused === null ? scheduler.nextRunAt(task).toISOString() : null,
    ...brief,
  }
}

function stateOf(last: TaskRun | null, isPaused: boolean): ShownTask['state'] {
  if (last?.outcome === 'running') return 'running'
  return isPaused ? 'paused' : 'waiting'
}
