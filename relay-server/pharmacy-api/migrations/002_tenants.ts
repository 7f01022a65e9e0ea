// The wall between pharmacies: the roles that requests and jobs run as, what walls a table in, and what a pharmacy says of itself.
import { readFile } from 'node:fs/promises'
import { sql, type Kysely } from 'kysely'

const PARTS = ['roles', 'wall', 'profiles'] as const

export async function up(db: Kysely<unknown>): Promise<void> {
  for (const part of PARTS) {
    const text = await readFile(new URL(`002_tenants/${part}.sql`, import.meta.url), 'utf8')
    await sql.raw(text).execute(db)
  }
}
