// The jobs of this computer, in memory: which wait, in their order, and the last ones that are over.
import { ProblemError } from '@pharmacy-relay/shared/problem.ts'
import { instant, type Clock } from '@pharmacy-relay/shared/clock.ts'
import type { JobState, PrintJob } from '@pharmacy-relay/shared/print-job.ts'
import type { Arrival } from './arrival.ts'

/** A job that has not reached its end; its payload goes when it does. */
export interface WaitingJob {
  readonly id: string
  readonly payload: Uint8Array
  /** On the monotonic clock. */
  readonly acceptedMs: number
}

export interface JobChange {
  readonly state: JobState
  readonly reason: string
  readonly destination?: string
  /** A try begins with this change. */
  readonly isAttempt?: boolean
}

export interface JobsParts {
  readonly clock: Clock
  readonly newId: () => string
  /** Hears of every change, after it. */
  readonly onChange: (job: PrintJob) => void
}

export const JOB_LIMITS = { waiting: 1_000, waitingBytes: 64 * 1_048_576, over: 200 }
const MAX_REASON = 500

export class Jobs {
  readonly #parts: JobsParts
  readonly #viewById = new Map<string, PrintJob>()
  readonly #waiting: WaitingJob[] = []
  #waitingBytes = 0
  #count = 0

  constructor(parts: JobsParts) {
    this.#parts = parts
  }

  /** `holdReason`: why it must not be printed, or null. Throws ProblemError invalid (empty) and unavailable (full). */
  add(arrival: Arrival, holdReason: string | null): PrintJob {
    const { payload, sender, verdict } = arrival
    if (payload.length === 0) throw new ProblemError('invalid', 'There is nothing to print')
    if (holdReason === null) this.#makeRoom(payload.length)
    const at = instant(this.#parts.clock.wallMs())
    const id = this.#parts.newId()
    this.#count += 1
    const view: PrintJob = {
      ...{ id, sender, n: this.#count, bytes: payload.length, language: verdict.language },
      state: holdReason === null ? 'accepted' : 'held',
      reason: (holdReason ?? (verdict.isComplete === null ? verdict.reason : '')).slice(0, MAX_REASON),
      ...{ destination: null, attempts: 0, acceptedAt: at, changedAt: at },
    }
    if (holdReason === null) this.#waiting.push({ id, payload, acceptedMs: this.#parts.clock.monotonicMs() })
    this.#set(view)
    return view
  }

  /** The job whose turn it is. */
  first(): WaitingJob | null {
    return this.#waiting[0] ?? null
  }

  /** The job stays where it is in the row. */
  change(id: string, change: JobChange): void {
    const view = this.#viewById.get(id)
    if (view === undefined) return
    this.#set({
      ...view,
      state: change.state,
      reason: change.reason.slice(0, MAX_REASON),
      destination: change.destination ?? view.destination,
      attempts: view.attempts + (change.isAttempt === true ? 1 : 0),
      changedAt: instant(this.#parts.clock.wallMs()),
    })
  }

  /** The job leaves the row, and its payload is let go. */
  end(id: string, change: JobChange): void {
    const index = this.#waiting.findIndex((job) => job.id === id)
    const [job] = index < 0 ? [] : this.#waiting.splice(index, 1)
    this.#waitingBytes -= job?.payload.length ?? 0
    this.change(id, change)
  }

  /** Newest first. */
  list(): PrintJob[] {
    return [...this.#viewById.values()].toReversed()
  }

  waiting(): number {
    return this.#waiting.length
  }

  #makeRoom(bytes: number): void {
    const isFull =
      this.#waiting.length >= JOB_LIMITS.waiting || this.#waitingBytes + bytes > JOB_LIMITS.waitingBytes
    if (isFull) throw new ProblemError('unavailable', 'Too many labels are waiting for the printer')
    this.#waitingBytes += bytes
  }

  #set(view: PrintJob): void {
    this.#viewById.set(view.id, view)
    this.#forgetOldest()
    this.#parts.onChange(view)
  }

  #forgetOldest(): void {
    let tooMany = this.#viewById.size - this.#waiting.length - JOB_LIMITS.over
    if (tooMany <= 0) return
    const waiting = new Set(this.#waiting.map(({ id }) => id))
    for (const id of this.#viewById.keys()) {
      if (tooMany <= 0) return
      if (waiting.has(id)) continue
      this.#viewById.delete(id)
      tooMany -= 1
    }
  }
}
