// The way of a label through this computer: listener, spool, printers, set up for one role at a time.
import { randomUUID } from 'node:crypto'
import type { Logger } from '@pharmacy-relay/shared/logger.ts'
import type { LabelsStatus } from '@pharmacy-relay/shared/agent-api.ts'
import type { JobTrace, PrintJob } from '@pharmacy-relay/shared/print-job.ts'
import { ProblemError } from '@pharmacy-relay/shared/problem.ts'
import { createScanner } from './intake/completeness.ts'
import type { RawJob } from './intake/raw-connection.ts'
import { printersOf, type PrintersParts } from './computer-printers.ts'
import { explained, explainedByPause, explainedLabels } from './job-reasons.ts'
import { LabelDoor } from './label-door.ts'
import type { Presence } from './printers/printer-backend.ts'
import type { Printers } from './printers/printers.ts'
import type { StatusAnswer } from './printers/status-query.ts'
import { PrinterHealth, type SeenPrinter } from './printer-health.ts'
import { PrinterTalk } from './printer-talk.ts'
import type { PrintingPause } from './pause/printing-pause.ts'
import type { LinkDesks, LinkPort } from './link-port.ts'
import { linkRoleOf, routeOf, type PrintSetup } from './print-setup.ts'
import { JobWaits } from './spool/job-waits.ts'
import type { People } from './spool/people.ts'
import type { Label, Route } from './spool/route.ts'
import { Spool } from './spool/spool.ts'
import type { SpoolStore } from './spool/spool-store.ts'

export interface PrintPathParts extends PrintersParts {
  /** The caller's to close, after `stop`. */
  readonly store: SpoolStore
  readonly random: () => number
  /** Left out: printing is never paused. */
  readonly pause?: Pick<PrintingPause, 'why' | 'endedAtMs'>
  /** Makes the job link, which hands labels of other computers over and takes those for them. */
  readonly link: (desks: LinkDesks) => LinkPort
  /** Each job that was accepted or changed. */
  readonly onJob?: (job: PrintJob) => void
  /** Something else is the matter with the printer than before. */
  readonly onPrinter?: () => void
}

export interface PrinterFound {
  readonly printer: string
  /** Null when it answered, or is taking a label: then it is there. */
  readonly presence: Presence | null
}

/** So many of the last jobs tell which printers are there and what they speak. */
const LEARNED_FROM = 200
const NO_ROLE: PrintSetup = { role: 'None', printer: null, target: null, listen: null }

export class PrintPath {
  readonly #printers: Printers
  readonly #spool: Spool
  readonly #door: LabelDoor
  readonly #waits: JobWaits
  readonly #talk: PrinterTalk
  readonly #health: PrinterHealth
  readonly #store: SpoolStore
  readonly #link: LinkPort
  readonly #pause: NonNullable<PrintPathParts['pause']>
  #newest: PrintJob | null = null
  #setup: PrintSetup = NO_ROLE
  /** One change after the other. */
  #applied: Promise<unknown> = Promise.resolve()

