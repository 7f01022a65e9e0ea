// What staff want of one device now: its printers, a test label, its jobs, its diagnosis. Addressed by session, so that it reaches no other.
import type { Diagnosis } from '@pharmacy-relay/shared/diagnosis.ts'
import type { PrintJob } from '@pharmacy-relay/shared/print-job.ts'
import type { PrinterList } from '@pharmacy-relay/shared/printer.ts'
import { HubError } from '@pharmacy-relay/shared/hub/request-reply.ts'
import { inWindow } from './in-window.ts'
import type { Session } from './session.ts'
import type { SessionTable } from './session-table.ts'
import type { HubSettings } from './settings.ts'

export interface StaffRequestsParts {
  readonly table: SessionTable
  readonly settings: HubSettings
}

/**
 * Each throws HubError: PEER_OFFLINE (no such session here), PEER_GONE (left before it answered), QUEUE_FULL, TIMEOUT
 * after `staffRequestTimeoutMs`, INVALID (the answer is not what was asked for), or the device's own refusal.
 */
export class StaffRequests {
  readonly #parts: StaffRequestsParts

  constructor(parts: StaffRequestsParts) {
    this.#parts = parts
  }

  async printers(sessionId: string): Promise<PrinterList> {
    const session = this.#session(sessionId)
    return this.#inWindow(session, async (timeoutMs) =>
      session.socket.ask({ event: 'ListPrintersAsync', args: [], timeoutMs }),
    )
  }

  /** On TIMEOUT the label may still come out. */
  async testLabel(sessionId: string): Promise<PrintJob> {
    const session = this.#session(sessionId)
    return this.#inWindow(session, async (timeoutMs) =>
      session.socket.ask({ event: 'PrintTestLabelAsync', args: [], timeoutMs }),
    )
  }

  async jobs(sessionId: string, limit: number): Promise<PrintJob[]> {
    const session = this.#session(sessionId)
    return this.#inWindow(session, async (timeoutMs) =>
      session.socket.ask({ event: 'ListJobsAsync', args: [limit], timeoutMs }),
    )
  }

  /** On TIMEOUT the job may be cancelled all the same; asked again, it is cancelled once. */
  async cancelJob(sessionId: string, jobId: string): Promise<PrintJob> {
    const session = this.#session(sessionId)
    return this.#inWindow(session, async (timeoutMs) =>
      session.socket.ask({ event: 'CancelJobAsync', args: [jobId], timeoutMs }),
    )
  }

  async diagnosis(sessionId: string): Promise<Diagnosis> {
    const session = this.#session(sessionId)
    return this.#inWindow(session, async (timeoutMs) =>
      session.socket.ask({ event: 'CollectDiagnosticsAsync', args: [], timeoutMs }),
    )
  }

  #session(sessionId: string): Session {
    const session = this.#parts.table.find(sessionId)
    if (session?.socket.usable !== true) throw new HubError('PEER_OFFLINE', 'That device is offline')
    return session
  }

  async #inWindow<T>(session: Session, work: (timeoutMs: number) => Promise<T>): Promise<T> {
    const { maxStaffRequestsPerDevice, staffRequestTimeoutMs } = this.#parts.settings
    return inWindow(session.staffRequests, maxStaffRequestsPerDevice, async () => work(staffRequestTimeoutMs))
  }
}
