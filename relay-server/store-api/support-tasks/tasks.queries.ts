// Rows of support tasks: one locked and changed, one created; each change is a step in the log and an event of the outbox.
import { sql } from 'kysely'
import type { SupportProblem } from '@pharmacy-relay/shared/api/relay-support.ts'
import type { TaskAction, TaskOrigin, TaskState } from '@pharmacy-relay/shared/api/support/support-task.ts'
import type { Diagnosis } from '@pharmacy-relay/shared/diagnosis.ts'
import type { StoreDb, StoreTransaction } from '../database.ts'
import type { EventDraft } from '../events/outbox.queries.ts'
import { eraseFiles } from './task-files.queries.ts'
import type { TaskActor, TaskEvent } from './task-states.ts'

export interface LockedTask {
  readonly id: number
  /** Null, with storeId: an incident. */
  readonly customerId: number | null
  readonly storeId: string | null
  /** The pharmacy by which changes are told: of an incident one that it hit. */
  readonly toldBy: number
  readonly computerId: number | null
  readonly origin: TaskOrigin
  readonly state: TaskState
  readonly version: number
  readonly claimedBy: string | null
  readonly claimedByName: string | null
  readonly lastSeq: number
  readonly lastPublicSeq: number
  readonly unansweredSince: Date | null
  readonly doneAt: Date | null
  readonly reopened: number
}

/** Pages and subscribers know pharmacies alone. */
const toldBy = sql<number>`coalesce(t."customerId", (
  select min(m."customerId") from "IncidentComputers" m where m."taskId" = t."id"))`.as('toldBy')

/** Its row is locked until the commit; null when there is none. */
export async function lockTask(trx: StoreTransaction, taskId: number): Promise<LockedTask | null> {
  const row = await trx
    .selectFrom('SupportTasks as t')
    .leftJoin('Customers as c', 'c.id', 't.customerId')
    .select(toldBy)
    .select(['t.id', 't.customerId', 'c.storeId', 't.computerId', 't.origin', 't.state', 't.version'])
    .select(['t.claimedBy', 't.claimedByName', 't.lastSeq', 't.lastPublicSeq', 't.unansweredSince'])
    .select(['t.doneAt', 't.reopened'])
    .where('t.id', '=', taskId)
    .forUpdate('t')
    .executeTakeFirst()
  return row ?? null
}

export async function isTask(db: StoreDb, taskId: number): Promise<boolean> {
  const row = await db.selectFrom('SupportTasks').select('id').where('id', '=', taskId).executeTakeFirst()
  return row !== undefined
}

/** Open tasks that somebody has. */
export async function claimedTasks(db: StoreDb, guid: string): Promise<number[]> {
  const rows = await db.selectFrom('SupportTasks').select('id').where('claimedBy', '=', guid).execute()
  return rows.map(({ id }) => id)
}

export interface StepMade {
  readonly action: TaskAction
  readonly actor: Pick<TaskActor, 'guid' | 'name'>
  readonly to: TaskState
  /** Who has it from now on. */
  readonly claimer: { readonly guid: string; readonly name: string } | null
  readonly note: string | null
  readonly events: readonly TaskEvent[]
}

/** Nobody can be answered there: it waits while nobody has it. */
const TAKEN_INCIDENT = {
  unansweredSince: null,
  firstAnsweredAt: sql<Date>`coalesce("firstAnsweredAt", relay_now())`,
}

/** Changes the locked row and writes the step; gives the events, for the end of the transaction. */
export async function makeStep(
  trx: StoreTransaction,
  task: LockedTask,
  { action, actor, to, claimer, note, events }: StepMade,
): Promise<EventDraft[]> {
  const version = task.version + 1
  const isHandover = action === 'release' || action === 'hand_over' || action === 'take_over'
  await trx
    .updateTable('SupportTasks')
    .set({ state: to, version, claimedBy: claimer?.guid ?? null, claimedByName: claimer?.name ?? null })
    .$if(isHandover, (change) => change.set({ handoverNote: note }))
    .$if(task.origin === 'incident' && to === 'claimed', (change) => change.set(TAKEN_INCIDENT))
    .$if(task.origin === 'incident' && action === 'release', (change) =>
      change.set({ unansweredSince: sql`relay_now()` }),
    )
    .$if(to === 'done', (change) =>
      change.set({ doneAt: sql`relay_now()`, resolution: note, unansweredSince: null, isSolved: null }),
    )
    .$if(action === 'reopen', (change) =>
      change.set({
        doneAt: null,
        wellSince: null,
        reopened: task.reopened + 1,
        unansweredSince: sql`relay_now()`,
      }),
    )
    .where('id', '=', task.id)
    .execute()
  await logStep(trx, task, { action, actor, to, note })
  return events.map((event) => taskEvent(task, { event, version, state: to, by: actor.name }))
}

