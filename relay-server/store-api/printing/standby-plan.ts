// What becomes of a pharmacy's standby printer when staff choose it, take it away, or want the first one used again. Pure.
import type { StandbyPrinter } from '@pharmacy-relay/shared/api/relay-panel.ts'
import { ProblemError } from '@pharmacy-relay/shared/problem.ts'
import { printerText } from '@pharmacy-relay/shared/printer.ts'
import type { ActivePrinter } from './assignment-bodies.ts'
import type { PrintingPlan, PrintingState, StandbyRequest, StandingComputer } from './printing-state.ts'

/** As planChange. `stale`: the caller did not see what is there now. */
export function planStandby(
  state: PrintingState,
  change: StandbyRequest,
  stale: ProblemError | null,
): PrintingPlan {
  if (change.kind === 'first_again') return planFirstAgain(state, stale)
  const { standby } = change
  return standby === null ? planRemoval(state, stale) : planChoice(state, standby, stale)
}

function planRemoval({ printer, computers }: PrintingState, stale: ProblemError | null): PrintingPlan {
  const before = printer?.standby ?? null
  if (printer === null || before === null) return { kind: 'unchanged' }
  if (stale !== null) return refused(stale)
  const pcName = computers.find(({ id }) => id === before.computerId)?.pcName ?? ''
  return { kind: 'change', pcName, rows: [], printer: { ...printer, standby: null } }
}

function planFirstAgain({ printer, computers }: PrintingState, stale: ProblemError | null): PrintingPlan {
  const standby = printer?.standby ?? null
  if (printer === null || standby === null) return refused(conflict('This pharmacy has no standby printer.'))
  if (stale !== null) return refused(stale)
  const pcName = computers.find(({ id }) => id === printer.printerComputerId)?.pcName ?? ''
  const again = { ...standby, firstAgain: standby.firstAgain + 1 }
  return { kind: 'change', pcName, rows: [], printer: { ...printer, standby: again } }
}

function planChoice(
  { printer, computers }: PrintingState,
  standby: StandbyPrinter,
  stale: ProblemError | null,
): PrintingPlan {
  const computer = computers.find(({ id }) => id === standby.computerId)
  if (computer === undefined) return refused(faulty('computerId', 'is no computer of this pharmacy'))
  if (isSo(printer, standby, computer)) return { kind: 'unchanged' }
  if (stale !== null) return refused(stale)
  if (printer === null)
    return refused(conflict('Choose the PrinterComputer first: a standby printer stands in for its printer.'))
  const problem = problemOf({ computers, printer }, computer, standby)
  if (problem !== null) return refused(problem)
  const firstAgain = printer.standby?.firstAgain ?? 0
  const rows =
    computer.role === 2 ? [] : [{ id: computer.id, role: 2 as const, printerName: null, tcpPort: null }]
  return {
    kind: 'change',
    pcName: computer.pcName,
    rows,
    printer: { ...printer, standby: { ...standby, firstAgain } },
  }
}

function isSo(printer: ActivePrinter | null, standby: StandbyPrinter, { role }: StandingComputer): boolean {
  const now = printer?.standby ?? null
  return (
    now !== null &&
    role === 2 &&
    now.computerId === standby.computerId &&
    now.printerName === standby.printerName &&
    now.afterSeconds === standby.afterSeconds &&
    now.return === standby.return
  )
}

/** Agents know each other by name on labels: two of one name could not be told apart. */
function problemOf(
  { computers, printer }: Pick<PrintingState, 'computers'> & { readonly printer: ActivePrinter },
  computer: StandingComputer,
  { printerName }: StandbyPrinter,
): ProblemError | null {
  const first = computers.find(({ id }) => id === printer.printerComputerId)
  if (computer.id === printer.printerComputerId || computer.role === 1)
    return conflict(`${computer.pcName} has the first printer: choose another computer for the standby.`)
  if (first?.pcName === computer.pcName)
    return conflict(`Two computers are called ${computer.pcName}: rename one of them first.`)
  if (!computer.isOnline)
    return new ProblemError(
      'device_offline',
      `${computer.pcName} is offline. Switch it on, or wait until it is back, and try again.`,
    )
  if (computer.printers?.includes(printerName) === true) return null
  const text = `${computer.pcName} does not report the printer ${printerText(printerName)}. Ask it for its printers again.`
  const errors = [{ path: 'body.standby.printerName', message: 'is no printer that this computer reported' }]
  return new ProblemError('invalid', text, { errors })
}

function faulty(field: string, message: string): ProblemError {
  const errors = [{ path: `body.standby.${field}`, message }]
  return new ProblemError('invalid', 'This pharmacy has no such computer', { errors })
}

function conflict(text: string): ProblemError {
  return new ProblemError('state_conflict', text)
}

function refused(problem: ProblemError): PrintingPlan {
  return { kind: 'refused', problem }
}
