// Keeps what the hub assigns and makes this computer do it: checks first, then applies, and says what became of it.
//
//   received ─▶ kept (SQLite) ─▶ setup ─▶ printer there? port free? ─┬─▶ at work, kept as such ─▶ applied: none on the old way
//                                  ▲                                 └─▶ failed: the one before goes on
//                                  └── every 30 s, where a port is taken every 5 s, and when printers or settings changed
import type { Database } from 'better-sqlite3'
import { instant, type Cancel, type Clock } from '@pharmacy-relay/shared/clock.ts'
import { reason } from '@pharmacy-relay/shared/reasons/make-reason.ts'
import { reasonDetail } from '@pharmacy-relay/shared/reasons/reason-text.ts'
import type { Logger } from '@pharmacy-relay/shared/logger.ts'
import type { ConfigReport, PrinterAssignment } from '@pharmacy-relay/shared/printer-assignment.ts'
import { ListenError } from '../intake/listen-error.ts'
import type { PrintSetup } from '../printing/print-setup.ts'
import { assignedSetup, type Refused, type SetupRules } from './assigned-setup.ts'
import { newestIsApplied, removeAssignments, storedAssignment, storeNewest } from './assignment.queries.ts'
import { unusablePrinter, type PrintersToCheck } from './printer-check.ts'
import type { ReceivedAssignment } from './received-assignment.ts'

export interface AssignmentsParts {
  readonly database: Database
  readonly clock: Clock
  readonly logger: Logger
  readonly rules: () => SetupRules
  readonly printers: PrintersToCheck
  /** Resolves once labels go the new way; throws ListenError, and then the old setup stays. */
  readonly apply: (setup: PrintSetup) => Promise<unknown>
  /** Resolves once no label is on the old way any more, which a printer that stalls delays by minutes. */
  readonly settled: () => Promise<void>
  /** The report or what this computer does has changed. */
  readonly onChange: () => void
}

/**
 * A printer that is plugged in again, and whatever else it failed of: how long it takes at most to be noticed. A port that is
 * let go tells nobody, and to ask for it costs little.
 */
export const RETRY_MS = { port: 5_000, other: 30_000 }
const MAX_REASON = 500
const NO_PART: PrintSetup = { role: 'None', printer: null, target: null, listen: null }

export class Assignments {
  readonly #parts: AssignmentsParts
  #newest: PrinterAssignment | null
  #applied: PrinterAssignment | null
  #report: ConfigReport | null = null
  /** Counts the tries; what a try says late does not count any more. */
  #tries = 0
  #isDue = false
  #isResumeDue = false
  #isRunning = false
  #isStopped = false
  #cancelRetry: Cancel = () => undefined

  constructor(parts: AssignmentsParts) {
    this.#parts = parts
    this.#newest = storedAssignment(parts.database, 'newest')
    this.#applied = storedAssignment(parts.database, 'applied')
  }

  /** Goes on with what was applied last, also without a hub; the newest is then checked without being waited for. */
  async start(): Promise<void> {
    await this.#resume()
    this.#again()
  }

  /** Safe on the disk when it returns; what becomes of it is reported. It replaces every earlier one. */
  receive({ assignment, document }: ReceivedAssignment): void {
    const { database, clock, logger } = this.#parts
    storeNewest(database, document, instant(clock.wallMs()))
    this.#newest = assignment
    this.#report = null
    logger.info('assignment.received', { version: assignment.version, role: assignment.role })
    this.#again()
  }

  /** This computer belongs elsewhere now: it has no role until the next assignment comes. */
  async forget(): Promise<void> {
    const { database, logger, apply, onChange } = this.#parts
    removeAssignments(database)
    this.#newest = this.#applied = this.#report = null
    this.#tries += 1
    this.#cancelRetry()
    logger.info('assignment.forgotten')
    await apply(NO_PART)
    onChange()
  }

