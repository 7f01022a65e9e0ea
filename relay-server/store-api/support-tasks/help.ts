// What the person at a computer does: asks for help, writes, reads, says whether it is solved. Which pharmacy and computer that
// is follows from the session alone.
import {
  MAX_ASKED_AN_HOUR,
  MAX_HELP_MESSAGES,
  MAX_OPEN_ASKED,
  type HelpAnswer,
  type HelpMessage,
  type HelpQuestion,
  type HelpRead,
  type HelpRequest,
  type HelpTask,
  type HelpWords,
} from '@pharmacy-relay/shared/api/support/help.ts'
import { subjectOf } from '@pharmacy-relay/shared/api/support/message-text.ts'
import type { HelpPresence } from '@pharmacy-relay/shared/api/support/task-presence.ts'
import type { TaskMessage } from '@pharmacy-relay/shared/api/support/support-task.ts'
import { ProblemError } from '@pharmacy-relay/shared/problem.ts'
import { reason } from '@pharmacy-relay/shared/reasons/make-reason.ts'
import type { StoreDb, StoreTransaction } from '../database.ts'
import { appendEvents, type EventDraft } from '../events/outbox.queries.ts'
import {
  countAsked,
  helpTaskById,
  helpTasks,
  mayReopen,
  setSolved,
  siteOfSession,
  type HelpSite,
} from './help.queries.ts'
import { markRead, messagesAfter, type MessageDraft } from './messages.queries.ts'
import { noSuchTask } from './task-changes.ts'
import { addMessage, sentBefore } from './task-messages.ts'
import { notifyPresence } from './task-presence.queries.ts'
import { whatItIs } from './task-states.ts'
import {
  insertTask,
  lockTask,
  makeStep,
  taskByKey,
  taskEvent,
  type LockedTask,
  type TaskDraft,
} from './tasks.queries.ts'

type Of<B> = B & { readonly sessionId: string }

const PHARMACY = { guid: null, name: null } as const
const READER = 'pharmacy'

/** Throws ProblemError `not_found` for a session that is over: its computer asks again when it is back. */
export async function siteOf(db: StoreDb, sessionId: string): Promise<HelpSite> {
  const site = await siteOfSession(db, sessionId)
  if (site === null) throw new ProblemError('not_found', 'There is no such session')
  return site
}

/** Throws ProblemError `state_conflict` for too many open ones, `rate_limited` for too many within the hour. */
export async function askForHelp(db: StoreDb, asked: Of<HelpRequest>): Promise<HelpTask> {
  const site = await siteOf(db, asked.sessionId)
  const taskId = await db.transaction().execute(async (trx) => {
    const createKey = `pharmacy:${site.computerId}:${asked.clientId}`
    const before = await taskByKey(trx, createKey)
    if (before !== null) return before
    await mustBeFew(trx, site.customerId)
    const id = await insertTask(trx, draftOf(site, createKey, asked), PHARMACY)
    // The same one at the same time: the other one waited for it, and says the same.
    if (id === null) return mustHave(await taskByKey(trx, createKey))
    const task = mustHave(await lockTask(trx, id))
    const created = taskEvent(task, { event: 'New', version: 1, state: 'new', by: null })
    const words = asked.text === null ? [] : [await firstWords(trx, task, { site, asked })]
    await appendEvents(trx, [created, ...words])
    return id
  })
  return ownTask(db, site, taskId)
}

async function mustBeFew(trx: StoreTransaction, customerId: number): Promise<void> {
  const { open, lately } = await countAsked(trx, customerId)
  if (open >= MAX_OPEN_ASKED)
    throw new ProblemError('state_conflict', reason('help_too_many', { max: MAX_OPEN_ASKED }))
  if (lately >= MAX_ASKED_AN_HOUR)
    throw new ProblemError('rate_limited', reason('help_too_often', {}), { retryAfterS: 600 })
}

function draftOf(
  site: HelpSite,
  createKey: string,
  { text, diagnosis, language, contactName }: HelpRequest,
): TaskDraft {
  const subject = text === null ? '' : subjectOf(text)
  const { customerId, computerId } = site
  const of = {
    customerId,
    computerId,
    createKey,
    origin: 'pharmacy',
    problem: null,
    problemSince: null,
  } as const
  return {
    ...of,
    diagnosis,
    language,
    contactName,
    subject: subject === '' ? null : subject,
    // Labels that cannot come out wait for nobody.
    priority: diagnosis === null || diagnosis.blocking === null ? 2 : 1,
  }
}

async function firstWords(
  trx: StoreTransaction,
  task: LockedTask,
  { site, asked }: { readonly site: HelpSite; readonly asked: HelpRequest },
): Promise<EventDraft> {
  const { clientId, text, contactName } = asked
  const authorName = contactName ?? site.computerName
  const { event } = await addMessage(trx, task, wordsOf({ clientId, text: text ?? '' }, authorName))
  return event
}

