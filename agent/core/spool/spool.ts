// The durable queue of labels: what it has accepted survives a power cut, goes out in order, and never twice by itself.
//
//   accept ─▶ committed ─▶ lane ─▶ `sending` committed ─▶ bytes ─▶ outcome committed
//                │                                          └─ crash: recovery asks the printer, or a person
//                └─ held: a person says print anyway or cancels
import type { LabelsStatus } from '@pharmacy-relay/shared/agent-api.ts'
import type { Clock } from '@pharmacy-relay/shared/clock.ts'
import type { Logger } from '@pharmacy-relay/shared/logger.ts'
import { ProblemError } from '@pharmacy-relay/shared/problem.ts'
import type { RemoteState } from '@pharmacy-relay/shared/job-link.ts'
import type { JobTrace, PrintJob } from '@pharmacy-relay/shared/print-job.ts'
import { failpoint } from '../failpoint.ts'
import { copiesOf } from '../languages/copies.ts'
import { arrivalDesk, type AcceptedJob, type ArrivalDeskParts } from './arrival-desk.ts'
import { reasonToHold, type Arrival } from './arrival.ts'
import type { ArrivalDesk, ForwardedDesk, RemoteNews } from './forwarding.ts'
import { IdleLook } from './idle-look.ts'
import { jobView, traceView } from './job-view.ts'
import { canDecide, judgeBreak, type Doubt, type JudgingParts } from './judging.ts'
import { Lanes } from './lanes.ts'
import { Ledger } from './ledger.ts'
import { Mirror } from './mirror.ts'
import { Odometers } from './odometers.ts'
import { People } from './people.ts'
import { recover, type RecoveryParts } from './recovery.ts'
import { findJob } from './refusals.ts'
import type { Route } from './route.ts'
import type { JobRow, SpoolStore } from './spool-store.ts'

export interface SpoolParts
  extends Pick<RecoveryParts, 'lookAt' | 'canLook' | 'pauseEndedAtMs'>, Pick<ArrivalDeskParts, 'judge'> {
  readonly store: SpoolStore
  readonly route: () => Route
  readonly clock: Clock
  readonly random: () => number
  readonly newId: () => string
  /** Hears of every change, after its commit. */
  readonly onChange: (job: PrintJob) => void
  /** Hears of every change of a job that came from another computer, after its commit. */
  readonly onRemoteNews: (news: RemoteNews) => void
  readonly logger: Logger
}

export class Spool {
  readonly people: People
  /** For labels that come by the job link. */
  readonly arrivals: ArrivalDesk
  /** For what becomes of labels that left by it. */
  readonly forwarded: ForwardedDesk
  readonly #parts: SpoolParts
  readonly #ledger: Ledger
  readonly #lanes: Lanes
  readonly #idleLook: IdleLook
  readonly #odometers = new Odometers()
  readonly #stop = new AbortController()
  #ready: Promise<void> | null = null

