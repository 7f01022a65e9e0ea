// The labels that wait for their turn, in the order in which they were accepted or released.
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
}

export class Queue {
  readonly #jobs: WaitingJob[] = []
  #order = 0

  /** At the end. */
  add(job: Pick<WaitingJob, 'row' | 'sinceMs' | 'sawJump'>): void {
    this.#jobs.push({ ...job, order: this.nextOrder() })
  }

  /** The place behind all that have one; for a job that is not in the queue yet. */
  nextOrder(): number {
    this.#order += 1
    return this.#order
  }

  /** Left out, any job will do. */
  first(isWanted: (row: JobRow) => boolean = () => true): WaitingJob | null {
    return this.#jobs.find(({ row }) => isWanted(row)) ?? null
  }

  /** Takes it out: whoever gets it alone decides what becomes of it. Null when somebody else has it. */
  take(id: string): WaitingJob | null {
    const index = this.#jobs.findIndex(({ row }) => row.id === id)
    return index < 0 ? null : (this.#jobs.splice(index, 1)[0] ?? null)
  }

  /** Where it was. */
  putBack(job: WaitingJob): void {
    const index = this.#jobs.findIndex(({ order }) => order > job.order)
    this.#jobs.splice(index < 0 ? this.#jobs.length : index, 0, job)
  }

  /** Before all others. */
  addFirst(job: Pick<WaitingJob, 'row' | 'sinceMs' | 'sawJump'>): void {
    this.putBack({ ...job, order: (this.first()?.order ?? 1) - 1 })
  }

  /** A pause is over: nobody has waited before. */
  renew(nowMs: number): void {
    for (const job of this.#jobs) job.sinceMs = nowMs
  }

  all(): readonly WaitingJob[] {
    return this.#jobs
  }

  get size(): number {
    return this.#jobs.length
  }
}
