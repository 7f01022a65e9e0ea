// How many labels wait, and their bytes: counted on with each write, so that no label has all of them counted anew.
import { isUnderWay } from '../../rules/job-states.ts'
import type { WriteOperation } from '../operations.ts'
import type { Waiting } from './jobs.queries.ts'

export class WaitingTally {
  readonly #count: () => Waiting
  /** Null: to be counted. */
  #now: Waiting | null = null

  constructor(count: () => Waiting) {
    this.#count = count
  }

  now(): Waiting {
    this.#now ??= this.#count()
    return this.#now
  }

  came(bytes: number): void {
    this.#add(1, bytes)
  }

  written({ from, state, bytes }: Pick<WriteOperation, 'from' | 'state' | 'bytes'>): void {
    const more = Number(isUnderWay(state)) - Number(isUnderWay(from))
    if (more !== 0) this.#add(more, more * bytes)
  }

  /** What was written is taken back. */
  forget(): void {
    this.#now = null
  }

  #add(jobs: number, bytes: number): void {
    if (this.#now !== null) this.#now = { jobs: this.#now.jobs + jobs, bytes: this.#now.bytes + bytes }
  }
}
