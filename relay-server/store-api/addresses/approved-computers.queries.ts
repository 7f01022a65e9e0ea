// Which approved computer is known by a certificate, or by its device key.
import type { StoreDb } from '../database.ts'

interface ApprovedComputer {
  readonly computerId: number
  readonly pharmacyId: number
  readonly deviceKey: string
}

/** A successor counts as well: its computer may have begun to use it. */
export async function approvedComputer(
  db: StoreDb,
  { by, value }: { readonly by: 'certificate' | 'device-key'; readonly value: string },
): Promise<ApprovedComputer | null> {
  const approved = db
    .selectFrom('RelayComputers as c')
    .select(['c.id as computerId', 'c.customerId as pharmacyId', 'c.deviceKey'])
    .where('c.access', '=', 'approved')
  const found =
    by === 'device-key'
      ? approved.where('c.deviceKey', '=', value)
      : approved
          .innerJoin('RelayCertificates as k', 'k.computerId', 'c.id')
          .where('k.place', 'in', ['pinned', 'successor'])
          .where('k.fingerprint', '=', value)
  return (await found.executeTakeFirst()) ?? null
}

export async function deviceKeyOf(db: StoreDb, computerId: number): Promise<string | null> {
  const row = await db
    .selectFrom('RelayComputers')
    .select('deviceKey')
    .where('id', '=', computerId)
    .executeTakeFirst()
  return row?.deviceKey ?? null
}
