// What the desk of support needs beside its tasks: the queue in its order, sums of the fleet, canned answers, files.
import { readFile } from 'node:fs/promises'
import { sql, type Kysely } from 'kysely'

const PARTS = ['queue', 'fleet', 'answers', 'files'] as const

export async function up(db: Kysely<unknown>): Promise<void> {
  for (const part of PARTS) {
    const text = await readFile(new URL(`017_support_desk/${part}.sql`, import.meta.url), 'utf8')
    await sql.raw(text).execute(db)
  }
}
