// Waits until a label has come to an end, within a limit.
import type { Clock } from '@pharmacy-relay/shared/clock.ts'
import type { PrintJob } from '@pharmacy-relay/shared/print-job.ts'
import { isUnderWay } from '../rules/job-states.ts'

type Notice = (job: PrintJob) => void

export class JobWaits {
  readonly #clock: Clock
  readonly #notices = new Set<Notice>()
  readonly #stopping = Promise.withResolvers<void>()

  constructor(clock: Clock) {
    this.#clock = clock
  }

  /** To be told of every change of every job. */
  changed(job: PrintJob): void {
    for (const notice of this.#notices) notice(job)
  }

  /** The job that is being accepted, at its end, or after `limitMs` as it then stands. Throws what accepting throws. */
  async end(accepting: Promise<PrintJob>, limitMs: number): Promise<PrintJob> {
    const over = Promise.withResolvers<void>()
    // A fast printer is done before the caller knows the job's id.
    const lastById = new Map<string, PrintJob>()
    let id: string | null = null
    const notice: Notice = (job) => {
      lastById.set(job.id, job)
      if (job.id === id && !isUnderWay(job.state)) over.resolve()
    }
    this.#notices.add(notice)
    const cancel = this.#clock.after(limitMs, over.resolve)
    try {
      const job = await accepting
      id = job.id
      notice(lastById.get(id) ?? job)
      await Promise.race([over.promise, this.#stopping.promise])
      return lastById.get(id) ?? job
    } finally {
      cancel()
      this.#notices.delete(notice)
    }
  }

  /** Ends all waits. */
  stop(): void {
    this.#stopping.resolve()
  }
}
