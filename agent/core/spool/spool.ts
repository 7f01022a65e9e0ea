// The durable queue of labels: what it has accepted survives a power cut, goes out in order, and never twice by itself.
//
//   accept ─▶ committed ─▶ dispatcher ─▶ `sending` committed ─▶ bytes ─▶ outcome committed
//                │                                          └─ crash: recovery asks the printer, or a person
//                └─ held: a person says print anyway or cancels
import type { Reason } from '@pharmacy-relay/shared/reasons/reason.ts'
import { reason } from '@pharmacy-relay/shared/reasons/make-reason.ts'
import type { Clock } from '@pharmacy-relay/shared/clock.ts'
import type { Logger } from '@pharmacy-relay/shared/logger.ts'
import { ProblemError } from '@pharmacy-relay/shared/problem.ts'
import { NEWEST_JOBS, type JobListCounts, type JobPage } from '@pharmacy-relay/shared/labels/job-lists.ts'
import type { RemoteState } from '@pharmacy-relay/shared/job-link.ts'
import type { JobTrace } from '@pharmacy-relay/shared/labels/job-trace.ts'
import { OWN_SENDER, type PrintJob } from '@pharmacy-relay/shared/print-job.ts'
import { copiesOf } from '../languages/copies.ts'
import { arrivalService, type ArrivalServiceParts } from './arrivals.ts'
import { reasonsToHold, type Arrival } from './rules/arrival.ts'
import type { ArrivalService, ForwardedService, RemoteNews } from './rules/forwarding.ts'
import { IdleLook } from './dispatch/idle-look.ts'
import type { Board } from './view/board.ts'
import { jobView, traceView } from './view/job-view.ts'
import { JobWaits } from './view/job-waits.ts'
import { canDecide, type JudgingParts } from './dispatch/judging.ts'
import { Doubts } from './dispatch/doubts.ts'
import { Dispatcher, type DispatcherParts } from './dispatch/dispatcher.ts'
import { holdWaiting } from './dispatch/hold-waiting.ts'
import { Ledger } from './ledger.ts'
import { RemoteStatus } from './remote-status.ts'
import { Odometers } from './dispatch/odometers.ts'
import { InPrinter } from './in-printer.ts'
import { OperatorActions } from './operator-actions.ts'
import { recover, type RecoveryParts } from './dispatch/recovery.ts'
import { findJob } from './rules/refusals.ts'
import { printerOf, type Route } from './rules/route.ts'
import type { JobRow, SpoolStore } from './store/spool-store.ts'

