// Tells the hub, within one session, what it has not heard yet: system, role, printers, what became of the assignment, jobs.
//
// Each report is compared with the one that the hub answered last, so that telling too often costs nothing. One that
// failed is told again, unless the hub would say the same again.
import type { DeviceRegistration, SystemReport } from '@pharmacy-relay/shared/device.ts'
import { IRelayHub } from '@pharmacy-relay/shared/hub/relay-hub.ts'
import {
  ask,
  HUB_CODES,
  HubError,
  type ArgsIn,
  type EventSocket,
} from '@pharmacy-relay/shared/hub/request-reply.ts'
import type { Logger } from '@pharmacy-relay/shared/logger.ts'
import type { Cancel, Clock } from '@pharmacy-relay/shared/clock.ts'
import type { PrintingService } from './printing-service.ts'

export interface SessionReportsParts {
  readonly socket: EventSocket
  /** Told with the registration already. */
  readonly role: DeviceRegistration['role']
  readonly systemReport: () => SystemReport
  readonly printing: Pick<PrintingService, 'role' | 'printers' | 'config' | 'jobs' | 'toldJobs'>
  readonly clock: Clock
  readonly logger: Logger
}

type ReportEvent =
  | 'ReportSystemAsync'
  | 'UpdateRoleAsync'
  | 'ReportPrintersAsync'
  | 'ReportConfigAsync'
  | 'ReportJobsAsync'
type Report = {
  readonly [E in ReportEvent]: { readonly event: E; readonly args: ArgsIn<(typeof IRelayHub)[E]> }
}[ReportEvent]

const ASK_TIMEOUT_MS = 10_000
const AGAIN_MS = 30_000

export class SessionReports {
  readonly #parts: SessionReportsParts
  /** As JSON; what became of an assignment, and of jobs, as the object itself. */
  readonly #told = new Map<ReportEvent, unknown>()
  #isTelling = false
  #isDue = false
  #hasEnded = false
  #cancel: Cancel = () => undefined

  constructor(parts: SessionReportsParts) {
    this.#parts = parts
    this.#told.set('UpdateRoleAsync', JSON.stringify([parts.role]))
  }

  /** Something may have changed. */
  tell(): void {
    this.#isDue = true
    if (!this.#isTelling) void this.#run()
  }

  /** The session is over. */
  end(): void {
    this.#hasEnded = true
    this.#cancel()
  }

  async #run(): Promise<void> {
    this.#isTelling = true
    while (this.#isDue && !this.#hasEnded) {
      this.#isDue = false
      this.#cancel()
      for (const report of this.#present()) await this.#send(report)
    }
    this.#isTelling = false
  }

  #present(): Report[] {
    const { systemReport, printing } = this.#parts
    const [printers, config, jobs] = [printing.printers(), printing.config(), printing.jobs()]
    const reports: Report[] = [
      { event: 'ReportSystemAsync', args: [systemReport()] },
      { event: 'UpdateRoleAsync', args: [printing.role()] },
    ]
    if (printers !== null) reports.push({ event: 'ReportPrintersAsync', args: [printers] })
    if (config !== null) reports.push({ event: 'ReportConfigAsync', args: [config] })
    if (jobs !== null) reports.push({ event: 'ReportJobsAsync', args: [jobs] })
    return reports
  }

  async #send(report: Report): Promise<void> {
    const { event, args } = report
    const told = wordOf(report)
    if (this.#hasEnded || this.#told.get(event) === told) return
    const { socket, printing, logger, clock } = this.#parts
    try {
      await ask(socket, IRelayHub, { event, args, timeoutMs: ASK_TIMEOUT_MS })
      this.#told.set(event, told)
      if (report.event === 'ReportJobsAsync') printing.toldJobs(report.args[0])
    } catch (error) {
      if (!(error instanceof HubError)) throw error
      if (this.#hasEnded) return
      logger.warn('relay.report-failed', { event, code: error.code, message: error.message })
      if (HUB_CODES[error.code] === 'final') {
        this.#told.set(event, told)
        return
      }
      this.#cancel()
      this.#cancel = clock.after(AGAIN_MS, () => this.tell())
    }
  }
}

/** What is compared with the word before; an object of its own is told again although it says the same. */
function wordOf({ event, args }: Report): unknown {
  // An assignment that comes again has an outcome again.
  return event === 'ReportConfigAsync' || event === 'ReportJobsAsync' ? args[0] : JSON.stringify(args)
}
