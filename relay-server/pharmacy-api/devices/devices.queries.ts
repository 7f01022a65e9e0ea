// Rows of workplaces, scanners and their pairs, of the pharmacy whose transaction it is.
import { sql } from 'kysely'
import type { DispensingDevice } from '@pharmacy-relay/shared/api/pharmacy/devices.ts'
import type { TenantDb } from '../tenants/tenant-transaction.queries.ts'

/** Null while the computer has not said that it takes part. */
export async function workplaceOf(
  trx: TenantDb,
  deviceKey: string,
): Promise<{ readonly id: number; readonly name: string } | null> {
  const row = await trx
    .selectFrom('Devices')
    .select(['id', 'name'])
    .where('deviceKey', '=', deviceKey)
    .executeTakeFirst()
  return row ?? null
}

/** Null once it was removed. */
export async function deviceName(trx: TenantDb, id: number): Promise<string | null> {
  const row = await trx.selectFrom('Devices').select('name').where('id', '=', id).executeTakeFirst()
  return row?.name ?? null
}

export async function countDevices(trx: TenantDb): Promise<number> {
  const row = await trx
    .selectFrom('Devices')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow()
  return Number(row.count)
}

/** Made, or named anew. */
export async function putWorkplace(
  trx: TenantDb,
  row: { readonly pharmacyId: number; readonly deviceKey: string; readonly name: string },
): Promise<number> {
  const put = await trx
    .insertInto('Devices')
    .values({ ...row, kind: 'workplace', seenAt: sql`now()` })
    .onConflict((conflict) =>
      conflict
        .columns(['pharmacyId', 'deviceKey'])
        .where('deviceKey', 'is not', null)
        .doUpdateSet({ name: row.name, seenAt: sql`now()` }),
    )
    .returning('id')
    .executeTakeFirstOrThrow()
  return put.id
}

export async function addScanner(
  trx: TenantDb,
  row: { readonly pharmacyId: number; readonly name: string },
): Promise<number> {
  const made = await trx
    .insertInto('Devices')
    .values({ ...row, kind: 'scanner' })
    .returning('id')
    .executeTakeFirstOrThrow()
  return made.id
}

/** Workplaces first, each kind by its name. */
export async function listedDevices(trx: TenantDb, deviceKey: string | null): Promise<DispensingDevice[]> {
  const rows = await trx
    .selectFrom('Devices as d')
    .leftJoin('DevicePairs as p', (join) =>
      join.onRef('p.scannerId', '=', 'd.id').on('p.endedAt', 'is', null),
    )
    .select(['d.id', 'd.kind', 'd.name', 'd.deviceKey', 'd.createdAt', 'd.seenAt'])
    .select(['p.id as pairId', 'p.workplaceId', 'p.pairedAt'])
    .orderBy('d.kind', 'desc')
    .orderBy('d.name')
    .orderBy('d.id')
    .execute()
  return rows.map((row) => ({
    id: row.id,
    kind: row.kind,
    name: row.name,
    isSelf: row.deviceKey !== null && row.deviceKey === deviceKey,
    createdAt: row.createdAt.toISOString(),
    seenAt: row.seenAt?.toISOString() ?? null,
    pair: pairOf(row),
  }))
}

function pairOf({
  pairId: id,
  workplaceId,
  pairedAt,
}: {
  readonly pairId: number | null
  readonly workplaceId: number | null
  readonly pairedAt: Date | null
}): DispensingDevice['pair'] {
  if (id === null || workplaceId === null || pairedAt === null) return null
  return { id, workplaceId, pairedAt: pairedAt.toISOString() }
}

/** False: there is none. Pairs, tokens, codes and scans of it go with it. */
export async function deleteDevice(trx: TenantDb, id: number): Promise<boolean> {
  const gone = await trx.deleteFrom('Devices').where('id', '=', id).returning('id').executeTakeFirst()
  return gone !== undefined
}

export async function openPair(
  trx: TenantDb,
  row: {
    readonly pharmacyId: number
    readonly workplaceId: number
    readonly scannerId: number
    readonly pairedBy: string
  },
): Promise<number> {
  const made = await trx.insertInto('DevicePairs').values(row).returning('id').executeTakeFirstOrThrow()
  return made.id
}

/** False: there is none that goes on. */
export async function closePair(trx: TenantDb, id: number): Promise<boolean> {
  const closed = await trx
    .updateTable('DevicePairs')
    .set({ endedAt: sql`now()` })
    .where('id', '=', id)
    .where('endedAt', 'is', null)
    .returning('id')
    .executeTakeFirst()
  return closed !== undefined
}
