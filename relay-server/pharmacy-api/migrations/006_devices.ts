// Workplaces and scanners, which speaks for which, and scans on their way.
import { readFile } from 'node:fs/promises'
import { sql, type Kysely } from 'kysely'

export async function up(db: Kysely<unknown>): Promise<void> {
  const text = await readFile(new URL('006_devices/devices.sql', import.meta.url), 'utf8')
  await sql.raw(text).execute(db)
}
