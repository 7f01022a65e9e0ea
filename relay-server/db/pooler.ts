// Whether a connection to the database stays the same one: a pooler between may give each transaction another.
import { z } from 'zod'
import { withConnection } from './postgres-connection.ts'

const Kept = z.tuple([z.object({ kept: z.string().nullable() })])

/**
 * False where what one connection was told is unknown to it while another one is in a transaction, as through pgbouncer with
 * `pool_mode = transaction`. Takes two connections. Throws what connecting and asking throw.
 */
export async function keepsConnections(url: string): Promise<boolean> {
  return withConnection(url, async (one) =>
    withConnection(url, async (other) => {
      await one.query("select set_config('relay.kept', 'yes', false)")
      // Such a pooler now gives it the connection that the first one just had.
      await other.query('begin')
      await other.query('select 1')
      const { rows } = await one.query("select current_setting('relay.kept', true) as kept")
      return Kept.parse(rows)[0].kept === 'yes'
    }),
  )
}
