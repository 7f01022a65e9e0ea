// The labels that wait for their turn, in the order in which they were accepted or released.
import type { Reasons } from '@pharmacy-relay/shared/reasons/reason.ts'
import { leftMs } from '../rules/expiry.ts'
import type { JobRow } from '../store/spool-store.ts'

export interface WaitingJob {
  /** As it was committed last. */
  row: JobRow
  /** Place in the order; smaller is earlier. */
  readonly order: number
  /**
   * Since when its time to live runs, on the monotonic clock: it was accepted or released, or a pause ended. Below 0 when
   * that was before this process.
   */
  sinceMs: number
  /** The clock jumped while it waited. */
  sawJump: boolean
  /** The computer that may have it, as bytes of it left in a try before: it goes to no other one. Null: nobody has it. */
  at: string | null
  /** Why it waits, as the disk was told last since it is here; null: its row says it. */
  said: Reasons | null
  /** The disk was told so; a try begins behind that. */
  noting: Promise<void> | null
}

export type NewWaiting = Pick<WaitingJob, 'row' | 'sinceMs' | 'sawJump'> & Partial<Pick<WaitingJob, 'at'>>

/** Until it expires, 0 when it has; null: it does not expire by itself. */
export function lifeLeftMs({ row, sinceMs, sawJump }: WaitingJob, nowMs: number): number | null {
  return leftMs({ ageMs: nowMs - sinceMs, sawJump }, row.ttlMs)
}

/** As of a label under way, whatever the disk says of it so far. */
export function asSending({ row }: WaitingJob): JobRow {
  return { ...row, state: 'sending' }
}

export class Queue {
  readonly #jobs: WaitingJob[] = []
  #order = 0

  /** At the end. */
  add(job: NewWaiting): void {
    this.#jobs.push(this.placed(job))
  }

  /** Not in the queue yet. */
  placed({ row, sinceMs, sawJump, at = null }: NewWaiting, order = this.nextOrder()): WaitingJob {
    return { row, sinceMs, sawJump, at, order, said: null, noting: null }
  }

  /** The place behind all that have one. */
  nextOrder(): number {
    this.#order += 1
    return this.#order
  }

  /** Left out, any job will do. */
  first(isWanted: (job: WaitingJob) => boolean = () => true): WaitingJob | null {
    return this.#jobs.find(isWanted) ?? null
  }

  /** Takes it out: whoever gets it alone decides what becomes of it. Null when somebody else has it. */
  take(id: string): WaitingJob | null {
    const index = this.#jobs.findIndex(({ row }) => row.id === id)
    return index < 0 ? null : (this.#jobs.splice(index, 1)[0] ?? null)
  }

  /** As take; what is said of it on the disk next comes behind why it waited. */
  async takeOut(job: WaitingJob): Promise<WaitingJob> {
    this.take(job.row.id)
    if (job.noting !== null) await job.noting
    return job
  }

  /** Where it was. */
  putBack(job: WaitingJob): void {
    const index = this.#jobs.findIndex(({ order }) => order > job.order)
    this.#jobs.splice(index < 0 ? this.#jobs.length : index, 0, job)
  }

  /** Before all others. */
  addFirst(job: NewWaiting): void {
    this.putBack(this.placed(job, (this.first()?.order ?? 1) - 1))
  }

  all(): readonly WaitingJob[] {
    return this.#jobs
  }

  get size(): number {
    return this.#jobs.length
  }
}
