// Rows of a computer's belonging to its pharmacy: read and written under the locks of that pharmacy.
import { sql } from 'kysely'
import type { Access } from '@pharmacy-relay/shared/api/relay-panel.ts'
import type { RoleNumber } from '@pharmacy-relay/shared/device-role.ts'
import type { StoreTransaction } from '../database.ts'

export interface Member {
  readonly id: number
  readonly customerId: number
  readonly storeId: string
  readonly pcName: string
  readonly displayName: string | null
  readonly access: Access
  readonly role: RoleNumber
}

export async function memberById(
  trx: StoreTransaction,
  { customerId, computerId }: { readonly customerId: number; readonly computerId: number },
): Promise<Member | null> {
  const row = await trx
    .selectFrom('RelayComputers as r')
    .innerJoin('Customers as c', 'c.id', 'r.customerId')
    .select(['r.id', 'r.customerId', 'c.storeId', 'r.pcName', 'r.displayName', 'r.access', 'r.role'])
    .where('r.id', '=', computerId)
    .where('r.customerId', '=', customerId)
    .executeTakeFirst()
  return row ?? null
}

export async function setAccess(trx: StoreTransaction, computerId: number, access: Access): Promise<void> {
  await trx
    .updateTable('RelayComputers')
    .set({ access, updatedAt: sql`relay_now()` })
    .where('id', '=', computerId)
    .execute()
}

export async function setDisplayName(
  trx: StoreTransaction,
  computerId: number,
  displayName: string | null,
): Promise<void> {
  await trx
    .updateTable('RelayComputers')
    .set({ displayName, updatedAt: sql`relay_now()` })
    .where('id', '=', computerId)
    .execute()
}

/**
 * Everything that is known of it goes, but for the version of its assignment: its agent keeps the newest one that it had,
 * and would take no older one when it joins again.
 */
export async function deleteComputer(trx: StoreTransaction, computerId: number): Promise<void> {
  await sql`
    insert into "RelayRemovedComputers" as held ("installId", "assignmentVersion")
    select c."installId", coalesce(a."version", 0) from "RelayComputers" c
    left join "RelayAssignments" a on a."computerId" = c."id" where c."id" = ${computerId}
    on conflict ("installId") do update set "removedAt" = relay_now(),
      "assignmentVersion" = greatest(held."assignmentVersion", excluded."assignmentVersion")`.execute(trx)
  await trx.deleteFrom('PrinterConfigs').where('printerComputerId', '=', computerId).execute()
  await trx.deleteFrom('RelayComputers').where('id', '=', computerId).execute()
}

/** The other pharmacy, its row locked; null when there is none. */
export async function lockTarget(
  trx: StoreTransaction,
  customerId: number,
): Promise<{ readonly storeId: string; readonly computerCount: number } | null> {
  const row = await trx
    .selectFrom('Customers')
    .select(['storeId', 'computerCount'])
    .where('id', '=', customerId)
    .forUpdate()
    .executeTakeFirst()
  return row ?? null
}
