// The staff log becomes a chain of hashes that the database lets nobody change; rows of before are taken into it in their order.
import { readFile } from 'node:fs/promises'
import { sql, type Kysely } from 'kysely'
import { FIRST_LINK, linkOf, newSalt, wordsDigest } from '../audit/audit-chain.ts'
import type { StoreSchema } from '../schema.ts'

export async function up(db: Kysely<StoreSchema>): Promise<void> {
  await run(db, 'staffs')
  await run(db, 'columns')
  await chainRows(db)
  await run(db, 'rules')
}

async function run(db: Kysely<StoreSchema>, part: string): Promise<void> {
  const text = await readFile(new URL(`005_audit_chain/${part}.sql`, import.meta.url), 'utf8')
  await sql.raw(text).execute(db)
}

/** They get ids without a gap: from here on one that is missing was taken away. */
async function chainRows(db: Kysely<StoreSchema>): Promise<void> {
  const rows = await db
    .selectFrom('StaffOperationHistory')
    .select([
      'id',
      'at',
      'staffGuid',
      'staffName',
      'staffRole',
      'action',
      'customerId',
      'computerId',
      'summary',
    ])
    .orderBy('id')
    .execute()
  let last = FIRST_LINK
  for (const { id: was, staffName, summary, ...facts } of rows) {
    const salt = newSalt()
    const words = wordsDigest(salt, { staffName, summary, before: null, after: null })
    const id = last.id + 1
    const hash = linkOf(last.hash, { ...facts, id, userGuid: null, source: null, words })
    await db
      .updateTable('StaffOperationHistory')
      .set({ id, salt, words, hash })
      .where('id', '=', was)
      .execute()
    last = { id, hash }
  }
}
