// What a database is at when it is looked at again and again: its running statements, those most often seen first.
import { setTimeout as delay } from 'node:timers/promises'
import { z } from 'zod'
import { withConnection } from '@pharmacy-relay/relay-server/db/postgres-connection.ts'

const Seen = z.array(z.looseObject({ query: z.string() }))
const EACH_MS = 50
const SHOWN = 3
const LENGTH = 90

/** Until the signal; in words, with their share of all that was seen. */
export async function busyStatements(url: string, signal: AbortSignal): Promise<string[]> {
  const counts = new Map<string, number>()
  await withConnection(url, async (client) => {
    while (!signal.aborted) {
      const { rows } = await client.query<Record<string, unknown>>(
        `select regexp_replace(query, '\\s+', ' ', 'g') as "query" from pg_stat_activity
         where backend_type = 'client backend' and state = 'active' and pid <> pg_backend_pid()`,
      )
      for (const { query } of Seen.parse(rows)) {
        const name = query.trim().slice(0, LENGTH)
        counts.set(name, (counts.get(name) ?? 0) + 1)
      }
      await delay(EACH_MS)
    }
  })
  const all = [...counts.values()].reduce((sum, count) => sum + count, 0)
  return [...counts]
    .toSorted(([, one], [, other]) => other - one)
    .slice(0, SHOWN)
    .map(([name, count]) => `${Math.round((100 * count) / all)} % ${name}`)
}
