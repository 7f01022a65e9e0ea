// What the scheduler knows beside pg-boss's own tables: paused tasks, runs, days; and indexes that its work needs.
import { readFile } from 'node:fs/promises'
import { sql, type Kysely } from 'kysely'

const PARTS = ['runs', 'days', 'work'] as const

export async function up(db: Kysely<unknown>): Promise<void> {
  for (const part of PARTS) {
    const text = await readFile(new URL(`012_scheduler/${part}.sql`, import.meta.url), 'utf8')
    await sql.raw(text).execute(db)
  }
}