  /** The printer that was missing may be there. */
  printersChanged(): void {
    if (this.#report?.state === 'failed') this.#again()
  }

  /** They count for what runs already, and for the newest. */
  settingsChanged(): void {
    this.#isResumeDue = true
    this.#again()
  }

  newest(): PrinterAssignment | null {
    return this.#newest
  }

  /** Of this computer in its pharmacy; null: it was given none yet. */
  letter(): string | null {
    return this.#newest?.computerLetter ?? null
  }

  /** What became of the newest; null while that is not known. */
  report(): ConfigReport | null {
    return this.#report
  }

  stop(): void {
    this.#isStopped = true
    this.#cancelRetry()
  }

  #again(): void {
    this.#isDue = true
    if (!this.#isRunning) void this.#run()
  }

  /** One after the other, and of those that came meanwhile only the newest. */
  async #run(): Promise<void> {
    this.#isRunning = true
    while (this.#isDue && !this.#isStopped) {
      this.#isDue = false
      this.#cancelRetry()
      if (this.#isResumeDue) await this.#resume()
      if (this.#newest !== null) await this.#settle(this.#newest)
    }
    this.#isRunning = false
  }

  async #settle(assignment: PrinterAssignment): Promise<void> {
    const thisTry = (this.#tries += 1)
    const refused = await this.#attempt(assignment)
    if (this.#isStopped || assignment !== this.#newest) return
    if (refused === null) return void this.#tellWhenSettled(assignment, thisTry)
    this.#tell(reportOf(assignment, refused))
    const retryMs = refused.code === 'port_taken' ? RETRY_MS.port : RETRY_MS.other
    this.#cancelRetry = this.#parts.clock.after(retryMs, () => this.#again())
  }

  /** An assignment that comes meanwhile is not kept waiting by a label that is stuck on the old way. */
  async #tellWhenSettled(assignment: PrinterAssignment, thisTry: number): Promise<void> {
    // What this computer does has changed already.
    this.#parts.onChange()
    await this.#parts.settled()
    if (thisTry === this.#tries && assignment === this.#newest) this.#tell(reportOf(assignment, null))
  }

  /** The same object while there is no news, so that a failure is neither told nor logged at each try. */
  #tell(report: ConfigReport): void {
    const isNews = JSON.stringify(report) !== JSON.stringify(this.#report)
    if (isNews) this.#report = report
    if (isNews && report.state === 'failed') {
      const { version, code, reason } = report
      this.#parts.logger.warn('assignment.failed', { version, code, reason })
    }
    this.#parts.onChange()
  }

  /** Null when it is at work. */
  async #attempt(assignment: PrinterAssignment): Promise<Refused | null> {
    const { database, clock, logger, printers, rules } = this.#parts
    try {
      const found = assignedSetup(assignment, rules())
      if ('code' in found) return found
      const unusable = await unusablePrinter(found.setup, printers, rules())
      // One that came meanwhile replaces this one before it ever was at work.
      if (unusable !== null || this.#isStopped || assignment !== this.#newest) return unusable
      await this.#parts.apply(found.setup)
      if (this.#isStopped || assignment !== this.#newest || isSame(assignment, this.#applied)) return null
      newestIsApplied(database, instant(clock.wallMs()))
      this.#applied = assignment
      logger.info('assignment.applied', { version: assignment.version, role: assignment.role })
      return null
    } catch (error) {
      if (error instanceof ListenError) return { code: error.fault, reasons: [error.reason] }
      logger.error('assignment.not-applied', error, { version: assignment.version })
      return { code: 'internal', reasons: [reason('assignment_failed', {})] }
    }
  }

  /** A printer that is away does not matter here: labels are taken in and wait for it. */
  async #resume(): Promise<void> {
    const { rules, apply, logger, onChange } = this.#parts
    this.#isResumeDue = false
    if (this.#applied === null || this.#isStopped) return
    try {
      const found = assignedSetup(this.#applied, rules())
      if ('setup' in found) await apply(found.setup)
      else logger.warn('assignment.not-resumed', { code: found.code, reason: reasonDetail(found.reasons) })
    } catch (error) {
      // Tried again with the newest: the port may be free by then.
      this.#isResumeDue = true
      logger.error('assignment.not-resumed', error)
    }
    onChange()
  }
}

function reportOf({ version, hash }: PrinterAssignment, refused: Refused | null): ConfigReport {
  if (refused === null) return { version, hash, state: 'applied' }
  const { code, reasons } = refused
  const said = reasonDetail(reasons)
  const text = (said.charAt(0).toUpperCase() + said.slice(1)).slice(0, MAX_REASON)
  return { version, hash, state: 'failed', code, reason: text, reasons: [...reasons] }
}

function isSame(one: PrinterAssignment, other: PrinterAssignment | null): boolean {
  return one.version === other?.version && one.hash === other.hash
}
