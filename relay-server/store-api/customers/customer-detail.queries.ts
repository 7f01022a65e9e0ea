// One pharmacy with all its computers and its active printer configuration.
import { sql } from 'kysely'
import type {
  CustomerDetail,
  PrinterConfig,
  RelayComputer,
  StandbyPrinter,
} from '@pharmacy-relay/shared/api/relay-panel.ts'
import { computerLetter } from '@pharmacy-relay/shared/labels/label-number.ts'
import { ProblemError } from '@pharmacy-relay/shared/problem.ts'
import { printingChangesOf } from '../audit/printing-changes.queries.ts'
import { conflictsOfPharmacy } from '../conflicts/conflicts.queries.ts'
import type { StoreDb } from '../database.ts'
import { openCodes } from '../enrolment/pairing-codes.queries.ts'
import { shownHealth, type HealthRow } from '../health/shown-health.ts'
import { lastEventId } from '../events/outbox.queries.ts'
import { statusOf } from '../printing/assignment-progress.ts'
import { openingHoursOf } from '../opening-hours/opening-hours.queries.ts'
import { STANDBY_COLUMNS, standbyOf } from '../printing/standby-printer.ts'

/** Which pharmacy: by the id that APIs use, or by the store ID that people use. */
export type CustomerKey = { readonly id: number } | { readonly storeId: string }

/** Throws ProblemError `not_found`. */
export async function readCustomer(db: StoreDb, key: CustomerKey): Promise<CustomerDetail> {
  // Read first: later rows are in the view or come as events, never neither.
  const newest = await lastEventId(db)
  const found = db.selectFrom('Customers').select(CUSTOMER_COLUMNS)
  const customer = await (
    'id' in key ? found.where('id', '=', key.id) : found.where('storeId', '=', key.storeId)
  ).executeTakeFirst()
  if (customer === undefined) throw new ProblemError('not_found', 'There is no such pharmacy')
  const [printerConfig, rows, conflicts, pairingCodes, health, openingHours, staffChanges] =
    await Promise.all([
      printerConfigOf(db, customer.id),
      computerRows(db, customer.id),
      conflictsOfPharmacy(db, customer.id),
      openCodes(db, customer.id),
      pharmacyHealthOf(db, customer.id),
      openingHoursOf(db, customer.id),
      printingChangesOf(db, customer.id),
    ])
  const computers = computersOf(rows, conflicts, printerConfig?.printerComputerId ?? null)
  return {
    ...customer,
    createdAt: customer.createdAt.toISOString(),
    updatedAt: customer.updatedAt.toISOString(),
    computerCount: computers.length,
    connectedCount: computers.filter((computer) => computer.isOnline).length,
    health,
    computers,
    printerConfig,
    openingHours,
    staffChanges,
    pairingCodes,
    lastEventId: newest,
  }
}

const CUSTOMER_COLUMNS = [
  'id',
  'storeId',
  'name',
  'email',
  'phone',
  'version',
  'printingVersion',
  'createdAt',
  'updatedAt',
] as const

function computersOf(
  rows: Awaited<ReturnType<typeof computerRows>>,
  conflicts: Awaited<ReturnType<typeof conflictsOfPharmacy>>,
  printerComputerId: number | null,
): RelayComputer[] {
  const target = rows.find(({ id }) => id === printerComputerId)?.pcName ?? null
  return rows.map(({ presence, reason, lastOnlineAt, presenceSeq, version, state, stateAt, ...row }) => {
    const { failure, pinned, pinnedSince, letterNumber, ...rest } = row
    const { healthLevel, healthCause, healthSince, healthAt, healthAtName, ...computer } = rest
    return {
      ...computer,
      letter: computerLetter(letterNumber),
      isOnline: presence !== null && presence !== 'offline',
      presence: presence ?? 'offline',
      lastOnlineAt: lastOnlineAt?.toISOString() ?? null,
      offlineReason: reason,
      presenceSeq: presenceSeq ?? 0,
      printerComputerName: row.role === 2 ? target : null,
      certificate: certificateOf(pinned, pinnedSince),
      conflict: conflicts.get(row.id) ?? null,
      assignment: statusOf({ version, state, stateAt, failure }),
      health: shownHealth({ healthLevel, healthCause, healthSince, healthAt, healthAtName }),
    }
  })
}

function certificateOf(fingerprint: string | null, since: Date | null): RelayComputer['certificate'] {
  return fingerprint === null || since === null ? null : { fingerprint, since: since.toISOString() }
}

