// The first shape of the pharmacy database: drugs, their packs, and the imports that bring them.
import { readFile } from 'node:fs/promises'
import { sql, type Kysely } from 'kysely'

const PARTS = ['imports', 'drugs', 'search'] as const

export async function up(db: Kysely<unknown>): Promise<void> {
  for (const part of PARTS) {
    const text = await readFile(new URL(`001_drugs/${part}.sql`, import.meta.url), 'utf8')
    await sql.raw(text).execute(db)
  }
}
