// Rows of a pharmacy's printing: read under their locks, and written as a plan says.
import { sql } from 'kysely'
import type { StoreTransaction } from '../database.ts'
import { givenRows } from '../given-rows.ts'
import { lockEnrolment } from '../enrolment/enrolment.queries.ts'
import type { ActivePrinter } from './assignment-bodies.ts'
import { activePrinters } from './assignments.queries.ts'
import { standbyColumns } from './standby-printer.ts'
import type { PrintingRow, PrintingState, StandingComputer } from './printing-state.ts'

export interface LockedPrinting extends PrintingState {
  readonly storeId: string
}

/**
 * Locks enrolment, all computers of the pharmacy and its own row, so that nothing that assignments are made of changes
 * meanwhile. Null when there is no such pharmacy. Printers are read of one computer only, if any.
 */
export async function lockPrinting(
  trx: StoreTransaction,
  customerId: number,
  computerId: number | null,
): Promise<LockedPrinting | null> {
  await lockEnrolment(trx)
  const computers = await lockStandingComputers(trx, customerId, computerId)
  const customer = await trx
    .selectFrom('Customers')
    .select(['storeId', 'printingVersion'])
    .where('id', '=', customerId)
    .forUpdate()
    .executeTakeFirst()
  if (customer === undefined) return null
  const printers = await activePrinters(trx, [customerId])
  return {
    storeId: customer.storeId,
    version: customer.printingVersion,
    computers,
    printer: printers.get(customerId) ?? null,
  }
}

async function lockStandingComputers(
  trx: StoreTransaction,
  customerId: number,
  computerId: number | null,
): Promise<StandingComputer[]> {
  const rows = await trx
    .selectFrom('RelayComputers')
    .select(['id', 'pcName', 'role', 'printerName', 'tcpPort'])
    .where('customerId', '=', customerId)
    .orderBy('id')
    .forUpdate()
    .execute()
  if (computerId === null) return rows.map((row) => ({ ...row, isOnline: false, printers: null }))
  const chosen = await trx
    .selectFrom('RelayComputers as c')
    .leftJoin('RelayPresence as p', 'p.computerId', 'c.id')
    .select(['c.id', 'c.reportedPrinters', 'p.status'])
    .where('c.id', '=', computerId)
    .where('c.customerId', '=', customerId)
    .executeTakeFirst()
  return rows.map((row) => ({
    ...row,
    isOnline: row.id === chosen?.id && chosen.status === 'Online',
    printers: row.id === chosen?.id ? (chosen.reportedPrinters?.map(({ id }) => id) ?? null) : null,
  }))
}

/** Writes rows. Who gives up being PrinterComputer goes first: the index allows one of them at any moment. */
export async function writePrintingRows(trx: StoreTransaction, rows: readonly PrintingRow[]): Promise<void> {
  const [becoming, others] = [rows.filter(({ role }) => role === 1), rows.filter(({ role }) => role !== 1)]
  for (const some of [others, becoming]) {
    if (some.length === 0) continue
    await sql`
      update "RelayComputers" c set "role" = r."role", "printerName" = r."printerName", "tcpPort" = r."tcpPort",
        "updatedAt" = relay_now()
      from ${givenRows(some, '"id" integer, "role" smallint, "printerName" text, "tcpPort" integer')} as r
      where c."id" = r."id"`.execute(trx)
  }
}

/** Makes this the active configuration, or leaves none active; older ones stay as history. */
export async function replacePrinter(
  trx: StoreTransaction,
  customerId: number,
  printer: ActivePrinter | null,
): Promise<void> {
  await trx
    .updateTable('PrinterConfigs')
    .set({ isActive: false })
    .where('customerId', '=', customerId)
    .where('isActive', '=', true)
    .execute()
  if (printer !== null) {
    const { standby = null, ...first } = printer
    await trx
      .insertInto('PrinterConfigs')
      .values({ customerId, ...first, ...standbyColumns(standby) })
      .execute()
  }
}

export async function raisePrintingVersion(trx: StoreTransaction, customerId: number): Promise<void> {
  await trx
    .updateTable('Customers')
    .set({ printingVersion: sql`"printingVersion" + 1` })
    .where('id', '=', customerId)
    .execute()
}