  constructor(parts: PrintPathParts) {
    const { store, clock, logger } = parts
    this.#store = store
    this.#pause = parts.pause ?? { why: () => null, endedAtMs: () => null }
    this.#waits = new JobWaits(clock)
    this.#printers = printersOf(parts)
    this.#talk = new PrinterTalk({
      ...{ printers: this.#printers, clock },
      onReading: (printer, reading) => this.#health.heard(printer, reading),
    })
    this.#health = new PrinterHealth({
      ...{
        clock,
        ask: async (printer: string) => (await this.#askAtRest(printer)) ?? this.#talk.knock(printer),
      },
      onChange: () => parts.onPrinter?.(),
    })
    const ways = {
      print: async (printer: string, label: Label) => this.#talk.print(printer, label),
      forward: () => this.#link.route(),
    }
    this.#spool = new Spool({
      ...{ ...parts, newId: randomUUID, judge: verdictOn },
      canLook: (printer) => this.#talk.canLook(printer),
      lookAt: async (printer, signal, title) => this.#talk.lookAt(printer, signal, title),
      route: () => this.#unlessPaused(routeOf(this.#setup, ways)),
      pauseEndedAtMs: () => this.#pause.endedAtMs(),
      onRemoteNews: (news) => this.#link.tell(news),
      onChange: (job) => {
        logChange(logger, job)
        if (job.n >= (this.#newest?.n ?? 0)) this.#newest = job
        this.#waits.changed(job)
        this.#health.jobChanged(job)
        parts.onJob?.(job)
      },
    })
    this.#link = parts.link({
      arrivals: this.#spool.arrivals,
      forwarded: this.#spool.forwarded,
      onRoute: () => this.#spool.routeChanged(),
    })
    this.#door = new LabelDoor({
      ...{ clock, logger, onJob: (job) => this.#take(job) },
      takeTls: () => (this.#setup.role === 'Server' ? (socket) => this.#link.takeTls(socket) : null),
    })
  }

  /** Takes up the labels of the last process; before the first `apply`. Throws what the store throws. */
  async start(): Promise<void> {
    const rows = (await this.#store.list(LEARNED_FROM)).toReversed()
    await this.#talk.learn(rows, async (jobId) => this.#store.payload(jobId))
    this.#newest = (await this.#spool.list(1)).at(0) ?? null
    await this.#spool.start()
  }

  /**
   * Listens as the new setup says and only then sends labels its way; resolves with the port, null where none is open.
   * A label may still be on the old way: see settled. Throws ListenError when the port cannot be opened: the old setup
   * stays.
   */
  async apply(setup: PrintSetup): Promise<number | null> {
    const applied = this.#applied.then(async () => this.#change(setup))
    this.#applied = applied.catch(() => undefined)
    await applied
    return this.#door.port
  }

  /** Resolves once no label is on the way of a setup before the present one: at once, or when that label's try ends. */
  async settled(): Promise<void> {
    await this.#spool.settled()
  }

  /** See Spool. */
  async rest(until: Promise<unknown>): Promise<void> {
    await this.#spool.rest(until)
  }

  /** What this computer does at this moment. */
  setup(): PrintSetup {
    return this.#setup
  }

  /** The open port; null where none is. */
  port(): number | null {
    return this.#door.port
  }

  printers(): Omit<Printers, 'print'> {
    return this.#printers
  }

  /**
   * Hands a whole payload over, as `agent print` does; committed when it resolves. The payload is overwritten then.
   * Throws ProblemError invalid (empty), unavailable (full).
   */
  async print(payload: Uint8Array): Promise<PrintJob> {
    return this.#spool.accept({
      payload,
      sender: 'this computer',
      endedBy: 'asked',
      verdict: verdictOn(payload),
    })
  }

  /** As print; resolves when the label has left, was held or failed, after `limitMs` as it then stands. */
  async printAndWait(payload: Uint8Array, limitMs: number): Promise<PrintJob> {
    return this.#waits.end(this.print(payload), limitMs)
  }

  /** Newest first. */
  async jobs(limit: number): Promise<PrintJob[]> {
    return this.#spool.list(limit)
  }

  /** One job by number or id, with every step. Throws ProblemError not_found. */
  async trace(ref: string): Promise<JobTrace> {
    const trace = await this.#spool.trace(ref)
    return { ...trace, job: this.explained(trace.job) }
  }

  /** Labels that wait are held, with this reason; after the setup without a part in printing was applied. */
  async holdWaiting(reason: string): Promise<void> {
    await this.#spool.holdWaiting(reason)
  }

  /** The link to the other computers of the pharmacy. */
  link(): LinkPort {
    return this.#link
  }

  /** What people do with labels. */
  people(): People {
    return this.#spool.people
  }

  /** What did not leave. */
  labels(): LabelsStatus {
    return explainedLabels(this.#spool.labels(), this.#spool.openJobs(), this.#health.seen())
  }

  /** The newest label; null before the first. */
  newest(): PrintJob | null {
    return this.#newest
  }

  /** How the printer of this computer is, as far as it says; null while it has none. */
  seen(): SeenPrinter | null {
    return this.#health.seen()
  }

  /** Looks whether the printer of this computer is there and how it is, giving way to labels; null while it has none. */
  async lookAtPrinter(): Promise<PrinterFound | null> {
    const { printer } = this.#setup
    if (printer === null) return null
    const answer = await this.#askAtRest(printer)
    if (answer?.kind === 'reading') this.#health.heard(printer, answer.reading)
    if (answer === null) return { printer, presence: await this.#printers.status(printer) }
    if (answer.kind !== 'unreachable') return { printer, presence: null }
    // One that refuses is there, and serves somebody else at this moment.
    const state = answer.failure.code === 'printer_unreachable' ? 'absent' : 'busy'
    return { printer, presence: { state, why: answer.failure.why } }
  }

  /** Jobs that are under way or wait for somebody. */
  openJobs(): PrintJob[] {
    return this.#spool.openJobs()
  }

  /** A job with what its printer says behind its own reason, as people are shown it. */
  explained(job: PrintJob): PrintJob {
    return explainedByPause(explained(job, this.#health.seen()), this.#pause.why())
  }

  /** Labels wait now, or go on. */
  pauseChanged(): void {
    this.#spool.pauseChanged(this.#pause.why() !== null)
  }

  /** Labels that have not reached their end. */
  waiting(): number {
    return this.#spool.waiting()
  }

  /** What waits stays in the store. */
  async stop(): Promise<void> {
    await this.#link.stop()
    this.#health.stop()
    await this.#spool.stop()
    await this.#applied
    await this.#door.stop()
    this.#waits.stop()
  }

  /** A sender who was still being served when this computer lost its part must not believe that somebody prints it. */
  async #take(job: RawJob): Promise<void> {
    if (this.#setup.role === 'None') throw new ProblemError('state_conflict', 'No part in printing any more')
    await this.#spool.accept(job)
  }

  #unlessPaused(route: Route): Route {
    const why = this.#pause.why()
    return why === null ? route : { kind: 'none', why, pausedOver: route.kind }
  }

  async #change(setup: PrintSetup): Promise<void> {
    await this.#door.open(setup.listen)
    this.#setup = setup
    this.#link.apply(linkRoleOf(setup))
    this.#spool.routeChanged()
    this.#health.follow(setup.role === 'Server' ? setup.printer : null)
  }

  /** Gives way to labels; never while one is being sent. */
  async #askAtRest(printer: string): Promise<StatusAnswer | null> {
    const keep = this.#spool.reading(printer)
    const answer = await this.#talk.ask(printer)
    if (answer?.kind === 'reading' && answer.reading.isIdle === true && answer.reading.odometer !== null)
      keep(answer.reading.odometer)
    return answer
  }
}

/** Of a whole payload. */
function verdictOn(payload: Uint8Array): RawJob['verdict'] {
  const scanner = createScanner()
  scanner.feed(payload)
  return scanner.verdict()
}

/** Of a label that goes its way the trace has every step, and the log how it ended or why it waits. */
function logChange(logger: Logger, { id, state, bytes }: PrintJob): void {
  const isStep = state === 'accepted' || state === 'sending' || state === 'forwarded'
  logger[isStep ? 'debug' : 'info']('job.changed', { job: id, state, bytes })
}
