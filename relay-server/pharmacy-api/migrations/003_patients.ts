// Patients of pharmacies, sealed, and the log of who looked at them.
import { readFile } from 'node:fs/promises'
import { sql, type Kysely } from 'kysely'

const PARTS = ['patients', 'access-log'] as const

export async function up(db: Kysely<unknown>): Promise<void> {
  for (const part of PARTS) {
    const text = await readFile(new URL(`003_patients/${part}.sql`, import.meta.url), 'utf8')
    await sql.raw(text).execute(db)
  }
}
