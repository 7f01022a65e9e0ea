// Files in a conversation: taken by what their bytes are, kept with one message each, read by staff alone.
import { createHash } from 'node:crypto'
import type { HelpMessage } from '@pharmacy-relay/shared/api/support/help.ts'
import type { TaskMessage } from '@pharmacy-relay/shared/api/support/support-task.ts'
import {
  MAX_FILE_BYTES,
  MAX_TASK_FILES,
  type TaskFile,
} from '@pharmacy-relay/shared/api/support/task-file.ts'
import type { HelpFile, NewFile } from '@pharmacy-relay/shared/api/support/task-files-api.ts'
import { ProblemError } from '@pharmacy-relay/shared/problem.ts'
import { reason } from '@pharmacy-relay/shared/reasons/make-reason.ts'
import type { Caller } from '../../auth/access-token.ts'
import { recordStaffOperation } from '../audit/staff-operations.queries.ts'
import type { StoreDb, StoreTransaction } from '../database.ts'
import { appendEvents, type EventDraft } from '../events/outbox.queries.ts'
import { fileKindOf, keptFileName } from './file-kind.ts'
import { forDevice, lockOwn, siteOf, wordsOf } from './help.ts'
import type { MessageDraft } from './messages.queries.ts'
import { noSuchTask } from './task-changes.ts'
import { countFiles, fileOf, insertFile } from './task-files.queries.ts'
import { addMessage, sentBefore } from './task-messages.ts'
import { whatItIs } from './task-states.ts'
import { lockTask, type LockedTask } from './tasks.queries.ts'

interface CheckedFile extends TaskFile {
  readonly sha256: string
  readonly content: Buffer
  readonly consentAt: Date | null
  readonly consentText: string | null
}

type Consent = Pick<HelpFile, 'consentAt' | 'consentText'>
const NO_CONSENT: Consent = { consentAt: null, consentText: null }

/** Throws ProblemError `state_conflict`: it is no kind that is taken, or other bytes than were sent. */
function checkedFile(
  { fileName, content: text, sha256 }: NewFile,
  { consentAt, consentText }: Consent,
): CheckedFile {
  const content = Buffer.from(text, 'base64')
  if (createHash('sha256').update(content).digest('hex') !== sha256)
    throw new ProblemError('state_conflict', reason('file_differs', {}))
  const kind = fileKindOf(content)
  const isLabel = consentAt !== null
  // A picture to which somebody said yes, and to which words: both, or it is none.
  const isConsented = isLabel ? consentText !== null && kind === 'png' : consentText === null
  if (kind === null || content.length > MAX_FILE_BYTES || !isConsented)
    throw new ProblemError('state_conflict', reason('file_not_allowed', {}))
  return {
    kind,
    name: keptFileName(fileName, kind),
    bytes: content.length,
    isLabel,
    sha256,
    content,
    consentAt: consentAt === null ? null : new Date(consentAt),
    consentText,
  }
}

/** A note among staff, whose text is the file's name. Throws ProblemError `not_found` and `state_conflict`. */
export async function keepTaskFile(
  db: StoreDb,
  caller: Caller,
  { taskId, ...wanted }: NewFile & { readonly taskId: number },
): Promise<TaskMessage> {
  const file = checkedFile(wanted, NO_CONSENT)
  return db.transaction().execute(async (trx) => {
    const task = await lockTask(trx, taskId)
    if (task === null) throw noSuchTask()
    if (task.state === 'removed') throw new ProblemError('state_conflict', whatItIs(task))
    const author = { author: 'staff', authorGuid: caller.subject, authorName: caller.name } as const
    const draft = { ...author, clientId: wanted.clientId, text: file.name, isInternal: true }
    const { message, events } = await addFile(trx, task, { draft, file })
    if (events.length > 0) await log(trx, caller, { task, action: 'support-file.keep', seq: message.seq })
    await appendEvents(trx, events)
    return message
  })
}

/** The pharmacy sends one into a task of its own. Throws as above. */
export async function sendHelpFile(db: StoreDb, sent: HelpFile): Promise<HelpMessage> {
  const { sessionId, taskId, clientId } = sent
  const file = checkedFile(sent, sent)
  const site = await siteOf(db, sessionId)
  const message = await db.transaction().execute(async (trx) => {
    const task = await lockOwn(trx, site, taskId)
    if (task.state === 'done') throw new ProblemError('state_conflict', whatItIs(task))
    const draft = wordsOf({ clientId, text: file.name }, site.computerName)
    const added = await addFile(trx, task, { draft, file })
    await appendEvents(trx, added.events)
    return added.message
  })
  return forDevice(message)
}

/** No events: it was sent before, with these very bytes. */
async function addFile(
  trx: StoreTransaction,
  task: LockedTask,
  { draft, file }: { readonly draft: MessageDraft; readonly file: CheckedFile },
): Promise<{ message: TaskMessage; events: EventDraft[] }> {
  const { kind, name, bytes, isLabel } = file
  const brought = { kind, name, bytes, isLabel }
  const first = await sentBefore(trx, task.id, draft)
  if (first !== null) {
    const kept = await fileOf(trx, { taskId: task.id, seq: first.seq })
    if (kept?.sha256 === file.sha256) return { message: { ...first, file: brought }, events: [] }
    throw new ProblemError('state_conflict', reason('task_message_differs', {}))
  }
  if ((await countFiles(trx, task.id)) >= MAX_TASK_FILES)
    throw new ProblemError('state_conflict', reason('task_files_full', { max: MAX_TASK_FILES }))
  const { message, event } = await addMessage(trx, task, draft)
  await insertFile(trx, { ...file, taskId: task.id, seq: message.seq })
  return { message: { ...message, file: brought }, events: [event] }
}

/** Throws ProblemError `not_found`. Who read it stands in the staff log before its bytes leave. */
export async function readTaskFile(
  db: StoreDb,
  caller: Caller,
  { taskId, seq }: { readonly taskId: number; readonly seq: number },
): Promise<{ file: TaskFile; content: string }> {
  return db.transaction().execute(async (trx) => {
    const task = await lockTask(trx, taskId)
    const found = task === null ? null : await fileOf(trx, { taskId, seq })
    if (task === null || found === null) throw new ProblemError('not_found', 'There is no such file')
    await log(trx, caller, { task, action: 'support-file.read', seq })
    const { content, sha256: _kept, ...file } = found
    return { file, content: content.toString('base64') }
  })
}

async function log(
  trx: StoreTransaction,
  caller: Caller,
  given: {
    readonly task: LockedTask
    readonly action: 'support-file.keep' | 'support-file.read'
    readonly seq: number
  },
): Promise<void> {
  const { id, storeId, customerId, computerId } = given.task
  const summary = `File of message ${given.seq} of support task ${id}${storeId === null ? '' : ` of ${storeId}`}`
  await recordStaffOperation(trx, caller, { action: given.action, customerId, computerId, summary })
}
