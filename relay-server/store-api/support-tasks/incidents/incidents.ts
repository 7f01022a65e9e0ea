// One incident in the place of a task for each pharmacy, where many got the same problem within minutes: opened, joined, ended.
import { randomUUID } from 'node:crypto'
import type { SupportProblem } from '@pharmacy-relay/shared/api/relay-support.ts'
import type { ProblemRule } from '@pharmacy-relay/shared/api/support/support-tasks-api.ts'
import type { StoreDb, StoreTransaction } from '../../database.ts'
import { appendEvents, type EventDraft } from '../../events/outbox.queries.ts'
import { setProblemSince } from '../lasting-problems.queries.ts'
import { taskTransition } from '../task-states.ts'
import { insertTask, lockTask, makeStep, taskEvent } from '../tasks.queries.ts'
import {
  addPlaces,
  askForMessage,
  countPharmacies,
  countPlaces,
  earlierIncident,
  isIncidentOver,
  noteIncident,
  openIncident,
  placesOf,
  unexplained,
  type Hit,
} from './incidents.queries.ts'
import { manyOf, massOf } from './mass.ts'

const PLATFORM = { guid: null, name: null, isLead: false } as const

/** Ends the open incident of a problem where it is over. How many ended. */
export async function endIncident(db: StoreDb, problem: SupportProblem): Promise<number> {
  await noteIncident(db, problem)
  const taskId = await openIncident(db, problem)
  if (taskId === null) return 0
  await countPlaces(db, taskId)
  if (!(await isIncidentOver(db, taskId))) return 0
  return db.transaction().execute(async (trx) => {
    const events = await platformStep(trx, taskId, 'recover')
    // Somebody took it, or wrote, since.
    if (events === null || !(await isIncidentOver(trx, taskId))) return 0
    await appendEvents(trx, events)
    return 1
  })
}

/** Opens an incident where many pharmacies have the problem, or takes more of them into the open one. How many computers joined. */
export async function followIncident(db: StoreDb, rule: ProblemRule): Promise<number> {
  const hits = await unexplained(db, rule)
  if (hits.length === 0) return 0
  const open = await openIncident(db, rule.problem)
  const places = open === null ? [] : await placesOf(db, open)
  const known = new Set(places.map(({ computerId }) => computerId))
  const many = manyOf(await countPharmacies(db))
  const mass = massOf([...hits, ...places], many)
  const joining = mass.filter(({ computerId }) => !known.has(computerId))
  if (joining.length === 0) return 0
  await db.transaction().execute(async (trx) => join(trx, rule, { hits: joining, many }))
  return joining.length
}

interface Joining {
  readonly hits: readonly Hit[]
  /** Pharmacies that make an incident. */
  readonly many: number
}

async function join(trx: StoreTransaction, rule: ProblemRule, { hits, many }: Joining): Promise<void> {
  const open = await openIncident(trx, rule.problem)
  const earlier = open === null ? await earlierIncident(trx, rule.problem) : null
  const taskId = open ?? earlier ?? (await insertIncident(trx, rule, hits))
  // Another process opened one at this moment: the next look joins it.
  if (taskId === null) return
  await addPlaces(trx, taskId, hits)
  const begun = open === null ? await begin(trx, { taskId, isBack: earlier !== null, hits }) : []
  await askForMessage(trx, { taskId, many, hits })
  await appendEvents(trx, [...begun, ...(await foldTasks(trx, hits))])
}

async function insertIncident(
  trx: StoreTransaction,
  { problem, priority }: ProblemRule,
  [first]: readonly Hit[],
): Promise<number | null> {
  const none = { customerId: null, computerId: null, subject: null, diagnosis: null, language: null }
  const of = { problem, problemSince: first?.since ?? null, priority, contactName: null }
  const createKey = `incident:${randomUUID()}`
  return insertTask(trx, { ...none, ...of, origin: 'incident', createKey }, PLATFORM)
}

/** Empty: another process opened it again at this moment. */
async function begin(
  trx: StoreTransaction,
  {
    taskId,
    isBack,
    hits: [first],
  }: { readonly taskId: number; readonly isBack: boolean; readonly hits: readonly Hit[] },
): Promise<EventDraft[]> {
  const events = isBack ? await platformStep(trx, taskId, 'reopen') : await told(trx, taskId)
  if (events === null) return []
  if (first !== undefined) await setProblemSince(trx, taskId, first.since)
  return events
}

async function told(trx: StoreTransaction, taskId: number): Promise<EventDraft[]> {
  const task = await lockTask(trx, taskId)
  return task === null ? [] : [taskEvent(task, { event: 'New', version: 1, state: 'new', by: null })]
}

/** Tasks that were made of the first of them end: the incident tells of their computers now. */
async function foldTasks(trx: StoreTransaction, hits: readonly Hit[]): Promise<EventDraft[]> {
  const events: EventDraft[] = []
  const taskIds = hits.flatMap(({ taskId }) => (taskId === null ? [] : [taskId])).toSorted((a, b) => a - b)
  for (const taskId of taskIds) events.push(...((await platformStep(trx, taskId, 'recover')) ?? []))
  return events
}

/** Null: it is not in the state for it. */
async function platformStep(
  trx: StoreTransaction,
  taskId: number,
  action: 'recover' | 'reopen',
): Promise<EventDraft[] | null> {
  const task = await lockTask(trx, taskId)
  const next = task === null ? null : taskTransition(task, action, PLATFORM)
  if (task === null || next === null || 'code' in next) return null
  return makeStep(trx, task, { action, actor: PLATFORM, claimer: null, note: null, ...next })
}
