// The operations of a batch by kind, and what of its reports is written.
import type { RegistryOperation } from '@pharmacy-relay/shared/api/relay-registry.ts'
import { roleNumber } from '@pharmacy-relay/shared/device-role.ts'
import type { SystemReport } from '@pharmacy-relay/shared/device.ts'
import type { PrinterList } from '@pharmacy-relay/shared/printer.ts'
import { plainText } from '../device-requests/plain-text.ts'
import type { ReportRow } from './computers.queries.ts'
import type { HearingRow } from './sessions.queries.ts'

/** The operations by kind. Opens go first and ends last, so that a reconnect within one batch shows no gap. */
export interface Sorted {
  readonly opens: readonly Extract<RegistryOperation, { kind: 'open' }>[]
  readonly pairs: readonly Extract<RegistryOperation, { kind: 'pair' }>[]
  readonly closes: readonly Extract<RegistryOperation, { kind: 'close' }>[]
  readonly nudges: readonly Extract<RegistryOperation, { kind: 'nudge' }>[]
  readonly silents: readonly Extract<RegistryOperation, { kind: 'silent' }>[]
  readonly reports: readonly Extract<RegistryOperation, { kind: 'report' }>[]
  readonly leases: readonly Extract<RegistryOperation, { kind: 'lease' }>[]
}

export function sort(operations: readonly RegistryOperation[]): Sorted {
  return {
    opens: operations.filter((operation) => operation.kind === 'open'),
    pairs: operations.filter((operation) => operation.kind === 'pair'),
    closes: operations.filter((operation) => operation.kind === 'close'),
    nudges: operations.filter((operation) => operation.kind === 'nudge'),
    silents: operations.filter((operation) => operation.kind === 'silent'),
    reports: operations.filter((operation) => operation.kind === 'report'),
    leases: operations.filter((operation) => operation.kind === 'lease'),
  }
}

/** The newest heartbeat of each session. */
export function newestNudges(nudges: Sorted['nudges']): Sorted['nudges'] {
  return [...new Map(nudges.map((nudge) => [nudge.sessionId, nudge])).values()]
}

/** Which sessions answer their heartbeats and which do not, by the newest word on each. */
export function newestHearing(operations: readonly RegistryOperation[]): HearingRow[] {
  const bySession = new Map<string, HearingRow>()
  for (const operation of operations) {
    if (operation.kind !== 'nudge' && operation.kind !== 'silent') continue
    const { sessionId } = operation
    bySession.set(sessionId, { sessionId, isSilent: operation.kind === 'silent' })
  }
  return [...bySession.values()]
}

/** One row per session: of several reports the newest word on each matter. */
export function reportRows(reports: Sorted['reports']): ReportRow[] {
  const rows = new Map<string, ReportRow>()
  for (const { sessionId, role, system, printers } of reports) {
    const before = rows.get(sessionId)
    rows.set(sessionId, {
      sessionId,
      role: role === null ? (before?.role ?? null) : roleNumber(role),
      system: system ?? before?.system ?? null,
      printers: printers === null ? (before?.printers ?? null) : plainPrinters(printers),
    })
  }
  // A report of an assignment alone has nothing for the computer's row.
  return [...rows.values()].filter(({ role, system, printers }) => (role ?? system ?? printers) !== null)
}

/** The newest system report of each computer that is heard. */
export function newestSystems(
  reports: Sorted['reports'],
  reporters: ReadonlyMap<string, number>,
): Map<number, SystemReport> {
  const newest = new Map<number, SystemReport>()
  for (const { sessionId, system } of reports) {
    const computerId = reporters.get(sessionId)
    if (system !== null && computerId !== undefined) newest.set(computerId, system)
  }
  return newest
}

function plainPrinters(printers: PrinterList): PrinterList {
  return printers.map(({ id, name, detail }) => ({ id, name: plainText(name), detail: plainText(detail) }))
}
