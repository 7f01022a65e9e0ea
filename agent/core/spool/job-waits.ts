// Waits until a label has come to an end, within a limit.
import type { Clock } from '@pharmacy-relay/shared/clock.ts'
import type { JobState, PrintJob } from '@pharmacy-relay/shared/print-job.ts'

/** The label is still on its way; every other state is an end. */
const UNDER_WAY: readonly JobState[] = ['accepted', 'sending', 'waiting_for_printer']

interface Wait {
  last: PrintJob
  readonly done: () => void
}

export class JobWaits {
  readonly #clock: Clock
  readonly #waits = new Map<string, Wait>()

  constructor(clock: Clock) {
    this.#clock = clock
  }

  /** To be told of every change of every job. */
  changed(job: PrintJob): void {
    const wait = this.#waits.get(job.id)
    if (wait === undefined) return
    wait.last = job
    if (!UNDER_WAY.includes(job.state)) wait.done()
  }

  /** The job at its end, or after `limitMs` as it then stands. One wait a job. */
  async end(job: PrintJob, limitMs: number): Promise<PrintJob> {
    if (!UNDER_WAY.includes(job.state)) return job
    const { promise, resolve } = Promise.withResolvers<void>()
    const wait: Wait = { last: job, done: resolve }
    this.#waits.set(job.id, wait)
    const cancel = this.#clock.after(limitMs, resolve)
    await promise
    cancel()
    this.#waits.delete(job.id)
    return wait.last
  }

  /** Ends all waits. */
  stop(): void {
    for (const { done } of this.#waits.values()) done()
  }
}
