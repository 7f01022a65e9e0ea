// What a database holds at this moment: rows of each table, its connections, its bytes on disk.
import type pg from 'pg'
import { z } from 'zod'
import { withConnection } from '@pharmacy-relay/relay-server/db/postgres-connection.ts'
import type { DatabaseFacts } from '../record.ts'

const Tables = z.array(z.looseObject({ schema: z.string(), name: z.string() }))
const Counts = z.array(z.looseObject({ name: z.string(), count: z.coerce.number() }))
const Others = z
  .array(
    z.looseObject({
      connections: z.coerce.number(),
      bytes: z.coerce.number(),
      dead: z.coerce.number(),
      wal: z.coerce.number(),
    }),
  )
  .length(1)

/** Every row is counted, but where `isQuick`. Throws what the database throws. */
export async function databaseFacts(
  url: string,
  { isQuick }: { readonly isQuick: boolean },
): Promise<DatabaseFacts> {
  return withConnection(url, async (client) => {
    const rows = isQuick ? {} : await countedRows(client)
    const others = await client.query<Record<string, unknown>>(
      `select (select count(*) from pg_stat_activity where backend_type = 'client backend'
          and pid <> pg_backend_pid()) as "connections",
        pg_database_size(current_database()) as "bytes", pg_current_wal_insert_lsn() - '0/0' as "wal",
        (select coalesce(sum(n_dead_tup), 0) from pg_stat_user_tables) as "dead"`,
    )
    const [rest] = Others.parse(others.rows)
    return {
      rows,
      deadRows: rest?.dead ?? 0,
      connections: rest?.connections ?? 0,
      bytes: rest?.bytes ?? 0,
      walBytes: rest?.wal ?? 0,
    }
  })
}

async function countedRows(client: pg.Client): Promise<Record<string, number>> {
  const found = await client.query<Record<string, unknown>>(
    `select schemaname as "schema", tablename as "name" from pg_tables
     where schemaname not in ('pg_catalog', 'information_schema') order by 1, 2`,
  )
  const parts = Tables.parse(found.rows).map(({ schema, name }) => {
    const told = schema === 'public' ? name : `${schema}.${name}`
    return `select '${told}' as "name", count(*) as "count" from "${schema}"."${name}"`
  })
  const counted = await client.query<Record<string, unknown>>(parts.join(' union all '))
  return Object.fromEntries(Counts.parse(counted.rows).map(({ name, count }) => [name, count]))
}
