// Text messages to patients: what waits or was sent for each, and how many a pharmacy asked for on a day.
import { readFile } from 'node:fs/promises'
import { sql, type Kysely } from 'kysely'

export async function up(db: Kysely<unknown>): Promise<void> {
  const text = await readFile(new URL('008_patient_sms/messages.sql', import.meta.url), 'utf8')
  await sql.raw(text).execute(db)
}
