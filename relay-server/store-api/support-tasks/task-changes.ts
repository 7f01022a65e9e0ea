// What staff do with support tasks: one transaction under the lock of the task, with its step, the staff log and its events.
import { may } from '@pharmacy-relay/shared/api/access.ts'
import { supportTasksApi, type NewTask } from '@pharmacy-relay/shared/api/support/support-tasks-api.ts'
import type { SupportTaskDetail } from '@pharmacy-relay/shared/api/support/support-task.ts'
import type { StaffActionKind } from '@pharmacy-relay/shared/api/staff-history.ts'
import { ProblemError } from '@pharmacy-relay/shared/problem.ts'
import { reason } from '@pharmacy-relay/shared/reasons/make-reason.ts'
import type { Caller } from '../../auth/access-token.ts'
import { recordStaffOperation } from '../audit/staff-operations.queries.ts'
import type { StoreDb, StoreTransaction } from '../database.ts'
import { appendEvents, type EventDraft } from '../events/outbox.queries.ts'
import { readTask } from './task-detail.queries.ts'
import { taskTransition, type TaskActor, type TaskStep } from './task-states.ts'
import {
  activeStaff,
  eraseWords,
  insertTask,
  isOfPharmacy,
  lockTask,
  makeStep,
  taskByKey,
  taskEvent,
  type LockedTask,
} from './tasks.queries.ts'

export interface StaffStep {
  readonly taskId: number
  readonly step: Exclude<TaskStep, 'recover'>
  /** What the caller saw; null: whatever it is now. */
  readonly version: number | null
  readonly note: string | null
  /** Who has it then, with `hand_over`. */
  readonly to?: string
}

const LOGGED: Readonly<Record<StaffStep['step'], readonly [StaffActionKind, string]>> = {
  claim: ['support-task.claim', 'Claimed'],
  release: ['support-task.release', 'Gave back'],
  hand_over: ['support-task.hand-over', 'Handed over'],
  take_over: ['support-task.take-over', 'Took over'],
  resolve: ['support-task.resolve', 'Said done'],
  reopen: ['support-task.reopen', 'Opened again'],
  remove: ['support-task.remove', 'Removed'],
}

export function actorOf({
  subject,
  name,
  role,
}: Caller): TaskActor & { readonly guid: string; readonly name: string } {
  const isLead = may({ role, clientId: null }, supportTasksApi.takeOverSupportTask)
  return { guid: subject, name, isLead }
}

/** Throws ProblemError `not_found`, `version_stale`, and `state_conflict`, which says who has it or what it is. */
export async function changeTask(db: StoreDb, caller: Caller, wanted: StaffStep): Promise<SupportTaskDetail> {
  await db.transaction().execute(async (trx) => {
    const task = await lockTask(trx, wanted.taskId)
    if (task === null) throw noSuchTask()
    await appendEvents(trx, await staffStep(trx, caller, { ...wanted, task }))
  })
  return readTask(db, { taskId: wanted.taskId, reader: caller.subject })
}

/** With the row locked; the events are the caller's to append, last. */
export async function staffStep(
  trx: StoreTransaction,
  caller: Caller,
  { task, step, version, note, to }: StaffStep & { readonly task: LockedTask },
): Promise<EventDraft[]> {
  const actor = actorOf(caller)
  const next = taskTransition(task, step, actor)
  if ('code' in next) throw new ProblemError('state_conflict', next)
  if (version !== null && version !== task.version)
    throw new ProblemError(
      'version_stale',
      `Somebody else changed this; it is at version ${task.version} now`,
    )
  const claimer = next.to === 'claimed' ? await claimerOf(trx, actor, to) : null
  const events = await makeStep(trx, task, {
    action: step,
    actor,
    to: next.to,
    claimer,
    note,
    events: next.events,
  })
  if (step === 'remove') await eraseWords(trx, task.id)
  await log(trx, caller, { task, step })
  return events
}

async function claimerOf(
  trx: StoreTransaction,
  { guid, name }: { readonly guid: string; readonly name: string },
  to: string | undefined,
): Promise<{ readonly guid: string; readonly name: string }> {
  if (to === undefined) return { guid, name }
  const staff = await activeStaff(trx, to)
  if (staff === null) throw new ProblemError('state_conflict', reason('task_new_owner_unknown', {}))
  return staff
}

async function log(
  trx: StoreTransaction,
  caller: Caller,
  { task, step }: { readonly task: LockedTask; readonly step: StaffStep['step'] },
): Promise<void> {
  const { id, storeId, customerId, computerId } = task
  const [action, done] = LOGGED[step]
  const summary = `${done} support task ${id}${storeId === null ? '' : ` of ${storeId}`}`
  await recordStaffOperation(trx, caller, { action, customerId, computerId, summary })
}

/** Throws ProblemError `not_found` for a pharmacy, or a computer of it, that is none. */
export async function createTask(db: StoreDb, caller: Caller, wanted: NewTask): Promise<SupportTaskDetail> {
  const taskId = await db.transaction().execute(async (trx) => {
    const { clientId, isClaimed, customerId, computerId, subject, priority } = wanted
    if (!(await isOfPharmacy(trx, wanted)))
      throw new ProblemError('not_found', 'There is no such computer in this pharmacy')
    const createKey = `staff:${caller.subject}:${clientId}`
    const actor = actorOf(caller)
    const rest = { problem: null, problemSince: null, diagnosis: null, language: null, contactName: null }
    const draft = { customerId, computerId, subject, priority, createKey, ...rest, origin: 'staff' as const }
    const id = await insertTask(trx, draft, actor)
    // The same one again: a double click, or an answer that was lost.
    if (id === null) return existing(await taskByKey(trx, createKey))
    const task = await lockTask(trx, id)
    if (task === null) throw noSuchTask()
    const summary = `Created support task ${id} of ${task.storeId}`
    await recordStaffOperation(trx, caller, {
      action: 'support-task.create',
      customerId,
      computerId,
      summary,
    })
    const created = taskEvent(task, { event: 'New', version: 1, state: 'new', by: caller.name })
    const step = { taskId: id, step: 'claim', version: null, note: null } as const
    const claimed = isClaimed ? await staffStep(trx, caller, { ...step, task }) : []
    await appendEvents(trx, [created, ...claimed])
    return id
  })
  return readTask(db, { taskId, reader: caller.subject })
}

function existing(taskId: number | null): number {
  if (taskId === null) throw new ProblemError('unavailable', 'It is being created; try again')
  return taskId
}

export function noSuchTask(): ProblemError {
  return new ProblemError('not_found', 'There is no such support task')
}
