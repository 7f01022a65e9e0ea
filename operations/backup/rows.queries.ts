// Counts the rows of every table, in one statement that psql and a connection take alike; and holds a snapshot for pg_dump.
import { withConnection } from '@pharmacy-relay/relay-server/db/postgres-connection.ts'
import { z } from 'zod'
import { runSql, type Administrator } from '../database/postgres-tools.ts'

const Counted = z.array(z.object({ name: z.string(), rows: z.coerce.number() }))
const Snapshot = z.array(z.object({ snapshot: z.string() }))

const COUNT = `
  select format('%I.%I', n.nspname, c.relname) as name,
    (xpath('/row/c/text()', query_to_xml(format('select count(*) as c from %I.%I', n.nspname, c.relname), false, true, '')))[1]::text as rows
  from pg_class c join pg_namespace n on n.oid = c.relnamespace
  where c.relkind = 'r' and n.nspname not in ('pg_catalog', 'information_schema')
  order by 1`

/** As the server's administrator, whom no row-level security keeps out. */
export async function countRows(as: Administrator, database: string): Promise<Record<string, number>> {
  const lines = await runSql(as, database, COUNT)
  return Object.fromEntries(
    lines.map((line) => [
      line.slice(0, line.lastIndexOf('|')),
      Number(line.slice(line.lastIndexOf('|') + 1)),
    ]),
  )
}

/** What is counted and what `work` reads by the snapshot's name is one state, whatever is written meanwhile. */
export async function withSnapshot(
  url: string,
  work: (snapshot: string) => Promise<void>,
): Promise<Record<string, number>> {
  return withConnection(url, async (client) => {
    await client.query('begin isolation level repeatable read read only')
    const [exported] = Snapshot.parse((await client.query('select pg_export_snapshot() as snapshot')).rows)
    const counted = Counted.parse((await client.query(COUNT)).rows)
    await work(exported?.snapshot ?? '')
    await client.query('commit')
    return Object.fromEntries(counted.map(({ name, rows }) => [name, rows]))
  })
}
