// Text messages: codes that prove a phone, and what became of each message.
import { readFile } from 'node:fs/promises'
import { sql, type Kysely } from 'kysely'

const PARTS = ['codes', 'logs'] as const

export async function up(db: Kysely<unknown>): Promise<void> {
  for (const part of PARTS) {
    const text = await readFile(new URL(`007_sms/${part}.sql`, import.meta.url), 'utf8')
    await sql.raw(text).execute(db)
  }
}
