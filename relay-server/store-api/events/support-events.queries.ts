// Rows of the outbox about support tasks, with the words that they are told with: the outbox itself has numbers alone, so that
// what was erased is in no event any more.
import { z } from 'zod'
import { TaskState } from '@pharmacy-relay/shared/api/support/support-task.ts'
import type { StoreDb } from '../database.ts'
import type { SupportEvent, SupportTaskEventName } from './store-event.ts'

export interface SupportRow {
  readonly id: number
  readonly kind: 'support_task' | 'support_message'
  readonly customerId: number
  readonly at: Date
  readonly payload: unknown
}

const TaskPayload = z.object({
  taskId: z.int(),
  event: z.enum(['New', 'Do', 'Leave', 'Remove']),
  version: z.int(),
  state: TaskState,
  by: z.string().nullable(),
})
const MessagePayload = z.object({ taskId: z.int(), seq: z.int() })

const EVENTS = {
  New: 'ReceiveNewSupportTaskAsync',
  Do: 'ReceiveDoSupportTaskAsync',
  Leave: 'ReceiveLeaveSupportTaskAsync',
  Remove: 'ReceiveRemoveSupportTaskAsync',
} as const satisfies Record<string, SupportTaskEventName>

/** In the place of words that were erased. */
const ERASED = '…'

/** In the order of the rows. */
export async function supportEvents(db: StoreDb, rows: readonly SupportRow[]): Promise<SupportEvent[]> {
  const taskRows = rows.filter(({ kind }) => kind === 'support_task')
  const messageRows = rows.filter(({ kind }) => kind === 'support_message')
  const told = [...(await taskEvents(db, taskRows)), ...(await messageEvents(db, messageRows))]
  return told.sort((one, other) => one.id - other.id)
}

async function taskEvents(db: StoreDb, rows: readonly SupportRow[]): Promise<SupportEvent[]> {
  const parsed = rows.map((row) => ({ ...row, ...TaskPayload.parse(row.payload) }))
  const ids = [...new Set(parsed.map(({ taskId }) => taskId))]
  if (ids.length === 0) return []
  const tasks = await db
    .selectFrom('SupportTasks')
    .select(['id', 'computerId', 'origin', 'problem', 'subject', 'priority', 'claimedByName'])
    .select(['unansweredSince', 'lastSeq'])
    .where('id', 'in', ids)
    .execute()
  const byId = new Map(tasks.map((task) => [task.id, task]))
  return parsed.flatMap(({ id, taskId, customerId, at, event, version, state, by }) => {
    const task = byId.get(taskId)
    if (task === undefined) return []
    const { computerId, origin, problem, subject, priority, claimedByName, unansweredSince, lastSeq } = task
    const time = at.toISOString()
    const row = { id, customerId, at: time, kind: 'support_task', event: EVENTS[event] } as const
    const told = {
      customerId,
      at: time,
      eventId: id,
      version,
      state,
      by,
      lastSeq,
      computerId,
      origin,
      priority,
    }
    const turn = unansweredSince === null ? 'pharmacy' : 'staff'
    const claimedBy = state === 'claimed' ? (claimedByName ?? by) : null
    return {
      ...row,
      task: { ...told, id: taskId, subject: subject ?? problem ?? 'help', claimedBy, turn } as const,
    }
  })
}

async function messageEvents(db: StoreDb, rows: readonly SupportRow[]): Promise<SupportEvent[]> {
  const parsed = rows.map((row) => ({ ...row, ...MessagePayload.parse(row.payload) }))
  if (parsed.length === 0) return []
  const messages = await db
    .selectFrom('SupportMessages as m')
    .innerJoin('SupportTasks as t', 't.id', 'm.taskId')
    .select(['m.taskId', 'm.seq', 'm.author', 'm.authorName', 'm.isInternal', 'm.text', 'm.erasedAt', 'm.at'])
    .select('t.computerId')
    .where((eb) =>
      eb.or(parsed.map(({ taskId, seq }) => eb.and([eb('m.taskId', '=', taskId), eb('m.seq', '=', seq)]))),
    )
    .execute()
  const bySeq = new Map(messages.map((message) => [`${message.taskId}:${message.seq}`, message]))
  return parsed.flatMap(({ id, customerId, taskId, seq }) => {
    const message = bySeq.get(`${taskId}:${seq}`)
    if (message === undefined) return []
    const { author, authorName: senderName, isInternal, text, erasedAt, at, computerId } = message
    const time = at.toISOString()
    const row = { id, customerId, at: time, kind: 'support_message' } as const
    const whose = { taskId, customerId, computerId }
    const told = { ...whose, senderName, eventId: id, seq, author, isInternal, at: time }
    return { ...row, message: { ...told, text: erasedAt === null ? text : ERASED } }
  })
}
