// Rows of files in support tasks: each belongs to one message.
import { sql } from 'kysely'
import type { TaskFile } from '@pharmacy-relay/shared/api/support/task-file.ts'
import type { StoreDb, StoreTransaction } from '../database.ts'

export interface FileDraft extends TaskFile {
  readonly taskId: number
  readonly seq: number
  readonly sha256: string
  readonly consentAt: Date | null
  readonly consentText: string | null
  readonly content: Buffer
}

export async function insertFile(trx: StoreTransaction, { name, ...draft }: FileDraft): Promise<void> {
  await trx
    .insertInto('SupportFiles')
    .values({ ...draft, fileName: name })
    .execute()
}

export async function countFiles(trx: StoreTransaction, taskId: number): Promise<number> {
  const row = trx
    .selectFrom('SupportFiles')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .where('taskId', '=', taskId)
  return (await row.executeTakeFirstOrThrow()).count
}

export interface KeptFile extends TaskFile {
  readonly sha256: string
  readonly content: Buffer
}

/** Null when the message brings none, or it went. */
export async function fileOf(
  db: StoreDb | StoreTransaction,
  { taskId, seq }: { readonly taskId: number; readonly seq: number },
): Promise<KeptFile | null> {
  const row = await db
    .selectFrom('SupportFiles')
    .select(['kind', 'fileName as name', 'bytes', 'isLabel', 'sha256', 'content'])
    .where('taskId', '=', taskId)
    .where('seq', '=', seq)
    .executeTakeFirst()
  return row ?? null
}

export async function eraseFiles(trx: StoreTransaction, taskId: number): Promise<void> {
  await trx.deleteFrom('SupportFiles').where('taskId', '=', taskId).execute()
}

/** Pictures of labels go 14 days after the task was done, other files after 90; how many went. */
export async function removeOldFiles(db: StoreDb, limit: number): Promise<number> {
  const { numAffectedRows } = await sql`
    delete from "SupportFiles" where ("taskId", "seq") in (
      select f."taskId", f."seq" from "SupportFiles" f join "SupportTasks" t on t."id" = f."taskId"
      where t."state" in ('done', 'removed')
        and t."doneAt" < relay_now() - case when f."isLabel" then interval '14 days' else interval '90 days' end
      limit ${limit})`.execute(db)
  return Number(numAffectedRows ?? 0)
}
