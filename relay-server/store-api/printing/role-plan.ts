// What becomes of a pharmacy's roles and printer when staff change them: new rows, nothing, or a refusal. Pure.
import type { RoleNumber } from '@pharmacy-relay/shared/device-role.ts'
import { ProblemError } from '@pharmacy-relay/shared/problem.ts'
import { printerText } from '@pharmacy-relay/shared/printer.ts'
import type { ActivePrinter } from './assignment-bodies.ts'
import type {
  ComputerChange,
  PrintingChange,
  PrintingPlan,
  PrintingRow,
  PrintingState,
  StandingComputer,
} from './printing-state.ts'
import { planStandby } from './standby-plan.ts'

type RoleChange = Extract<ComputerChange, { kind: 'role' }>
type PrinterChange = Extract<ComputerChange, { kind: 'printer' }>

/**
 * What is so already changes nothing, whatever version the caller saw: a repeated request is harmless. At most one
 * computer is PrinterComputer; who was it before becomes a Client, also while it is offline.
 */
export function planChange(state: PrintingState, change: PrintingChange, seenVersion: number): PrintingPlan {
  if (change.kind === 'standby' || change.kind === 'first_again')
    return planStandby(state, change, seenVersion === state.version ? null : stale(state.version))
  const computer = state.computers.find(({ id }) => id === change.computerId)
  if (computer === undefined) return refused(unknownComputer(change.kind === 'role' ? 'path' : 'body'))
  if (isSo(state, computer, change)) return { kind: 'unchanged' }
  if (seenVersion !== state.version) return refused(stale(state.version))
  const problem = change.kind === 'role' ? roleProblem(change) : printerProblem(computer, change)
  if (problem !== null) return refused(problem)
  const { pcName } = computer
  return change.kind === 'role'
    ? { kind: 'change', pcName, ...withRole(state, change) }
    : { kind: 'change', pcName, ...withPrinter(state, change) }
}

/** A computer that the pharmacy does not have: named in the path it is not found, in the body the field is wrong. */
export function unknownComputer(where: 'path' | 'body'): ProblemError {
  if (where === 'path') return new ProblemError('not_found', 'This pharmacy has no such computer')
  const errors = [{ path: 'body.computerId', message: 'is no computer of this pharmacy' }]
  return new ProblemError('invalid', 'This pharmacy has no such computer', { errors })
}

export function offline(pcName: string): ProblemError {
  return new ProblemError(
    'device_offline',
    `${pcName} is offline. Switch it on, or wait until it is back, and try again.`,
  )
}

function isSo({ printer }: PrintingState, computer: StandingComputer, change: ComputerChange): boolean {
  if (change.kind === 'role') return computer.role === change.role
  return (
    computer.role === 1 &&
    printer?.printerComputerId === computer.id &&
    printer.printerName === change.printerName &&
    printer.tcpPort === change.tcpPort
  )
}

function roleProblem({ role }: RoleChange): ProblemError | null {
  if (role !== 1) return null
  return new ProblemError(
    'state_conflict',
    'A PrinterComputer needs a printer and a port: choose them and save the printer configuration.',
  )
}

function printerProblem(computer: StandingComputer, { printerName }: PrinterChange): ProblemError | null {
  if (!computer.isOnline) return offline(computer.pcName)
  if (computer.printers?.includes(printerName) === true) return null
  const text = `${computer.pcName} does not report the printer ${printerText(printerName)}. Ask it for its printers again.`
  const errors = [{ path: 'body.printerName', message: 'is no printer that this computer reported' }]
  return new ProblemError('invalid', text, { errors })
}

interface Outcome {
  readonly rows: readonly PrintingRow[]
  readonly printer: ActivePrinter | null
}

function withRole({ printer }: PrintingState, { computerId, role }: RoleChange): Outcome {
  return {
    rows: [withoutPrinter(computerId, role)],
    printer:
      printer?.printerComputerId === computerId
        ? null
        : withoutStandbyAt(printer, role === 2 ? null : computerId),
  }
}

/** A computer that loses its part, or gets the first printer, stands by no more. */
function withoutStandbyAt(printer: ActivePrinter | null, computerId: number | null): ActivePrinter | null {
  const isThere = computerId !== null && printer?.standby?.computerId === computerId
  return printer !== null && isThere ? { ...printer, standby: null } : printer
}

function withPrinter({ computers, printer: old }: PrintingState, change: PrinterChange): Outcome {
  const { computerId, printerName, tcpPort } = change
  const standby = withoutStandbyAt(old, computerId)?.standby ?? null
  const before = computers.filter(({ id, role }) => role === 1 && id !== computerId)
  return {
    rows: [
      ...before.map(({ id }) => withoutPrinter(id, 2)),
      { id: computerId, role: 1, printerName, tcpPort },
    ],
    printer: {
      printerComputerId: computerId,
      printerName,
      tcpPort,
      ...(standby === null ? {} : { standby }),
    },
  }
}

function withoutPrinter(id: number, role: RoleNumber): PrintingRow {
  return { id, role, printerName: null, tcpPort: null }
}

function stale(version: number): ProblemError {
  return new ProblemError(
    'version_stale',
    `Somebody else changed roles or printer of this pharmacy in the meantime; they are at version ${version} now. Load it again.`,
  )
}

function refused(problem: ProblemError): PrintingPlan {
  return { kind: 'refused', problem }
}
