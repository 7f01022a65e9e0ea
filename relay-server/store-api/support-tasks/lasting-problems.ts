// Problems that last become tasks, and tasks of a problem that ended end by themselves. One function, for whoever has a timer: any
// number of processes may look at once, since the database holds one open task for a computer and a problem.
import { randomUUID } from 'node:crypto'
import type { SupportProblem } from '@pharmacy-relay/shared/api/relay-support.ts'
import type { ProblemRule } from '@pharmacy-relay/shared/api/support/support-tasks-api.ts'
import type { Caller } from '../../auth/access-token.ts'
import { recordStaffOperation } from '../audit/staff-operations.queries.ts'
import type { StoreDb } from '../database.ts'
import { endIncident, followIncident } from './incidents/incidents.ts'
import { appendEvents } from '../events/outbox.queries.ts'
import {
  isOver,
  noteRecoveries,
  overProblems,
  problemRules,
  setProblemSince,
  setRule,
  untoldProblems,
  type LastingProblem,
} from './lasting-problems.queries.ts'
import { taskTransition } from './task-states.ts'
import { insertTask, lockTask, makeStep, taskEvent, type TaskDraft } from './tasks.queries.ts'

/** New tasks, and ended ones, of one look and problem; what is left waits for the next. */
const TASKS_PER_LOOK = 100

const PLATFORM = { guid: null, name: null, isLead: false } as const

/** How many tasks were made, opened again or ended. One that fails keeps no other from its turn; the first failure is thrown at the end. */
export async function followLastingProblems(db: StoreDb): Promise<number> {
  const failures: unknown[] = []
  let changed = 0
  const attempt = async (work: () => Promise<boolean | number>): Promise<void> => {
    try {
      changed += Number(await work())
    } catch (error) {
      failures.push(error)
    }
  }
  for (const rule of await problemRules(db)) {
    await noteRecoveries(db, rule.problem)
    for (const taskId of await overProblems(db, rule.problem, TASKS_PER_LOOK))
      await attempt(async () => endTask(db, taskId))
    await attempt(async () => endIncident(db, rule.problem))
    if (!rule.isOn) continue
    // First: whoever belongs to an incident needs no task of his own.
    await attempt(async () => followIncident(db, rule))
    for (const problem of await untoldProblems(db, rule, TASKS_PER_LOOK))
      await attempt(async () => tellOf(db, rule, problem))
  }
  if (failures.length > 0) throw failures[0]
  return changed
}

/** False: it is not over, or somebody has it since. */
async function endTask(db: StoreDb, taskId: number): Promise<boolean> {
  return db.transaction().execute(async (trx) => {
    const task = await lockTask(trx, taskId)
    if (task === null || !(await isOver(trx, taskId))) return false
    const next = taskTransition(task, 'recover', PLATFORM)
    if ('code' in next) return false
    const step = { action: 'recover', actor: PLATFORM, claimer: null, note: null, ...next } as const
    await appendEvents(trx, await makeStep(trx, task, step))
    return true
  })
}

/** False: there is a task of it already. */
async function tellOf(db: StoreDb, rule: ProblemRule, problem: LastingProblem): Promise<boolean> {
  if (problem.earlierTaskId !== null) return reopenTask(db, problem.earlierTaskId, problem.since)
  return db.transaction().execute(async (trx) => {
    const id = await insertTask(trx, draftOf(rule, problem), PLATFORM)
    const task = id === null ? null : await lockTask(trx, id)
    if (task === null) return false
    await appendEvents(trx, [taskEvent(task, { event: 'New', version: 1, state: 'new', by: null })])
    return true
  })
}

function draftOf({ problem, priority }: ProblemRule, { since, ...of }: LastingProblem): TaskDraft {
  return {
    customerId: of.customerId,
    computerId: of.computerId,
    origin: 'problem',
    problem,
    problemSince: since,
    subject: null,
    priority,
    createKey: `problem:${randomUUID()}`,
    diagnosis: null,
    language: null,
    contactName: null,
  }
}

async function reopenTask(db: StoreDb, taskId: number, since: Date): Promise<boolean> {
  return db.transaction().execute(async (trx) => {
    const task = await lockTask(trx, taskId)
    if (task === null) return false
    const next = taskTransition(task, 'reopen', PLATFORM)
    if ('code' in next) return false
    const step = { action: 'reopen', actor: PLATFORM, claimer: null, note: null, ...next } as const
    const events = await makeStep(trx, task, step)
    await setProblemSince(trx, taskId, since)
    await appendEvents(trx, events)
    return true
  })
}

export async function listRules(db: StoreDb): Promise<{ rules: ProblemRule[] }> {
  return { rules: await problemRules(db) }
}

/** Holds from the next look on; open tasks stay. */
export async function changeRule(
  db: StoreDb,
  caller: Caller,
  rule: ProblemRule,
): Promise<{ rules: ProblemRule[] }> {
  await db.transaction().execute(async (trx) => {
    const was = (await problemRules(trx)).find(({ problem }) => problem === rule.problem)
    await setRule(trx, rule)
    await recordStaffOperation(trx, caller, {
      action: 'support-rule.set',
      customerId: null,
      computerId: null,
      summary: `Set the rule of ${rule.problem}`,
      before: was === undefined ? null : logged(was),
      after: logged(rule),
    })
  })
  return listRules(db)
}

function logged({ problem, isOn, afterMinutes, priority }: ProblemRule) {
  return { problem: problem satisfies SupportProblem, isOn, afterMinutes, priority }
}
