// Scans on their way from a scanner to its workplace: rows for some seconds, with a word to whoever waits for them.
import { sql } from 'kysely'
import type { TenantDb } from '../tenants/tenant-transaction.queries.ts'

export const SCANS_CHANNEL = 'pharmacy_scans'
/** Older ones are shown to nobody: who scanned was told that they did not arrive. */
const SCAN_S = 10
/** On their way to one workplace. */
const MAX_WAITING = 5

/** The workplace that a scanner speaks for; null without a pair. `isListening`: its agent asks for scans. */
export async function pairedWorkplace(
  trx: TenantDb,
  scannerId: number,
): Promise<{ readonly id: number; readonly isListening: boolean } | null> {
  const row = await trx
    .selectFrom('DevicePairs as p')
    .innerJoin('Devices as d', 'd.id', 'p.workplaceId')
    .select(['d.id', sql<boolean>`coalesce(d."listensUntil" > now(), false)`.as('isListening')])
    .where('p.scannerId', '=', scannerId)
    .where('p.endedAt', 'is', null)
    .executeTakeFirst()
  return row ?? null
}

/** Its id; null when too many are on their way to that workplace. */
export async function addScan(
  trx: TenantDb,
  row: {
    readonly pharmacyId: number
    readonly workplaceId: number
    readonly scannerId: number
    readonly text: string
  },
): Promise<number | null> {
  const { workplaceId, scannerId } = row
  await trx
    .deleteFrom('DeviceScans')
    .where('workplaceId', '=', workplaceId)
    .where('at', '<', sql<Date>`now() - make_interval(secs => ${SCAN_S})`)
    .execute()
  const waiting = await trx
    .selectFrom('DeviceScans')
    .select('id')
    .where('workplaceId', '=', workplaceId)
    .execute()
  if (waiting.length >= MAX_WAITING) return null
  const { id } = await trx.insertInto('DeviceScans').values(row).returning('id').executeTakeFirstOrThrow()
  await trx
    .updateTable('Devices')
    .set({ seenAt: sql`now()` })
    .where('id', '=', scannerId)
    .execute()
  await notify(trx, workplaceKey(workplaceId))
  return id
}

export async function isScanThere(trx: TenantDb, id: number): Promise<boolean> {
  return (
    (await trx.selectFrom('DeviceScans').select('id').where('id', '=', id).executeTakeFirst()) !== undefined
  )
}

/** False: the workplace has taken it. */
export async function withdrawScan(trx: TenantDb, id: number): Promise<boolean> {
  const gone = await trx.deleteFrom('DeviceScans').where('id', '=', id).returning('id').executeTakeFirst()
  return gone !== undefined
}

/** The workplace has those up to `after`, and listens for so long. */
export async function listen(
  trx: TenantDb,
  {
    workplaceId,
    after,
    forMs,
  }: { readonly workplaceId: number; readonly after: number; readonly forMs: number },
): Promise<void> {
  const taken = await trx
    .deleteFrom('DeviceScans')
    .where('workplaceId', '=', workplaceId)
    .where('id', '<=', after)
    .returning('id')
    .execute()
  for (const { id } of taken) await notify(trx, scanKey(id))
  await trx
    .updateTable('Devices')
    .set({ seenAt: sql`now()`, listensUntil: sql`now() + make_interval(secs => ${forMs / 1_000})` })
    .where('id', '=', workplaceId)
    .execute()
}

/** The oldest one that is still to be shown, of a scanner whose pair goes on. */
export async function nextScan(
  trx: TenantDb,
  { workplaceId, after }: { readonly workplaceId: number; readonly after: number },
): Promise<{ readonly id: number; readonly text: string; readonly scanner: string } | null> {
  const row = await trx
    .selectFrom('DeviceScans as s')
    .innerJoin('Devices as d', 'd.id', 's.scannerId')
    .innerJoin('DevicePairs as p', (join) =>
      join
        .onRef('p.scannerId', '=', 's.scannerId')
        .onRef('p.workplaceId', '=', 's.workplaceId')
        .on('p.endedAt', 'is', null),
    )
    .select(['s.id', 's.text', 'd.name as scanner'])
    .where('s.workplaceId', '=', workplaceId)
    .where('s.id', '>', after)
    .where('s.at', '>', sql<Date>`now() - make_interval(secs => ${SCAN_S})`)
    .orderBy('s.id')
    .limit(1)
    .executeTakeFirst()
  return row ?? null
}

export const workplaceKey = (id: number): string => `w${id}`
export const scanKey = (id: number): string => `s${id}`

/** Heard when the transaction is committed. */
async function notify(trx: TenantDb, key: string): Promise<void> {
  await sql`select pg_notify(${SCANS_CHANNEL}, ${key})`.execute(trx)
}
