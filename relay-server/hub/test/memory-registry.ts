// For tests: the registry of sessions in memory, with switches for what goes wrong in the real one.
import { createHash, randomUUID } from 'node:crypto'
import type { OpenedSession, Redirect } from '@pharmacy-relay/shared/api/relay-registry.ts'
import type { CloseReason } from '@pharmacy-relay/shared/device.ts'
import type { ConfigProgress, PrinterAssignment } from '@pharmacy-relay/shared/printer-assignment.ts'
import { HubError, type HubCode } from '@pharmacy-relay/shared/hub/request-reply.ts'
import type { PairingAnswer } from '@pharmacy-relay/shared/pairing.ts'
import type {
  LeaseRequest,
  NudgeRequest,
  OpenRequest,
  PairRequest,
  Registry,
  ReportRequest,
} from '../registry/registry.ts'

export interface MemoryRow {
  readonly opened: OpenedSession
  closed: CloseReason | null
}

export class MemoryRegistry implements Registry {
  readonly hubId = randomUUID()
  readonly rowBySession = new Map<string, MemoryRow>()
  readonly opens: OpenRequest[] = []
  readonly pairs: PairRequest[] = []
  /** What each code answers; any other is refused. */
  readonly answerByCode = new Map<string, PairingAnswer>()
  /** What `open` answers to an install id instead of a session. */
  readonly redirectByInstall = new Map<string, Omit<Redirect, 'kind'>>()
  readonly nudges: NudgeRequest[] = []
  /** Sessions said to be silent, each time it was said. */
  readonly silents: string[] = []
  /** What devices reported of themselves. */
  readonly reports: ReportRequest[] = []
  /** How far assignments have come, in the order in which it was told. */
  readonly progress: { readonly sessionId: string; readonly config: ConfigProgress }[] = []
  readonly leases: LeaseRequest[] = []
  /** How `open` refuses an install id. */
  readonly refusalByInstall = new Map<string, HubCode>()
  /** The assignment that an install id gets with its session; without an entry, to print nothing. */
  readonly assignmentByInstall = new Map<string, PrinterAssignment>()
  /** Leases fail while it is set. */
  leaseFailing = false
  /** Every open, and every lease, waits for it. */
  gate: Promise<void> = Promise.resolve()
  leaseGate: Promise<void> = Promise.resolve()
  readonly #computerByInstall = new Map<string, { readonly id: number; connSeq: number }>()
  readonly #connSeqBefore: number

  /** `connSeqBefore`: that of every device's last session at another hub. */
  constructor(connSeqBefore = 0) {
    this.#connSeqBefore = connSeqBefore
  }

  async pair(request: PairRequest): Promise<PairingAnswer> {
    this.pairs.push(request)
    await this.gate
    const answer = this.answerByCode.get(request.request.code)
    if (answer === undefined) throw new HubError('PAIRING_REFUSED', 'Refused: PAIRING_REFUSED')
    return answer
  }

  async open(request: OpenRequest): Promise<OpenedSession | Redirect> {
    this.opens.push(request)
    await this.gate
    const { hello, registration, sessionId } = request
    const refusal = this.refusalByInstall.get(hello.installId)
    if (refusal !== undefined) throw new HubError(refusal, `Refused: ${refusal}`)
    const redirect = this.redirectByInstall.get(hello.installId)
    if (redirect !== undefined) return { kind: 'redirect', ...redirect }
    const computer = this.#computerByInstall.get(hello.installId) ?? {
      id: this.#computerByInstall.size + 1,
      connSeq: this.#connSeqBefore,
    }
    this.#computerByInstall.set(hello.installId, computer)
    computer.connSeq += 1
    const opened: OpenedSession = {
      kind: 'open',
      sessionId,
      customerId: registration.pharmacyId,
      computerId: computer.id,
      deviceKey: deviceKeyOf(registration.pharmacyId, hello.installId),
      connSeq: computer.connSeq,
      assignment: this.assignmentByInstall.get(hello.installId) ?? assignmentOf(1),
    }
    this.rowBySession.set(sessionId, { opened, closed: null })
    return opened
  }

  async close(request: { readonly sessionId: string; readonly reason: CloseReason }): Promise<void> {
    const row = this.rowBySession.get(request.sessionId)
    if (row !== undefined) row.closed ??= request.reason
  }

  async nudge(request: NudgeRequest): Promise<void> {
    this.nudges.push(request)
  }

  async silent({ sessionId }: { readonly sessionId: string }): Promise<void> {
    this.silents.push(sessionId)
  }

  async report(request: ReportRequest): Promise<void> {
    const { sessionId, config } = request
    if (config === null) this.reports.push(request)
    else this.progress.push({ sessionId, config })
  }

  async lease(request: LeaseRequest): Promise<{ kind: 'lease'; leaseUntil: string; missing: string[] }> {
    if (this.leaseFailing) throw new HubError('UNAVAILABLE', 'The registry is away')
    this.leases.push(request)
    await this.leaseGate
    const missing = (request.sessionIds ?? []).filter((id) => this.rowBySession.get(id)?.closed !== null)
    return { kind: 'lease', leaseUntil: new Date().toISOString(), missing }
  }

  /** As the sweeper does when the lease lapsed. */
  loseRows(): void {
    for (const row of this.rowBySession.values()) row.closed ??= 'hub_lost'
  }

  /** Why the row of a session was closed; null while it is open, 'none' when there is no row. */
  closeReasonOf(sessionId: string): CloseReason | 'none' | null {
    const row = this.rowBySession.get(sessionId)
    return row === undefined ? 'none' : row.closed
  }

  openRows(): MemoryRow[] {
    return [...this.rowBySession.values()].filter((row) => row.closed === null)
  }
}

/** The device key the registry will give to an installation. */
export function deviceKeyOf(customerId: number, installId: string): string {
  return createHash('sha256').update(`${customerId} ${installId}`).digest('hex')
}

/** An assignment of this version: to print nothing, unless `changes` say more. */
export function assignmentOf(version: number, changes: Partial<PrinterAssignment> = {}): PrinterAssignment {
  const hash = createHash('sha256').update(`assignment ${version}`).digest('hex')
  return {
    version,
    hash,
    role: 'None',
    printerName: null,
    tcpPort: null,
    target: null,
    clients: [],
    standby: null,
    ...changes,
  }
}
