// Connection URLs of PostgreSQL, and the few things done through one short connection.
import pg from 'pg'
import { z } from 'zod'

const CONNECT_MS = 3_000
const DUPLICATE_DATABASE = '42P04'

/** A database name that needs no quoting and is the same in every tool. */
export const DatabaseName = z
  .string()
  .regex(/^[a-z][a-z0-9_]{0,62}$/, 'must be lower case letters, digits, underscore')

/** The URL of a database behind a socket folder. */
export function socketUrl(folder: string, database: string): string {
  return `postgresql://postgres@localhost/${database}?host=${encodeURIComponent(folder)}`
}

/** The same server and account, another database. */
export function withDatabase(url: string, database: string): string {
  const changed = new URL(url)
  changed.pathname = `/${database}`
  return changed.href
}

/** Runs `work` with one connection of its own, without limits on statements, and closes it. */
export async function withConnection<T>(url: string, work: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: CONNECT_MS })
  // A connection that breaks while idle is an event; the next query reports it.
  client.on('error', () => {})
  try {
    await client.connect()
    return await work(client)
  } finally {
    await client.end().catch(() => {})
  }
}

/** True when the server answers a query now. */
export async function isAnswering(url: string): Promise<boolean> {
  return withConnection(url, async (client) => {
    await client.query('select 1')
    return true
  }).catch(() => false)
}

const WriteState = z.array(z.object({ transaction_read_only: z.enum(['on', 'off']) })).length(1)

/** False at a standby. Throws what the query throws. */
export async function takesWrites(client: Pick<pg.ClientBase, 'query'> | pg.Pool): Promise<boolean> {
  const { rows } = await client.query<Record<string, unknown>>('show transaction_read_only')
  return WriteState.parse(rows)[0]?.transaction_read_only === 'off'
}

/** Makes a database when it is missing; two callers at once are fine. `adminUrl` names any other database. */
export async function createDatabase(adminUrl: string, name: string): Promise<void> {
  const database = DatabaseName.parse(name)
  await withConnection(adminUrl, async (client) => {
    const found = await client.query('select 1 from pg_database where datname = $1', [database])
    if (found.rowCount !== 0) return
    await client.query(`create database "${database}"`).catch((error: unknown) => {
      // The unique index of the catalogue may answer instead when both callers are equally fast.
      const code = error instanceof pg.DatabaseError ? error.code : null
      if (code !== DUPLICATE_DATABASE && code !== '23505') throw error
    })
  })
}
