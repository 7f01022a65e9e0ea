// Prescriptions of patients and their labels, sealed.
import { readFile } from 'node:fs/promises'
import { sql, type Kysely } from 'kysely'

export async function up(db: Kysely<unknown>): Promise<void> {
  const text = await readFile(new URL('004_prescriptions/prescriptions.sql', import.meta.url), 'utf8')
  await sql.raw(text).execute(db)
}