export interface SpoolParts
  extends
    Pick<RecoveryParts, 'lookAt' | 'canLook' | 'pauseEndedAtMs'>,
    Pick<ArrivalServiceParts, 'judge'>,
    Pick<DispatcherParts, 'pace'> {
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
  readonly actions: OperatorActions
  /** For labels that come by the job link. */
  readonly arrivals: ArrivalService
  /** For what becomes of labels that left by it. */
  readonly forwarded: ForwardedService
  /** What did not leave, or not for certain. */
  readonly board: Board
  readonly dispatcher: Dispatcher
  readonly idleLook: IdleLook
  readonly #parts: SpoolParts
  readonly #ledger: Ledger
  readonly #waits: JobWaits
  readonly #odometers = new Odometers()
  readonly #inPrinter = new InPrinter(() => this.#judging())
  readonly #doubts = new Doubts(() => this.#judging())
  readonly #stop = new AbortController()
  #ready: Promise<void> | null = null

  constructor(parts: SpoolParts) {
    this.#parts = parts
    this.#waits = new JobWaits(parts.clock)
    this.#ledger = new Ledger({
      ...parts,
      onChange: (job) => {
        this.#waits.changed(job)
        parts.onChange(job)
        this.#inPrinter.jobChanged(job)
      },
    })
    this.board = this.#ledger.board
    this.idleLook = new IdleLook({ ...parts, odometers: this.#odometers, signal: this.#stop.signal })
    this.dispatcher = new Dispatcher({
      ...parts,
      ledger: this.#ledger,
      odometers: this.#odometers,
      onIdle: (destination) => this.idleLook.idle(destination),
      onBusy: () => this.idleLook.busy(),
      onNews: (id, now) => this.#keepNews(id, now),
      canJudge: (doubt) => canDecide(doubt) && parts.canLook(doubt.destination),
      onDoubt: (doubt) => this.#doubts.judge(doubt),
    })
    const ready = async (): Promise<void> => this.#started()
    this.actions = new OperatorActions({
      ...parts,
      ledger: this.#ledger,
      dispatcher: this.dispatcher,
      ready,
      onNews: async (id, now) => this.forwarded.update(id, now),
    })
    this.forwarded = this.#remoteStatus(ready)
    this.arrivals = arrivalService({
      ...parts,
      ready: async () => this.#open(),
      takeIn: async (job, payload) => this.dispatcher.takeIn(job, payload),
      hear: async (id, answer) => this.actions.answers.hear(id, answer),
      cancel: async (id, why) => this.actions.takenBack(id, why),
    })
  }

  /** Takes up what the last process left; resolves once every job stands where it is shown. Throws what the store throws. */
  async start(): Promise<void> {
    const { dispatcher, actions } = this
    const { answers } = actions
    this.#ready ??= recover({ ...this.#judging(), ...this.#parts, dispatcher, answers })
    await this.#ready
    dispatcher.go()
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

  /** As accept: a whole payload that a person or program of this computer hands over. */
  async print(payload: Uint8Array): Promise<PrintJob> {
    const verdict = this.#parts.judge(payload)
    return this.accept({ payload, sender: OWN_SENDER, endedBy: 'asked', verdict })
  }

  /** As print; resolves when the label has left, was held or failed, after `limitMs` as it then stands. */
  async printAndWait(payload: Uint8Array, limitMs: number): Promise<PrintJob> {
    return this.#waits.end(this.print(payload), limitMs)
  }

  /** Newest first, at most `limit`; without a page the newest of all. */
  async list(limit: number, page: JobPage = NEWEST_JOBS): Promise<PrintJob[]> {
    return (await this.#parts.store.list(limit, page)).map(jobView)
  }

  /** How many labels stand in each list. */
  async listCounts(): Promise<JobListCounts> {
    return this.#parts.store.listCounts()
  }

  /** `ref`: number or id. Throws ProblemError not_found. */
  async trace(ref: string): Promise<JobTrace> {
    const row = await findJob(this.#parts.store, ref)
    return traceView(row, await this.#parts.store.trace(row.id))
  }

  /** Labels may have somewhere to go again: tries at once. */
  routeChanged(): void {
    this.#doubts.printerChanged()
    this.dispatcher.routeChanged()
    void this.#answersToldElsewhere()
    const printer = printerOf(this.#parts.route())
    if (printer !== null && this.dispatcher.waiting() === 0) this.idleLook.idle(printer.destination)
  }

  /** The printer of this computer says another thing of itself. */
  printerChanged(): void {
    this.#doubts.printerChanged()
    this.dispatcher.printerChanged()
    this.#inPrinter.printerChanged(this.board.jobs())
  }

  /** Labels have not left, or a person is warned of one that its stopped printer may hold. */
  isPrinterAwaited(): boolean {
    return this.dispatcher.waiting() > 0 || this.#inPrinter.isSaid(this.board.jobs())
  }

  /** A pause began or is over; then the time to live of what waited begins anew. */
  pauseChanged(isPaused: boolean): void {
    if (!isPaused) this.dispatcher.renew(this.#parts.clock.monotonicMs())
    this.routeChanged()
  }

  /** Labels that wait are printed only when a person says so (dispatch/hold-waiting.ts). The route is away before. */
  async holdWaiting(why: Reason): Promise<void> {
    await this.#started()
    // Not exclusively: who judges a label wants that himself.
    await this.dispatcher.quiet()
    const waiting = { queue: this.dispatcher.queue, ledger: this.#ledger }
    await this.actions.exclusively(async () => holdWaiting(waiting, why))
  }

  /**
   * Before a stop that breaks off no label: none begins at a printer any more, all are accepted, and what goes to another
   * computer goes on, as its id makes a repeat harmless. False when one is still being sent after `limitMs`; then labels
   * go on.
   */
  async rest(limitMs: number): Promise<boolean> {
    const goOn = Promise.withResolvers<void>()
    const late = Promise.withResolvers<boolean>()
    const cancel = this.#parts.clock.after(limitMs, () => late.resolve(false))
    const resting = this.dispatcher.rest(goOn.promise).then(() => true)
    const isAtRest = await Promise.race([resting, late.promise])
    cancel()
    if (!isAtRest) goOn.resolve()
    return isAtRest
  }

  /** Breaks off a label that is being sent. What waits stays in the store, which is the caller's to close. */
  async stop(): Promise<void> {
    this.#stop.abort(new Error('the agent stops'))
    this.idleLook.busy()
    await this.#ready?.catch(() => undefined)
    await this.dispatcher.stop()
    await this.actions.exclusively(async () => this.actions.answers.stop())
    await this.#ledger.stop()
    this.#waits.stop()
  }

  async #started(): Promise<void> {
    if (this.#ready === null) throw new ProblemError('unavailable', 'The agent is starting')
    await this.#ready
  }

  async #open(): Promise<void> {
    await this.#started()
    if (this.#stop.signal.aborted) throw new ProblemError('unavailable', 'The agent stops')
  }

  #judging(): JudgingParts {
    return {
      ...this.#parts,
      ledger: this.#ledger,
      dispatcher: this.dispatcher,
      odometers: this.#odometers,
      keepDoubt: (doubt) => this.#doubts.keep(doubt),
      exclusively: async (work) => this.actions.exclusively(work),
      signal: this.#stop.signal,
    }
  }

  #remoteStatus(ready: () => Promise<void>): RemoteStatus {
    return new RemoteStatus({
      ...this.#parts,
      ready,
      ledger: this.#ledger,
      answers: this.actions.answers,
      keepNews: (id, now) => this.dispatcher.tries.hear(id, now),
      exclusively: async (work) => this.actions.exclusively(work),
    })
  }

  /** Never rejects: the next change of the route looks again. */
  async #answersToldElsewhere(): Promise<void> {
    // Its start looks at them, and at the route.
    if (this.#ready === null) return
    try {
      await this.#open()
      await this.actions.answers.routeChanged()
    } catch (error) {
      if (!this.#stop.signal.aborted) this.#parts.logger.error('spool.answers-not-looked-at', error)
    }
  }

  #keepNews(id: string, now: RemoteState): void {
    this.forwarded
      .update(id, now)
      .catch((error: unknown) => this.#parts.logger.error('spool.news-not-kept', error, { job: id }))
  }

  async #accept(arrival: Arrival): Promise<JobRow> {
    const { payload, sender, endedBy, verdict } = arrival
    await this.#open()
    const { clock, newId } = this.#parts
    const holdReasons = reasonsToHold(arrival)
    const unchecked = verdict.reason === null ? [] : [reason(verdict.reason, {})]
    const facts = {
      id: arrival.id ?? newId(),
      sender,
      endedBy,
      language: verdict.language,
      isComplete: verdict.isComplete,
      copies: verdict.copies ?? copiesOf(payload, verdict.language),
      reprint: null,
      acceptedAtMs: clock.wallMs(),
      target: holdReasons === null ? this.dispatcher.target() : null,
    }
    return holdReasons === null
      ? this.dispatcher.takeIn({ ...facts, state: 'accepted', reasons: unchecked }, payload)
      : this.#ledger.accept({ ...facts, state: 'held', reasons: holdReasons }, payload)
  }
}
