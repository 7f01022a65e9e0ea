// Each computer of a pharmacy has a number of its own there, shown as a letter in the numbers of its labels.
import { readFile } from 'node:fs/promises'
import { sql, type Kysely } from 'kysely'

export async function up(db: Kysely<unknown>): Promise<void> {
  const text = await readFile(new URL('002_computer_letters/letters.sql', import.meta.url), 'utf8')
  await sql.raw(text).execute(db)
}