async function logStep(
  trx: StoreTransaction,
  task: LockedTask,
  { action, actor, to, note }: Pick<StepMade, 'action' | 'actor' | 'to' | 'note'>,
): Promise<void> {
  const { guid: byGuid, name: byName } = actor
  const step = { action, was: task.state, became: to, byGuid, byName, note }
  await trx
    .insertInto('SupportTaskLog')
    .values({ taskId: task.id, version: task.version + 1, ...step })
    .execute()
}

/** A row of the outbox: numbers and states alone, no words. */
export function taskEvent(
  task: Pick<LockedTask, 'id' | 'toldBy' | 'computerId'>,
  told: {
    readonly event: TaskEvent
    readonly version: number
    readonly state: TaskState
    readonly by: string | null
  },
): EventDraft {
  const { id: taskId, toldBy: customerId, computerId } = task
  return { kind: 'support_task', customerId, computerId, payload: { ...told, taskId } }
}

export interface TaskDraft {
  readonly customerId: number | null
  readonly computerId: number | null
  readonly origin: TaskOrigin
  readonly problem: SupportProblem | null
  readonly problemSince: Date | null
  readonly subject: string | null
  readonly priority: number
  readonly createKey: string
  readonly diagnosis: Diagnosis | null
  readonly language: string | null
  readonly contactName: string | null
}

/** Null where a task with this key, or an open one of this computer and problem, is there. */
export async function insertTask(
  trx: StoreTransaction,
  draft: TaskDraft,
  actor: Pick<TaskActor, 'guid' | 'name'>,
): Promise<number | null> {
  const { diagnosis, ...fields } = draft
  const row = await trx
    .insertInto('SupportTasks')
    .values({
      ...fields,
      unansweredSince: sql<Date>`relay_now()`,
      diagnosis: diagnosis === null ? null : JSON.stringify(diagnosis),
      diagnosisAt: diagnosis === null ? null : sql<Date>`relay_now()`,
    })
    .onConflict((conflict) => conflict.doNothing())
    .returning('id')
    .executeTakeFirst()
  if (row === undefined) return null
  const step = { action: 'create', was: null, became: 'new', note: null } as const
  await trx
    .insertInto('SupportTaskLog')
    .values({ taskId: row.id, version: 1, ...step, byGuid: actor.guid, byName: actor.name })
    .execute()
  return row.id
}

export async function taskByKey(trx: StoreTransaction, createKey: string): Promise<number | null> {
  const row = await trx
    .selectFrom('SupportTasks')
    .select('id')
    .where('createKey', '=', createKey)
    .executeTakeFirst()
  return row?.id ?? null
}

/** What people wrote is gone; the row, its numbers and its steps stay. */
export async function eraseWords(trx: StoreTransaction, taskId: number): Promise<void> {
  await trx
    .updateTable('SupportTasks')
    .set({ subject: null, diagnosis: null, diagnosisAt: null, contactName: null, handoverNote: null })
    .set({ resolution: null, unansweredSince: null })
    .where('id', '=', taskId)
    .execute()
  await eraseFiles(trx, taskId)
  await trx
    .updateTable('SupportMessages')
    .set({ text: '', erasedAt: sql`relay_now()` })
    .where('taskId', '=', taskId)
    .execute()
}

/** Of a computer that belongs to the pharmacy; false otherwise. */
export async function isOfPharmacy(
  trx: StoreTransaction,
  { customerId, computerId }: { readonly customerId: number; readonly computerId: number | null },
): Promise<boolean> {
  const found =
    computerId === null
      ? trx.selectFrom('Customers').select('id').where('id', '=', customerId)
      : trx
          .selectFrom('RelayComputers')
          .select('id')
          .where('id', '=', computerId)
          .where('customerId', '=', customerId)
  return (await found.executeTakeFirst()) !== undefined
}

/** Of staff that may still sign in; null for anybody else. */
export async function activeStaff(
  trx: StoreTransaction,
  guid: string,
): Promise<{ readonly guid: string; readonly name: string } | null> {
  const row = await trx
    .selectFrom('Staffs')
    .select(['guid', 'name'])
    .where('guid', '=', guid)
    .where('isActive', '=', true)
    .where('role', 'in', ['Admin', 'Support', 'SuperSupport'])
    .executeTakeFirst()
  return row ?? null
}
