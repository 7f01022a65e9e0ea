// Support tasks: their states and steps, what is said in them, how far each has read, and the rules that create them.
import { readFile } from 'node:fs/promises'
import { sql, type Kysely } from 'kysely'

export async function up(db: Kysely<unknown>): Promise<void> {
  const text = await readFile(new URL('014_support_tasks/tasks.sql', import.meta.url), 'utf8')
  await sql.raw(text).execute(db)
}