async function computerRows(db: StoreDb, customerId: number) {
  return db
    .selectFrom('RelayComputers as c')
    .leftJoin('RelayPresence as p', 'p.computerId', 'c.id')
    .leftJoin('RelayAssignments as a', 'a.computerId', 'c.id')
    .leftJoin('RelayCertificates as n', (join) =>
      join.onRef('n.computerId', '=', 'c.id').on('n.place', '=', 'pinned'),
    )
    .select(COMPUTER_COLUMNS)
    .select(['n.fingerprint as pinned', 'n.since as pinnedSince'])
    .leftJoin('RelayWrongClocks as w', 'w.computerId', 'c.id')
    .select('w.aheadMs as clockAheadMs')
    .select(['p.state as presence', 'p.presenceSeq', 'p.reason', 'p.lastOnlineAt'])
    .leftJoin('RelayHealth as h', 'h.computerId', 'c.id')
    .leftJoin('RelayComputers as k', 'k.id', 'h.atComputerId')
    .select(HEALTH_COLUMNS)
    .select(sql<string | null>`coalesce(k."displayName", k."pcName")`.as('healthAtName'))
    .select(['a.version', 'a.state', 'a.stateAt', 'a.failure'])
    .where('c.customerId', '=', customerId)
    .orderBy(sql`lower(c."pcName")`)
    .orderBy('c.id')
    .execute()
}

const HEALTH_COLUMNS = [
  'h.level as healthLevel',
  'h.cause as healthCause',
  'h.since as healthSince',
  'h.atComputerId as healthAt',
] as const

async function pharmacyHealthOf(db: StoreDb, customerId: number) {
  const row: HealthRow | undefined = await db
    .selectFrom('PharmacyHealth as h')
    .leftJoin('RelayComputers as k', 'k.id', 'h.atComputerId')
    .select(HEALTH_COLUMNS)
    .select(sql<string | null>`coalesce(k."displayName", k."pcName")`.as('healthAtName'))
    .where('h.customerId', '=', customerId)
    .executeTakeFirst()
  return row === undefined ? null : shownHealth(row)
}

const COMPUTER_COLUMNS = [
  'c.id',
  'c.pcName',
  'c.displayName',
  'c.letterNumber',
  'c.access',
  'c.pairingCodeId',
  'c.username',
  'c.email',
  'c.localIpAddress',
  'c.publicIpAddress',
  'c.softwareVersion',
  'c.isTooOld',
  'c.latencyMs',
  'c.role',
  'c.reportedRole',
  'c.printerName',
  'c.tcpPort',
  'c.totalRamMb',
  'c.supportAppNumber',
  'c.deviceKey',
  'c.jobsWaiting',
  'c.labelFacts',
] as const

async function printerConfigOf(db: StoreDb, customerId: number): Promise<PrinterConfig | null> {
  const row = await db
    .selectFrom('PrinterConfigs')
    .leftJoin('RelayComputers as c', 'c.id', 'PrinterConfigs.printerComputerId')
    .select([
      'PrinterConfigs.id',
      'printerComputerId',
      'PrinterConfigs.printerName',
      'PrinterConfigs.tcpPort',
    ])
    .select(['PrinterConfigs.updatedAt', 'c.reportedPrinters'])
    .select(STANDBY_COLUMNS)
    .where('PrinterConfigs.customerId', '=', customerId)
    .where('isActive', '=', true)
    .executeTakeFirst()
  if (row === undefined) return null
  const { id, printerComputerId, printerName, tcpPort, updatedAt, reportedPrinters } = row
  const standby = shownStandby(standbyOf(row))
  const printer = reportedPrinters?.find((reported) => reported.id === printerName) ?? null
  const known = printer === null ? null : { name: printer.name, detail: printer.detail }
  return {
    id,
    printerComputerId,
    printerName,
    printer: known,
    tcpPort,
    standby,
    updatedAt: updatedAt.toISOString(),
  }
}

function shownStandby(active: ReturnType<typeof standbyOf>): StandbyPrinter | null {
  if (active === null) return null
  const { firstAgain: _counted, ...standby } = active
  return standby
}

export async function pharmacyNames(
  db: StoreDb,
  customerIds: readonly number[],
): Promise<Map<number, string>> {
  if (customerIds.length === 0) return new Map()
  const rows = await db
    .selectFrom('Customers')
    .select(['id', 'name'])
    .where('id', 'in', customerIds)
    .execute()
  return new Map(rows.map(({ id, name }) => [id, name]))
}
