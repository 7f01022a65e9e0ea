// What a computer does with labels at this moment, gathered for `agent status`, the window and the icon.
import type { PrintingStatus } from '../../contract/agent-api.ts'
import { instant } from '@pharmacy-relay/shared/clock.ts'
import { labelNumber } from '@pharmacy-relay/shared/labels/label-number.ts'
import type { PrintJob } from '@pharmacy-relay/shared/print-job.ts'
import type { AssignmentFault, PrinterAssignment } from '@pharmacy-relay/shared/printer-assignment.ts'
import type { Assignments } from '../assignment/assignments.ts'
import type { LinkView } from '../link/sender/link-client.ts'
import type { PrinterTold } from '../link/sender/printer-there.ts'
import type { Board } from '../spool/view/board.ts'
import { explainedLabels } from './job-reasons.ts'
import type { PrintSetup } from './print-setup.ts'
import type { SeenPrinter } from './printer-health.ts'
import type { StandbyFacts, StandbyInUse } from '../standby/standby-rule.ts'

export interface PrintingFacts {
  readonly setup: PrintSetup
  /** The open port; null where none is. */
  readonly port: number | null
  readonly link: LinkView | null
  /** What the PrinterComputer of this Client said of its printer. */
  readonly there: PrinterTold | null
  readonly seen: SeenPrinter | null
  readonly board: Board
  readonly assignments: Pick<Assignments, 'report' | 'newest'>
  /** Null: labels go to the first printer. */
  readonly standbyUse: StandbyInUse | null
  /** Of the printer at the computer with the standby printer, as it said; null: it is here, or nothing is known. */
  readonly standbyTold: PrinterTold | null
  readonly standbyFacts: StandbyFacts
  readonly pausedUntil: string | null
  /** Of a Client, whose assignment names none. */
  readonly clientPort: number
}

export function printingStatus(facts: PrintingFacts): PrintingStatus {
  const { setup, port, link, there, board, assignments, pausedUntil, clientPort } = facts
  // Of a Client it is the standby printer, told apart below.
  const seen = setup.role === 'Client' ? null : facts.seen
  const { role, printer, target } = setup
  const report = assignments.report()
  return {
    role,
    printerName: printer,
    target: target?.computerName ?? null,
    way: wayOf(link),
    tcpPort: port,
    assignmentVersion: assignments.newest()?.version ?? 0,
    failure: report?.state === 'failed' ? report.reason : null,
    failed: report?.state === 'failed' ? failedOf(report, assignments.newest(), clientPort) : null,
    printer: seen === null ? null : printerStatus(seen),
    printerThere: there === null ? null : { ...there.now, heardAt: instant(there.atMs) },
    standby: standbyStatus(facts),
    labels: explainedLabels(board.status(), board.jobs(), seen),
    pausedUntil,
    lastLabel: lastLabelOf(board.newest),
  }
}

function standbyStatus(facts: PrintingFacts): PrintingStatus['standby'] {
  const { setup, seen, standbyUse: use, standbyTold: told, standbyFacts: found } = facts
  const { standby = null } = setup
  if (standby === null) return null
  const { computerName, printer: printerName, target, afterMs, returns } = standby
  const conditions = (target === null ? seen?.conditions : told?.now.conditions) ?? []
  return {
    computerName,
    printerName,
    isHere: target === null,
    isThere: found.isStandbyThere,
    conditions: [...conditions],
    reasons: [...(told?.now.reasons ?? [])],
    afterSeconds: Math.ceil(afterMs / 1_000),
    returns,
    inUse: use === null ? null : { since: instant(use.sinceMs), why: use.why },
  }
}

function failedOf(
  { code, reasons }: AssignmentFault,
  newest: PrinterAssignment | null,
  clientPort: number,
): PrintingStatus['failed'] {
  return { code, reasons, printerName: newest?.printerName ?? null, tcpPort: newest?.tcpPort ?? clientPort }
}

function lastLabelOf(job: PrintJob | null): PrintingStatus['lastLabel'] {
  if (job === null) return null
  const { n, id, state, reasons, changedAt } = job
  return { n, id, number: labelNumber(job), state, reasons, at: changedAt }
}

function wayOf(view: LinkView | null): PrintingStatus['way'] {
  if (view === null) return null
  return { path: view.path, lanFailure: view.lanFailure, hubFailure: view.hubFailure }
}

function printerStatus(seen: SeenPrinter): NonNullable<PrintingStatus['printer']> {
  const said = { conditions: [...seen.conditions], answeredAt: answeredAt(seen) }
  return seen.isOffice ? { ...said, isOffice: true } : said
}

function answeredAt({ reading }: SeenPrinter): string | null {
  return reading === null ? null : instant(reading.atMs)
}
