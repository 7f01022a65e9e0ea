// Rows of computers that belong to another pharmacy from now on: their role ends, their history comes with them.
import { sql } from 'kysely'
import type { StoreTransaction } from '../database.ts'

/** The caller has locked the computers; roles of a pharmacy are free again, its printer is active no more. */
export async function moveComputers(
  trx: StoreTransaction,
  moved: readonly { readonly id: number; readonly customerId: number }[],
): Promise<void> {
  if (moved.length === 0) return
  const rows = sql`json_to_recordset(${JSON.stringify(moved)}::json) as r("id" integer, "customerId" integer)`
  await endPrinterConfigs(
    trx,
    moved.map(({ id }) => id),
  )
  await sql`
    update "RelayComputers" c set "customerId" = r."customerId", "role" = 0, "printerName" = null, "tcpPort" = null,
      "updatedAt" = relay_now()
    from ${rows} where c."id" = r."id"`.execute(trx)
  await sql`
    update "RelayPresence" p set "customerId" = r."customerId" from ${rows} where p."computerId" = r."id"`.execute(
    trx,
  )
  await sql`
    update "RelayAssignments" a set "customerId" = r."customerId" from ${rows}
    where a."computerId" = r."id"`.execute(trx)
}

/** Their Clients have no target then, and say so. */
export async function endPrinterConfigs(
  trx: StoreTransaction,
  computerIds: readonly number[],
): Promise<void> {
  await sql`
    update "PrinterConfigs" set "isActive" = false
    where "printerComputerId" = any(${computerIds}::integer[]) and "isActive"`.execute(trx)
}
