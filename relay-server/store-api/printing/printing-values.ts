// What a change of roles or printer changed, as the staff log keeps it: computers by name. Pure.
import type { StaffValues } from '@pharmacy-relay/shared/api/staff-history.ts'
import { roleName } from '@pharmacy-relay/shared/device-role.ts'
import type { ActivePrinter } from './assignment-bodies.ts'
import type { PrintingChange, PrintingPlan, PrintingRow, PrintingState } from './printing-state.ts'

interface Values {
  readonly before: StaffValues | null
  readonly after: StaffValues | null
}

/** The role of the chosen computer, the printer, the standby printer: whichever of them the request was about. */
export function printingValues(
  state: PrintingState,
  plan: Extract<PrintingPlan, { kind: 'change' }>,
  change: PrintingChange,
): Values {
  const nameOf = (id: number): string => state.computers.find((one) => one.id === id)?.pcName ?? ''
  if (change.kind === 'standby')
    return { before: standbyValues(state.printer, nameOf), after: standbyValues(plan.printer, nameOf) }
  if (change.kind === 'first_again') return { before: null, after: null }
  const before = { ...roleIn(state.computers, change.computerId), ...printerValues(state.printer, nameOf) }
  const after = { ...roleIn(plan.rows, change.computerId), ...printerValues(plan.printer, nameOf) }
  return onlyChanges(before, after)
}

/** A role that stays, and a printer that does, are no news. */
function onlyChanges(before: StaffValues, after: StaffValues): Values {
  const names = Object.keys(before).filter((name) => before[name] !== after[name])
  const pick = (values: StaffValues): StaffValues =>
    Object.fromEntries(names.map((name) => [name, values[name] ?? null]))
  return { before: pick(before), after: pick(after) }
}

function roleIn(rows: readonly PrintingRow[], computerId: number): StaffValues {
  const row = rows.find(({ id }) => id === computerId)
  return row === undefined ? {} : { role: roleName(row.role) }
}

function printerValues(printer: ActivePrinter | null, nameOf: (id: number) => string): StaffValues {
  return {
    printerComputer: printer === null ? null : nameOf(printer.printerComputerId),
    printerName: printer?.printerName ?? null,
    tcpPort: printer?.tcpPort ?? null,
  }
}

function standbyValues(printer: ActivePrinter | null, nameOf: (id: number) => string): StaffValues {
  const standby = printer?.standby ?? null
  return {
    standbyComputer: standby === null ? null : nameOf(standby.computerId),
    standbyPrinter: standby?.printerName ?? null,
    afterSeconds: standby?.afterSeconds ?? null,
    goesBack: standby?.return ?? null,
  }
}