  constructor(parts: SpoolParts) {
    this.#parts = parts
    this.#ledger = new Ledger(parts)
    this.#idleLook = new IdleLook({ ...parts, odometers: this.#odometers, signal: this.#stop.signal })
    this.#lanes = new Lanes({
      ...{ ...parts, ledger: this.#ledger, odometers: this.#odometers },
      onIdle: (destination) => this.#idleLook.idle(destination),
      onBusy: () => this.#idleLook.busy(),
      onNews: (id, now) => this.#keepNews(id, now),
      canJudge: (doubt) => canDecide(doubt) && parts.canLook(doubt.destination),
      onDoubt: (doubt) => this.#judge(doubt),
    })
    this.people = new People({
      ...{ ...parts, ledger: this.#ledger, lanes: this.#lanes },
      ready: async () => this.#started(),
    })
    this.forwarded = new Mirror({
      ...{ ...parts, ledger: this.#ledger, ready: async () => this.#started() },
      keepNews: (id, now) => this.#lanes.keepNews(id, now),
      exclusively: async (work) => this.people.exclusively(work),
    })
    this.arrivals = arrivalDesk({
      ...{ ...parts, ready: async () => this.#open() },
      takeIn: async (job, payload) => this.#takeIn(job, payload),
    })
  }

  /** Takes up what the last process left; resolves once every job stands where it is shown. Throws what the store throws. */
  async start(): Promise<void> {
    this.#ready ??= recover({ ...this.#judging(), ...this.#parts, lanes: this.#lanes })
    await this.#ready
    this.#lanes.go()
  }

  /**
   * Committed when it resolves. The payload is overwritten then, also when it was refused. Throws ProblemError invalid
   * (empty) and unavailable (full, not started yet, or stopping).
   */
  async accept(arrival: Arrival): Promise<PrintJob> {
    const { payload } = arrival
    try {
      return jobView(await this.#accept(arrival))
    } finally {
      payload.fill(0)
    }
  }

  /** Newest first. */
  async list(limit: number): Promise<PrintJob[]> {
    return (await this.#parts.store.list(limit)).map(jobView)
  }

  /** `ref`: number or id. Throws ProblemError not_found. */
  async trace(ref: string): Promise<JobTrace> {
    const row = await findJob(this.#parts.store, ref)
    return traceView(row, await this.#parts.store.trace(row.id))
  }

  /** Labels that go on by themselves and have not left. */
  waiting(): number {
    return this.#lanes.waiting()
  }

  /** What did not leave, in a few numbers. */
  labels(): LabelsStatus {
    return this.#ledger.board.status()
  }

  /** Jobs that are under way or wait for somebody. */
  openJobs(): PrintJob[] {
    return this.#ledger.board.jobs()
  }

  /** Labels may have somewhere to go again: tries at once. */
  routeChanged(): void {
    this.#lanes.routeChanged()
    const route = this.#parts.route()
    if (route.kind === 'printer' && this.waiting() === 0) this.#idleLook.idle(route.destination)
  }

  /** A pause began or is over; then the time to live of what waited begins anew. */
  pauseChanged(isPaused: boolean): void {
    if (!isPaused) this.#lanes.renew(this.#parts.clock.monotonicMs())
    this.routeChanged()
  }

  /**
   * Called before somebody asks a printer; what it answers takes the label counter that was read while the printer was
   * idle, for the next label to be compared with.
   */
  reading(destination: string): (counter: number) => void {
    return this.#idleLook.reading(destination)
  }

  /** Labels that wait are printed only when a person says so: see Lanes.holdWaiting. The route is away before. */
  async holdWaiting(reason: string): Promise<void> {
    await this.#started()
    // Not exclusively: who judges a label wants that himself.
    await this.#lanes.quiet()
    await this.people.exclusively(async () => this.#lanes.holdWaiting(reason))
  }

  /** No label begins at a printer before `until` has settled; resolves once none is being sent. All are accepted. */
  async rest(until: Promise<unknown>): Promise<void> {
    await this.#lanes.rest(until)
  }

  /** Resolves once no label is on its way to the route that held when this was asked. */
  async settled(): Promise<void> {
    await this.#lanes.settled()
  }

  /** Breaks off a label that is being sent. What waits stays in the store, which is the caller's to close. */
  async stop(): Promise<void> {
    this.#stop.abort(new Error('the agent stops'))
    this.#idleLook.busy()
    await this.#ready?.catch(() => undefined)
    await this.#lanes.stop()
    await this.people.exclusively(async () => undefined)
    await this.#ledger.stop()
  }

  async #started(): Promise<void> {
    if (this.#ready === null) throw new ProblemError('unavailable', 'The agent is starting')
    await this.#ready
  }

  async #open(): Promise<void> {
    await this.#started()
    if (this.#stop.signal.aborted) throw new ProblemError('unavailable', 'The agent stops')
  }

  /** No label begins meanwhile. */
  #judge(doubt: Doubt): void {
    this.#lanes.hold(judgeBreak(doubt, this.#judging()))
  }

  #judging(): JudgingParts {
    return {
      ...{ ...this.#parts, ledger: this.#ledger, lanes: this.#lanes, odometers: this.#odometers },
      exclusively: async (work) => this.people.exclusively(work),
      signal: this.#stop.signal,
    }
  }

  #keepNews(id: string, now: RemoteState): void {
    this.forwarded
      .mirror(id, now)
      .catch((error: unknown) => this.#parts.logger.error('spool.news-not-kept', error, { job: id }))
  }

  async #accept(arrival: Arrival): Promise<JobRow> {
    const { payload, sender, endedBy, verdict } = arrival
    await this.#open()
    const { clock, newId } = this.#parts
    const holdReason = reasonToHold(arrival)
    const isChecked = verdict.isComplete !== null
    const facts = {
      ...{ id: newId(), sender, endedBy, language: verdict.language, isComplete: verdict.isComplete },
      ...{ copies: copiesOf(payload, verdict.language), reprint: null, acceptedAtMs: clock.wallMs() },
      target: holdReason === null ? this.#lanes.target() : null,
    }
    failpoint('FP1')
    const row = await (holdReason === null
      ? this.#takeIn({ ...facts, state: 'accepted', reason: isChecked ? '' : verdict.reason }, payload)
      : this.#ledger.accept({ ...facts, state: 'held', reason: holdReason }, payload))
    failpoint('FP2')
    return row
  }

  async #takeIn(job: AcceptedJob, payload: Uint8Array): Promise<JobRow> {
    const ledger = this.#ledger
    return this.#lanes.takeIn(payload, async (start) =>
      start === null
        ? { accepted: await ledger.accept(job, payload), sending: null }
        : ledger.acceptAndStart(job, payload, start),
    )
  }
}