export function wordsOf(
  words: { readonly clientId: string; readonly text: string },
  name: string,
): MessageDraft {
  return { ...words, author: 'pharmacy', authorGuid: null, authorName: name, isInternal: false }
}

/** What was done opens again. Throws ProblemError `not_found` and `state_conflict`. */
export async function sendHelpMessage(db: StoreDb, sent: Of<HelpWords>): Promise<HelpMessage> {
  const site = await siteOf(db, sent.sessionId)
  const { clientId, text, taskId } = sent
  const message = await db.transaction().execute(async (trx) => {
    const task = await lockOwn(trx, site, taskId)
    const draft = wordsOf({ clientId, text }, site.computerName)
    const first = await sentBefore(trx, taskId, draft)
    if (first !== null) return first
    const reopened = task.state === 'done' ? await reopen(trx, task, null) : []
    const { message: added, event } = await addMessage(trx, task, draft)
    await appendEvents(trx, [...reopened, event])
    return added
  })
  return forDevice(message)
}

/** Throws ProblemError `not_found` for a task of another computer or pharmacy. */
export async function lockOwn(trx: StoreTransaction, site: HelpSite, taskId: number): Promise<LockedTask> {
  const task = await lockTask(trx, taskId)
  const isOwn = task?.customerId === site.customerId && task.computerId === site.computerId
  if (task === null || !isOwn || task.state === 'removed') throw noSuchTask()
  return task
}

async function reopen(trx: StoreTransaction, task: LockedTask, note: string | null): Promise<EventDraft[]> {
  if (!(await mayReopen(trx, task.id))) throw new ProblemError('state_conflict', reason('help_over', {}))
  const step = { action: 'reopen', actor: PHARMACY, to: 'released', claimer: null, note } as const
  return makeStep(trx, task, { ...step, events: ['New'] })
}

export async function listHelpTasks(db: StoreDb, { sessionId }: Of<unknown>): Promise<{ tasks: HelpTask[] }> {
  return { tasks: await helpTasks(db, await siteOf(db, sessionId)) }
}

/** Throws ProblemError `not_found`. */
export async function listHelpMessages(
  db: StoreDb,
  { sessionId, taskId, afterSeq }: Of<HelpQuestion>,
): Promise<{ messages: HelpMessage[] }> {
  const site = await siteOf(db, sessionId)
  await ownTask(db, site, taskId)
  const found = await messagesAfter(db, { taskId, afterSeq, limit: MAX_HELP_MESSAGES, withNotes: false })
  return { messages: found.map(forDevice) }
}

/** Throws ProblemError `not_found`. */
export async function readHelpMessages(
  db: StoreDb,
  { sessionId, taskId, seq }: Of<HelpRead>,
): Promise<Record<string, never>> {
  const site = await siteOf(db, sessionId)
  await ownTask(db, site, taskId)
  await db.transaction().execute(async (trx) => markRead(trx, { taskId, reader: READER, seq }))
  return {}
}

/** Solved: it is written down. Not solved: the task is open again. Throws ProblemError `not_found` and `state_conflict`. */
export async function answerHelp(
  db: StoreDb,
  { sessionId, taskId, isSolved }: Of<HelpAnswer>,
): Promise<HelpTask> {
  const site = await siteOf(db, sessionId)
  await db.transaction().execute(async (trx) => {
    const task = await lockOwn(trx, site, taskId)
    if (isSolved && task.state !== 'done') throw new ProblemError('state_conflict', whatItIs(task))
    if (isSolved) await setSolved(trx, taskId)
    else if (task.state === 'done') await appendEvents(trx, await reopen(trx, task, null))
  })
  return ownTask(db, site, taskId)
}

/** Told to all portals by the name of the computer, and kept nowhere. Throws ProblemError `not_found`. */
export async function tellHelpPresence(
  db: StoreDb,
  { sessionId, taskId, kind }: Of<HelpPresence>,
): Promise<Record<string, never>> {
  const site = await siteOf(db, sessionId)
  await ownTask(db, site, taskId)
  await notifyPresence(db, { viewerId: sessionId, guid: null, name: site.computerName, taskId, kind })
  return {}
}

async function ownTask(db: StoreDb, site: HelpSite, taskId: number): Promise<HelpTask> {
  const task = await helpTaskById(db, site, taskId)
  if (task === null) throw noSuchTask()
  return task
}

/** Its text is the name of a file that it brings. */
export function forDevice({
  isInternal: _note,
  isErased: _erased,
  file: _file,
  ...message
}: TaskMessage): HelpMessage {
  return message
}

function mustHave<T>(found: T | null): T {
  if (found === null) throw new ProblemError('unavailable', 'It is being created; try again')
  return found
}
