// Which rows of patients are still under an older key, and waiting until none is: the pharmacy API seals them anew from its start on.
import { setTimeout as delay } from 'node:timers/promises'
import { withConnection, withDatabase } from '@pharmacy-relay/relay-server/db/postgres-connection.ts'
import { z } from 'zod'
import { databaseName, type Config } from '../machine/config-file.ts'
import { BACKUP_URL, KEY_LISTS, type Secrets } from '../machine/secrets.ts'

export interface SealedRows {
  /** Of the role of backups, which sees the rows of all pharmacies. */
  readonly url: string
  readonly database: string
  readonly dataKeyId: string
  readonly indexKeyId: string
}

/** Under the newest keys that these secrets have. */
export function sealedRowsOf(secrets: Secrets, config: Config): SealedRows {
  const [dataKeyId = '', indexKeyId = ''] = KEY_LISTS.map((name) => secrets[name]?.split(':')[0])
  return {
    url: secrets[BACKUP_URL] ?? '',
    database: databaseName(config, 'pharmacy'),
    dataKeyId,
    indexKeyId,
  }
}

const Count = z.tuple([z.object({ count: z.coerce.number() })])
const Columns = z.array(z.object({ table: z.string(), column: z.enum(['keyId', 'indexKeyId']) })).min(1)
/** Of whichever version the database is: each table with sealed rows says in such a column by which key. */
const SEALED_COLUMNS = `
  select c.relname as table, a.attname as column from pg_attribute a
  join pg_class c on c.oid = a.attrelid
  where c.relkind = 'r' and c.relnamespace = 'public'::regnamespace and a.attname in ('keyId', 'indexKeyId')
  order by 1, 2`
const LOOK_MS = 1_000
/** Five hundred rows take less than a second: nothing in two minutes is no progress. */
const STILL_MS = 120_000

/** Throws Error when their number does not fall for two minutes; nothing is lost then, as both keys are there. */
export async function untilSealedAnew(rows: SealedRows, say: (line: string) => void): Promise<void> {
  let least = Number.POSITIVE_INFINITY
  let fellAtMs = performance.now()
  for (;;) {
    const left = await olderRows(rows)
    if (left === 0) return
    if (left < least) {
      say(`  ${left} rows are under an older key`)
      least = left
      fellAtMs = performance.now()
    }
    if (performance.now() - fellAtMs > STILL_MS)
      throw new Error(
        `${left} rows stay under an older key, which is still there: look into the log of the pharmacy API (rotation.done, rotation.failed), then rotate again`,
      )
    await delay(LOOK_MS)
  }
}

/** How many are under another key than the newest of its list. */
export async function olderRows({ url, database, dataKeyId, indexKeyId }: SealedRows): Promise<number> {
  return withConnection(withDatabase(url, database), async (client) => {
    const columns = Columns.parse((await client.query<Record<string, unknown>>(SEALED_COLUMNS)).rows)
    const counts = columns.map(
      ({ table, column }) =>
        `(select count(*) from "${table}" where "${column}" <> $${column === 'keyId' ? 1 : 2})`,
    )
    const { rows } = await client.query<Record<string, unknown>>(
      `select ${counts.join(' + ')} + 0 * length($1::text || $2::text) as count`,
      [dataKeyId, indexKeyId],
    )
    return Count.parse(rows)[0].count
  })
}
