// What a database says of itself: version, which migrations it has, rows of each table.
import { withConnection } from '@pharmacy-relay/relay-server/db/postgres-connection.ts'
import { judgeCarried } from '@pharmacy-relay/relay-server/db/carried-migrations.ts'
import { migrationFiles } from '@pharmacy-relay/relay-server/db/migrations.ts'
import { z } from 'zod'

/** The number is not there where a version migrated that knew no way back. */
const Carried = z.array(z.object({ name: z.string(), usable_from: z.int().nullish() }))
const Version = z.array(z.object({ major: z.coerce.number(), now: z.date() }))

export interface DatabaseFacts {
  readonly major: number
  /** Its clock minus this machine's, ms. */
  readonly clockAheadMs: number
  /** Not applied yet: the program does it at its next start. */
  readonly pending: readonly string[]
  /** Applied by a version that this one does not know. */
  readonly unknown: readonly string[]
  /** This version works with those. */
  readonly isUsable: boolean
}

/** Throws when it does not answer. */
export async function databaseFacts(url: string, migrationsFolder: string): Promise<DatabaseFacts> {
  const known = (await migrationFiles(migrationsFolder)).map((file) => file.replace(/\.ts$/, ''))
  return withConnection(url, async (client) => {
    const asked = await client.query(
      "select current_setting('server_version_num')::int / 10000 as major, clock_timestamp() as now",
    )
    const [version] = Version.parse(asked.rows)
    const table = await client.query(
      "select 1 from pg_class where oid = to_regclass('public.kysely_migration')",
    )
    const applied =
      table.rowCount === 0
        ? { rows: [] }
        : await client.query('select * from public.kysely_migration order by name')
    const carried = Carried.parse(applied.rows).map((row) => ({
      name: row.name,
      usableFrom: row.usable_from ?? null,
    }))
    const names = carried.map(({ name }) => name)
    return {
      major: version?.major ?? 0,
      clockAheadMs: (version?.now.getTime() ?? Date.now()) - Date.now(),
      pending: known.filter((name) => !names.includes(name)),
      unknown: names.filter((name) => !known.includes(name)),
      isUsable: judgeCarried(carried, known).kind !== 'foreign',
    }
  })
}
