// What became of labels, counted in memory and written a moment later, so that no label writes a page for it: with the first commit a
// second after the first of them, before somebody reads them, at the end, and LATEST_MS later where nothing else is written. An agent
// that is killed has forgotten those of that time.
import type { JobState } from '@pharmacy-relay/shared/job-state.ts'
import { bucketOf } from '../../durations.ts'
import { hourOf } from '../../hours.ts'
import type { Counted, Moment, Operation } from '../../operations.ts'
import type { CountQueries } from './counts.queries.ts'

const WITH_A_COMMIT_MS = 1_000
export const LATEST_MS = 10_000

export class HourCounts {
  readonly #reached = new Map<string, { readonly hour: number; readonly what: JobState; count: number }>()
  readonly #took = new Map<string, { readonly hour: number; readonly bucket: number; count: number }>()
  #sinceMs: number | null = null

  /** Of what is committed. */
  add({ what, tookMs }: Counted, { wallMs }: Moment, nowMs: number): void {
    if (what.length === 0) return
    this.#sinceMs ??= nowMs
    const hour = hourOf(wallMs)
    for (const state of what) {
      const key = `${hour} ${state}`
      const counted = this.#reached.get(key)
      if (counted === undefined) this.#reached.set(key, { hour, what: state, count: 1 })
      else counted.count += 1
    }
    if (tookMs !== null) this.#addTime(hour, tookMs)
  }

  #addTime(hour: number, tookMs: number): void {
    const bucket = bucketOf(tookMs)
    const key = `${hour} ${bucket}`
    const counted = this.#took.get(key)
    if (counted === undefined) this.#took.set(key, { hour, bucket, count: 1 })
    else counted.count += 1
  }

  get isEmpty(): boolean {
    return this.#sinceMs === null
  }

  /** Before a transaction with these operations; none: nobody asked for anything. */
  isDue(operations: readonly Operation[], nowMs: number): boolean {
    if (this.#sinceMs === null) return false
    if (operations.length === 0 || nowMs - this.#sinceMs >= WITH_A_COMMIT_MS) return true
    return operations.some(({ kind }) => kind === 'hours' || kind === 'cleanUp' || kind === 'close')
  }

  /** Within a transaction; `written` after its commit. */
  write(counts: CountQueries): void {
    for (const { hour, what, count } of this.#reached.values()) counts.count(hour, what, count)
    for (const { hour, bucket, count } of this.#took.values()) counts.took(hour, bucket, count)
  }

  written(): void {
    this.#reached.clear()
    this.#took.clear()
    this.#sinceMs = null
  }
}
