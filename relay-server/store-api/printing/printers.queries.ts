// The printers that computers reported: read and kept with their time.
import { sql } from 'kysely'
import type { ComputerPrinters } from '@pharmacy-relay/shared/api/relay-panel.ts'
import type { RoleNumber } from '@pharmacy-relay/shared/device-role.ts'
import type { PrinterList } from '@pharmacy-relay/shared/printer.ts'
import { ProblemError } from '@pharmacy-relay/shared/problem.ts'
import type { StoreDb } from '../database.ts'
import { unknownComputer } from './role-plan.ts'

export interface ReportingComputer {
  readonly id: number
  readonly pcName: string
  readonly role: RoleNumber
  readonly printers: PrinterList
  readonly reportedAt: Date | null
}

/** Which computer somebody named, and where in the request. */
export interface NamedComputer {
  readonly customerId: number
  readonly computerId: number
  readonly where: 'path' | 'body'
}

/** Throws ProblemError `not_found` for an unknown pharmacy; for a computer that it does not have see `unknownComputer`. */
export async function findComputer(db: StoreDb, named: NamedComputer): Promise<ReportingComputer> {
  const row = await db
    .selectFrom('Customers as p')
    .leftJoin('RelayComputers as c', (join) =>
      join.onRef('c.customerId', '=', 'p.id').on('c.id', '=', named.computerId),
    )
    .select(['c.id', 'c.pcName', 'c.role', 'c.reportedPrinters', 'c.printersReportedAt'])
    .where('p.id', '=', named.customerId)
    .executeTakeFirst()
  if (row === undefined) throw new ProblemError('not_found', 'There is no such pharmacy')
  const { id, pcName, role, reportedPrinters, printersReportedAt } = row
  if (id === null || pcName === null || role === null) throw unknownComputer(named.where)
  return { id, pcName, role, printers: reportedPrinters ?? [], reportedAt: printersReportedAt }
}

/** The list that it reported last. Throws ProblemError `not_found`. */
export async function lastPrinters(
  db: StoreDb,
  named: Omit<NamedComputer, 'where'>,
): Promise<ComputerPrinters> {
  const { id, printers, reportedAt } = await findComputer(db, { ...named, where: 'path' })
  return { computerId: id, printers, reportedAt: reportedAt?.toISOString() ?? null }
}

/** Keeps a list that was asked for. */
export async function keepPrinters(db: StoreDb, computerId: number, printers: PrinterList): Promise<void> {
  await db
    .updateTable('RelayComputers')
    .set({ reportedPrinters: JSON.stringify(printers), printersReportedAt: sql`relay_now()` })
    .where('id', '=', computerId)
    .execute()
}
