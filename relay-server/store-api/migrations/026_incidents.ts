// Incidents, which are support tasks without a pharmacy; who is on call; days on which nobody answers.
import { readFile } from 'node:fs/promises'
import { sql, type Kysely } from 'kysely'

const PARTS = ['incidents', 'duty'] as const

export async function up(db: Kysely<unknown>): Promise<void> {
  for (const part of PARTS) {
    const text = await readFile(new URL(`026_incidents/${part}.sql`, import.meta.url), 'utf8')
    await sql.raw(text).execute(db)
  }
}
