// Takes labels in and hands them on, one at a time and in order, to wherever this computer's labels go at that moment.
import { backoffMs } from '@pharmacy-relay/shared/backoff.ts'
import type { Clock } from '@pharmacy-relay/shared/clock.ts'
import type { Logger } from '@pharmacy-relay/shared/logger.ts'
import { ProblemError } from '@pharmacy-relay/shared/problem.ts'
import type { PrintJob } from '@pharmacy-relay/shared/print-job.ts'
import type { WriteFailure, WriteOutcome } from '../printers/write-outcome.ts'
import { reasonToHold, type Arrival } from './arrival.ts'
import { Jobs, type JobChange, type WaitingJob } from './jobs.ts'

/** Where labels go: nowhere yet, to a printer of this computer, or to the computer that has the printer. */
export type Route =
  | { readonly kind: 'none'; readonly why: string }
  | {
      readonly kind: 'printer' | 'computer'
      /** Printer id, or name of the computer. */
      readonly destination: string
      /** Never rejects for what a printer does; answers once the connection is closed. */
      readonly write: (label: Label) => Promise<WriteOutcome>
    }

export interface Label {
  readonly payload: Uint8Array
  readonly title: string
  readonly signal: AbortSignal
}

export interface SpoolParts {
  /** Asked before every try, so that a label never goes to yesterday's printer. */
  readonly route: () => Route
  readonly clock: Clock
  readonly random: () => number
  readonly newId: () => string
  readonly onChange: (job: PrintJob) => void
  readonly logger: Logger
}

/** A label that comes out later than this would surprise more than it helps. */
export const EXPIRY_MS = 30 * 60_000
const RETRY_MS = { firstMs: 2_000, lastMs: 30_000 }

export class Spool {
  readonly #parts: SpoolParts
  readonly #jobs: Jobs
  readonly #stop = new AbortController()
  #running: Promise<void> | null = null
  #failures = 0
  #routeChanges = 0
  #wake: () => void = () => undefined
  #trying: Promise<void> = Promise.resolve()

  constructor(parts: SpoolParts) {
    this.#parts = parts
    this.#jobs = new Jobs(parts)
  }

  /** Throws ProblemError invalid (empty), unavailable (full or stopping). */
  accept(arrival: Arrival): PrintJob {
    if (this.#isStopping()) throw new ProblemError('unavailable', 'The agent stops')
    const job = this.#jobs.add(arrival, reasonToHold(arrival))
    if (job.state === 'accepted') this.#running ??= this.#run()
    return job
  }

  /** Newest first. */
  list(): PrintJob[] {
    return this.#jobs.list()
  }

  /** Labels that have not reached their end. */
  waiting(): number {
    return this.#jobs.waiting()
  }

  /** Labels may have somewhere to go again: tries at once. */
  routeChanged(): void {
    this.#failures = 0
    this.#routeChanges += 1
    this.#wake()
  }

  /** Resolves once no label is on its way to the route that held when this was asked. */
  async settled(): Promise<void> {
    await this.#trying
  }

  /** Breaks off a label that is being sent. What waits is lost with the process. */
  async stop(): Promise<void> {
    this.#stop.abort(new Error('the agent stops'))
    this.#wake()
    await this.#running
    if (this.#jobs.waiting() > 0)
      this.#parts.logger.warn('spool.labels-lost', { count: this.#jobs.waiting() })
  }

  async #run(): Promise<void> {
    for (let job = this.#jobs.first(); job !== null && !this.#isStopping(); job = this.#jobs.first()) {
      const routeChanges = this.#routeChanges
      const trying = this.#expireOr(job)
      this.#trying = trying.then(() => undefined)
      const waitMs = await trying
      const isStale = routeChanges !== this.#routeChanges
      if (waitMs > 0 && !isStale && !this.#isStopping()) await this.#waitFor(waitMs)
    }
    this.#running = null
  }

  /** Returns how long to wait before the next try of any label, in milliseconds; 0 when there is no reason to. */
  async #expireOr(job: WaitingJob): Promise<number> {
    const leftMs = job.acceptedMs + EXPIRY_MS - this.#parts.clock.monotonicMs()
    if (leftMs <= 0) {
      this.#jobs.end(job.id, { state: 'expired', reason: 'nothing could print it within 30 minutes' })
      return 0
    }
    const route = this.#parts.route()
    if (route.kind === 'none') {
      this.#jobs.change(job.id, { state: 'waiting_for_printer', reason: route.why })
      return leftMs
    }
    return Math.min(leftMs, await this.#try(job, route))
  }

  async #try(job: WaitingJob, route: Route & { kind: 'printer' | 'computer' }): Promise<number> {
    const { destination } = route
    this.#jobs.change(job.id, { state: 'sending', reason: '', destination, isAttempt: true })
    const outcome = await this.#write(job, route)
    if (outcome === null) {
      this.#jobs.end(job.id, { state: 'unknown', reason: 'the agent failed while it sent the label' })
      return 0
    }
    if (!outcome.ok && outcome.retry === 'transient') {
      this.#failures += 1
      this.#jobs.change(job.id, { state: 'waiting_for_printer', reason: outcome.why })
      return backoffMs(this.#failures, RETRY_MS, this.#parts.random())
    }
    this.#failures = 0
    this.#jobs.end(job.id, outcome.ok ? sentBy(route.kind) : givenUp(outcome))
    return 0
  }

  /** Null when the back end itself failed. */
  async #write(
    job: WaitingJob,
    route: Route & { kind: 'printer' | 'computer' },
  ): Promise<WriteOutcome | null> {
    try {
      return await route.write({ payload: job.payload, title: `label ${job.id}`, signal: this.#stop.signal })
    } catch (error) {
      this.#parts.logger.error('spool.write-failed', error, { job: job.id, destination: route.destination })
      return null
    }
  }

  async #waitFor(waitMs: number): Promise<void> {
    const { promise, resolve } = Promise.withResolvers<void>()
    const cancel = this.#parts.clock.after(waitMs, resolve)
    this.#wake = resolve
    await promise
    cancel()
    this.#wake = () => undefined
  }

  #isStopping(): boolean {
    return this.#stop.signal.aborted
  }
}

function sentBy(kind: 'printer' | 'computer'): JobChange {
  return { state: kind === 'printer' ? 'sent_to_printer' : 'forwarded', reason: '' }
}

/** Only a person may send a label again of which bytes left: it may have come out. */
function givenUp({ retry, why }: WriteFailure): JobChange {
  return { state: retry === 'permanent' ? 'failed' : 'unknown', reason: why }
}
