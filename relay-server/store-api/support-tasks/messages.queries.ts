// Messages of support tasks: numbered under the lock of their task, read after a number, marks of who has read how far.
import { sql } from 'kysely'
import type { TaskMessage } from '@pharmacy-relay/shared/api/support/support-task.ts'
import type { FileKind } from '@pharmacy-relay/shared/api/support/task-file.ts'
import type { StoreDb, StoreTransaction } from '../database.ts'

const COLUMNS = [
  'SupportMessages.seq',
  'clientId',
  'author',
  'authorGuid',
  'authorName',
  'isInternal',
  'text',
  'erasedAt',
  'SupportMessages.at',
] as const
/** Of the file that a message brings; null: none. */
const FILE = ['kind', 'fileName', 'bytes', 'isLabel'] as const

interface MessageRead extends Omit<TaskMessage, 'at' | 'isErased' | 'file'> {
  readonly at: Date
  readonly erasedAt: Date | null
  readonly authorGuid: string | null
}

interface FileRead {
  readonly kind: FileKind | null
  readonly fileName: string | null
  readonly bytes: number | null
  readonly isLabel: boolean | null
}

function messageOf({ at, erasedAt, authorGuid: _own, ...row }: MessageRead): TaskMessage {
  return { ...row, at: at.toISOString(), isErased: erasedAt !== null, file: null }
}

function withFile({ kind, fileName: name, bytes, isLabel, ...row }: MessageRead & FileRead): TaskMessage {
  const hasFile = kind !== null && name !== null && bytes !== null && isLabel !== null
  return { ...messageOf(row), file: hasFile ? { kind, name, bytes, isLabel } : null }
}

export interface MessagesAfter {
  readonly taskId: number
  readonly afterSeq: number
  readonly limit: number
  /** Notes of staff, too. */
  readonly withNotes: boolean
}

/** The oldest first. */
export async function messagesAfter(
  db: StoreDb | StoreTransaction,
  { taskId, afterSeq, limit, withNotes }: MessagesAfter,
): Promise<TaskMessage[]> {
  const rows = await db
    .selectFrom('SupportMessages')
    .leftJoin('SupportFiles', (join) =>
      join
        .onRef('SupportFiles.taskId', '=', 'SupportMessages.taskId')
        .onRef('SupportFiles.seq', '=', 'SupportMessages.seq'),
    )
    .select(COLUMNS)
    .select(FILE)
    .where('SupportMessages.taskId', '=', taskId)
    .where('SupportMessages.seq', '>', afterSeq)
    .$if(!withNotes, (found) => found.where('isInternal', '=', false))
    .orderBy('SupportMessages.seq')
    .limit(limit)
    .execute()
  return rows.map(withFile)
}

/** The message that was sent under this number, and by whom; null: none was. */
export async function messageByClientId(
  trx: StoreTransaction,
  { taskId, clientId }: { readonly taskId: number; readonly clientId: string },
): Promise<{ readonly message: TaskMessage; readonly authorGuid: string | null } | null> {
  const row = await trx
    .selectFrom('SupportMessages')
    .select(COLUMNS)
    .where('taskId', '=', taskId)
    .where('clientId', '=', clientId)
    .executeTakeFirst()
  return row === undefined ? null : { message: messageOf(row), authorGuid: row.authorGuid }
}

/** Words of the pharmacy after a number. */
export async function countWordsAfter(
  trx: StoreTransaction,
  { taskId, afterSeq }: { readonly taskId: number; readonly afterSeq: number },
): Promise<number> {
  const { count } = await trx
    .selectFrom('SupportMessages')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .where('taskId', '=', taskId)
    .where('seq', '>', afterSeq)
    .where('author', '=', 'pharmacy')
    .executeTakeFirstOrThrow()
  return count
}

export interface MessageDraft {
  readonly clientId: string
  readonly author: TaskMessage['author']
  /** Null: the pharmacy. */
  readonly authorGuid: string | null
  readonly authorName: string
  readonly isInternal: boolean
  readonly text: string
}

/** With the task's row locked: so the numbers have no gap and follow the commits. */
export async function insertMessage(
  trx: StoreTransaction,
  task: { readonly id: number; readonly lastSeq: number },
  draft: MessageDraft,
): Promise<TaskMessage> {
  const seq = task.lastSeq + 1
  const isPublic = !draft.isInternal
  const isAnswer = isPublic && draft.author === 'staff'
  await trx
    .updateTable('SupportTasks')
    .set({ lastSeq: seq })
    .$if(isPublic, (change) => change.set({ lastPublicSeq: seq }))
    .$if(isAnswer, (change) =>
      change.set({ unansweredSince: null, firstAnsweredAt: sql`coalesce("firstAnsweredAt", relay_now())` }),
    )
    .$if(isPublic && !isAnswer, (change) =>
      change.set({ unansweredSince: sql`coalesce("unansweredSince", relay_now())` }),
    )
    .where('id', '=', task.id)
    .execute()
  const row = await trx
    .insertInto('SupportMessages')
    .values({ ...draft, taskId: task.id, seq })
    .returning(COLUMNS)
    .executeTakeFirstOrThrow()
  return messageOf(row)
}

/** How far somebody has read; it rises only, and never beyond what is there. `reader`: a guid, or `pharmacy`. */
export async function markRead(
  trx: StoreTransaction,
  { taskId, reader, seq }: { readonly taskId: number; readonly reader: string; readonly seq: number },
): Promise<void> {
  await sql`
    insert into "SupportReads" as held ("taskId", "reader", "readSeq")
    select t."id", ${reader}, least(${seq}::integer, t."lastSeq") from "SupportTasks" t where t."id" = ${taskId}
    on conflict ("taskId", "reader") do update
      set "readSeq" = greatest(held."readSeq", excluded."readSeq")`.execute(trx)
}
