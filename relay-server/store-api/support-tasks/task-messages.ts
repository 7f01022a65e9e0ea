// Writing into a support task, by staff and by the pharmacy: each message once, in one order, under the lock of the task.
import { MAX_MESSAGES, type NewMessage } from '@pharmacy-relay/shared/api/support/support-tasks-api.ts'
import { MAX_TASK_MESSAGES, type TaskMessage } from '@pharmacy-relay/shared/api/support/support-task.ts'
import { ProblemError } from '@pharmacy-relay/shared/problem.ts'
import { reason } from '@pharmacy-relay/shared/reasons/make-reason.ts'
import type { Caller } from '../../auth/access-token.ts'
import type { StoreDb, StoreTransaction } from '../database.ts'
import { appendEvents, type EventDraft } from '../events/outbox.queries.ts'
import {
  countWordsAfter,
  insertMessage,
  markRead,
  messageByClientId,
  messagesAfter,
  type MessageDraft,
} from './messages.queries.ts'
import { noSuchTask, staffStep } from './task-changes.ts'
import { whatItIs } from './task-states.ts'
import { isTask, lockTask, type LockedTask } from './tasks.queries.ts'

/**
 * Throws ProblemError `not_found`, and `state_conflict`: somebody else has the task, it is over, the pharmacy wrote meanwhile, or
 * the number belongs to another message.
 */
export async function sendMessage(
  db: StoreDb,
  caller: Caller,
  { taskId, ...wanted }: NewMessage & { readonly taskId: number },
): Promise<TaskMessage> {
  return db.transaction().execute(async (trx) => {
    const task = await lockTask(trx, taskId)
    if (task === null) throw noSuchTask()
    const { clientId, text } = wanted
    // An incident has no pharmacy that could read it.
    const isInternal = wanted.isInternal || task.origin === 'incident'
    const author = { author: 'staff', authorGuid: caller.subject, authorName: caller.name } as const
    const draft: MessageDraft = { ...author, clientId, text, isInternal }
    const first = await sentBefore(trx, taskId, draft)
    if (first !== null) return first
    const claimed = await mayWrite(trx, caller, { task, wanted: { ...wanted, isInternal } })
    const { message, event } = await addMessage(trx, task, draft)
    if (wanted.afterSeq !== null) await markRead(trx, { taskId, reader: caller.subject, seq: message.seq })
    await appendEvents(trx, [...claimed, event])
    return message
  })
}

/** Public words are the claimer's; to answer a free task claims it. Notes are anybody's, while the task has words at all. */
async function mayWrite(
  trx: StoreTransaction,
  caller: Caller,
  { task, wanted }: { readonly task: LockedTask; readonly wanted: NewMessage },
): Promise<EventDraft[]> {
  if (task.state === 'removed') throw new ProblemError('state_conflict', whatItIs(task))
  if (wanted.isInternal) return []
  if (task.state === 'done') throw new ProblemError('state_conflict', whatItIs(task))
  if (task.state === 'claimed' && task.claimedBy !== caller.subject)
    throw new ProblemError('state_conflict', whatItIs(task))
  const unseen =
    wanted.afterSeq === null ? 0 : await countWordsAfter(trx, { taskId: task.id, afterSeq: wanted.afterSeq })
  if (unseen > 0) throw new ProblemError('state_conflict', reason('task_has_new_words', { count: unseen }))
  if (task.state === 'claimed') return []
  return staffStep(trx, caller, { task, taskId: task.id, step: 'claim', version: null, note: null })
}

/** The first one, where it is the same; throws `state_conflict` where another was sent under its number. */
export async function sentBefore(
  trx: StoreTransaction,
  taskId: number,
  draft: MessageDraft,
): Promise<TaskMessage | null> {
  const sent = await messageByClientId(trx, { taskId, clientId: draft.clientId })
  if (sent === null) return null
  const { message, authorGuid } = sent
  const isSame =
    authorGuid === draft.authorGuid && message.text === draft.text && message.isInternal === draft.isInternal
  if (!isSame) throw new ProblemError('state_conflict', reason('task_message_differs', {}))
  return message
}

/** With the task locked. Throws `state_conflict` where it has too many. */
export async function addMessage(
  trx: StoreTransaction,
  task: LockedTask,
  draft: MessageDraft,
): Promise<{ readonly message: TaskMessage; readonly event: EventDraft }> {
  if (task.lastSeq >= MAX_TASK_MESSAGES)
    throw new ProblemError('state_conflict', reason('task_full', { max: MAX_TASK_MESSAGES }))
  const message = await insertMessage(trx, task, draft)
  const { id: taskId, toldBy: customerId, computerId } = task
  const payload = { taskId, seq: message.seq }
  return { message, event: { kind: 'support_message', customerId, computerId, payload } }
}

/** Throws ProblemError `not_found`. */
export async function listMessages(
  db: StoreDb,
  { taskId, afterSeq }: { readonly taskId: number; readonly afterSeq: number },
): Promise<{ messages: TaskMessage[] }> {
  await mustBe(db, taskId)
  return { messages: await messagesAfter(db, { taskId, afterSeq, limit: MAX_MESSAGES, withNotes: true }) }
}

/** Throws ProblemError `not_found`. */
export async function readMessages(
  db: StoreDb,
  caller: Caller,
  { taskId, seq }: { readonly taskId: number; readonly seq: number },
): Promise<null> {
  await mustBe(db, taskId)
  await db.transaction().execute(async (trx) => markRead(trx, { taskId, reader: caller.subject, seq }))
  return null
}

async function mustBe(db: StoreDb, taskId: number): Promise<void> {
  if (!(await isTask(db, taskId))) throw noSuchTask()
}
