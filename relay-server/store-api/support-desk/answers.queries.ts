// Rows of canned answers.
import { sql } from 'kysely'
import {
  MAX_ANSWERS,
  type AnswerTexts,
  type SupportAnswer,
} from '@pharmacy-relay/shared/api/support/desk-api.ts'
import type { StoreDb, StoreTransaction } from '../database.ts'

/** By title. */
export async function allAnswers(db: StoreDb): Promise<SupportAnswer[]> {
  const rows = await db
    .selectFrom('SupportAnswers')
    .select(['id', 'title', 'texts', 'version', 'changedAt', 'changedByName as changedBy'])
    .orderBy(sql`lower("title")`)
    .limit(MAX_ANSWERS)
    .execute()
  return rows.map((row) => ({ ...row, changedAt: row.changedAt.toISOString() }))
}

export interface AnswerDraft {
  readonly title: string
  readonly texts: AnswerTexts
}

/** False where another has the title, or there are as many as there may be. */
export async function insertAnswer(trx: StoreTransaction, draft: AnswerDraft, by: string): Promise<boolean> {
  // Two who add the last one at once: the second sees the first.
  await sql`lock table "SupportAnswers" in share row exclusive mode`.execute(trx)
  const { rows } = await sql`
    insert into "SupportAnswers" ("title", "texts", "changedByName")
    select ${draft.title}, ${JSON.stringify(draft.texts)}::jsonb, ${by}
    where (select count(*) from "SupportAnswers") < ${MAX_ANSWERS}
    on conflict do nothing returning "id"`.execute(trx)
  return rows.length > 0
}

/** Its row is locked until the commit; null when there is none. */
export async function lockAnswer(trx: StoreTransaction, id: number) {
  const row = trx.selectFrom('SupportAnswers').select(['title', 'version']).where('id', '=', id).forUpdate()
  return (await row.executeTakeFirst()) ?? null
}

export async function isTitleTaken(
  trx: StoreTransaction,
  { id, title }: { readonly id: number; readonly title: string },
): Promise<boolean> {
  const row = await trx
    .selectFrom('SupportAnswers')
    .select('id')
    .where(sql`lower("title")`, '=', sql`lower(${title})`)
    .where('id', '<>', id)
    .executeTakeFirst()
  return row !== undefined
}

export async function updateAnswer(
  trx: StoreTransaction,
  { id, title, texts, by }: AnswerDraft & { readonly id: number; readonly by: string },
): Promise<void> {
  await trx
    .updateTable('SupportAnswers')
    .set({ title, texts: JSON.stringify(texts), changedByName: by, changedAt: sql`relay_now()` })
    .set((eb) => ({ version: eb('version', '+', 1) }))
    .where('id', '=', id)
    .execute()
}

export async function deleteAnswer(trx: StoreTransaction, id: number): Promise<void> {
  await trx.deleteFrom('SupportAnswers').where('id', '=', id).execute()
}
