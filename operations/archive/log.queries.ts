// What the archive asks of the database server: where its log stands, and to begin another segment.
import { withConnection } from '@pharmacy-relay/relay-server/db/postgres-connection.ts'
import { z } from 'zod'
import { runSql, type Administrator } from '../database/postgres-tools.ts'

/** So that the database server throws log away rather than stand still on a full disk, when nobody fetches it for days. */
export const MOST_KEPT = '16GB'
export const SLOT = 'relay_archive'

/** Where the log of the server stands: as PostgreSQL writes it, in bytes since its beginning, and the segment in which that is. */
const Position = z.object({ lsn: z.string(), bytes: z.coerce.number(), segment: z.string() })
export type Position = z.infer<typeof Position>

// At the first byte of a segment pg_walfile_name names the one before.
const POSITION = `select pg_current_wal_lsn()::text as lsn, pg_wal_lsn_diff(pg_current_wal_lsn(), '0/0')::text as bytes, pg_walfile_name(pg_current_wal_lsn()) as segment`

export async function logPosition(url: string): Promise<Position> {
  return withConnection(url, async (client) => Position.parse((await client.query(POSITION)).rows[0]))
}

/** The segment that is being filled is complete then. Gives the position behind it. */
export async function beginSegment(url: string): Promise<Position> {
  return withConnection(url, async (client) => {
    // Behind a position there has to be something, or a recovery up to it would not know that it was there.
    await client.query("select pg_logical_emit_message(false, 'relay', 'segment')")
    await client.query('select pg_switch_wal()')
    return Position.parse((await client.query(POSITION)).rows[0])
  })
}

/** The role of backups may then take the log; the server keeps it for it, up to 16 GB where nothing else is set. */
export async function allowArchive(as: Administrator, role: string): Promise<void> {
  await runSql(
    as,
    'postgres',
    `alter role ${role} replication; grant execute on function pg_switch_wal() to ${role};`,
  )
  const [limit] = await runSql(as, 'postgres', 'show max_slot_wal_keep_size')
  if (limit !== '-1') return
  await runSql(as, 'postgres', `alter system set max_slot_wal_keep_size = '${MOST_KEPT}';`)
  await runSql(as, 'postgres', 'select pg_reload_conf()')
}

const Slots = z.array(z.object({ wal_status: z.string().nullable() }))

/**
 * From now on the server keeps its log until it was fetched. One that fell behind by more than the server keeps is made anew: what is missing is missing,
 * and the base that is made next stands before no gap.
 */
export async function ensureSlot(url: string): Promise<void> {
  await withConnection(url, async (client) => {
    const found = await client.query('select wal_status from pg_replication_slots where slot_name = $1', [
      SLOT,
    ])
    const [slot] = Slots.parse(found.rows)
    if (slot !== undefined && slot.wal_status !== 'lost') return
    if (slot !== undefined) await client.query('select pg_drop_replication_slot($1)', [SLOT])
    // At once, and not from the first one that fetches.
    await client.query('select pg_create_physical_replication_slot($1, true)', [SLOT])
  })
}
