// Rows of computers that belong to another pharmacy from now on: their role ends, their history comes with them.
import { sql } from 'kysely'
import type { StoreTransaction } from '../database.ts'
import { givenRows } from '../given-rows.ts'

/**
 * The caller has locked enrolment and the computers. In the pharmacies that they leave their roles are free again, their
 * printers active no more, and who still sees them there may not save what follows from it.
 */
export async function moveComputers(
  trx: StoreTransaction,
  moved: readonly { readonly id: number; readonly customerId: number }[],
): Promise<void> {
  if (moved.length === 0) return
  const rows = sql`${givenRows(moved, '"id" integer, "customerId" integer')} as r`
  const ids = moved.map(({ id }) => id)
  await endPrinterConfigs(trx, ids)
  await sql`
    update "Customers" set "printingVersion" = "printingVersion" + 1 where "id" in (
      select "customerId" from "RelayComputers" where "id" = any(${ids}::integer[]) and "role" <> 0
    )`.execute(trx)
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
async function endPrinterConfigs(trx: StoreTransaction, computerIds: readonly number[]): Promise<void> {
  await sql`
    update "PrinterConfigs" set "isActive" = false
    where "printerComputerId" = any(${computerIds}::integer[]) and "isActive"`.execute(trx)
  await sql`
    update "PrinterConfigs" set "standbyComputerId" = null
    where "standbyComputerId" = any(${computerIds}::integer[])`.execute(trx)
}
