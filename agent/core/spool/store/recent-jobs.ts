// What the main thread remembers of the last jobs, so that it does not ask the thread that owns the file for each: rows
// as they were committed last, and for a moment what is on labels that are about to leave.
import type { Cancel, Clock } from '@pharmacy-relay/shared/clock.ts'
import type { JobState } from '@pharmacy-relay/shared/job-state.ts'
import { isUnderWay } from '../rules/job-states.ts'
import type { JobRow } from './spool-store.ts'

const MAX_ROWS = 1_000
const PAYLOADS = { bytes: 8 * 1_048_576, ms: 5_000 }
/** Those that a person can put back in the row ask the file whether the payload is still there. */
const REMEMBERED: readonly JobState[] = ['forwarded', 'sent_to_printer', 'printed']

interface KeptPayload {
  readonly bytes: Uint8Array
  readonly untilMs: number
}

export class RecentJobs {
  readonly #clock: Clock
  readonly #rows = new Map<string, JobRow>()
  /** Operations of a job that the file has not answered yet; each ends the promise of those before it too. */
  readonly #underWay = new Map<string, Promise<unknown>>()
  /** Oldest first. */
  readonly #payloads = new Map<string, KeptPayload>()
  #payloadBytes = 0
  #cancelWipe: Cancel | null = null

  constructor(clock: Clock) {
    this.#clock = clock
  }

  /** An operation that changes this job, or makes it: its row is known once it is committed, and not when it failed. */
  async changing(id: string, operation: Promise<JobRow>): Promise<JobRow> {
    const before = this.#underWay.get(id)
    const ended = Promise.allSettled([before, operation])
    this.#underWay.set(id, ended)
    try {
      const row = await operation
      this.#remember(row)
      if (!isUnderWay(row.state)) this.#wipe(id)
      return row
    } catch (error) {
      this.#rows.delete(id)
      throw error
    } finally {
      if (this.#underWay.get(id) === ended) this.#underWay.delete(id)
    }
  }

  /**
   * As the file has it once what is under way is committed; null when that is not remembered. Only `hasPayload` may be
   * out of date.
   */
  async row(id: string): Promise<JobRow | null> {
    for (let last = this.#underWay.get(id); last !== undefined; last = this.#underWay.get(id)) await last
    return this.#rows.get(id) ?? null
  }

  /** Of the payload, which no change of its job alters; null when the job is not remembered. */
  sha256(id: string): string | null {
    return this.#rows.get(id)?.sha256 ?? null
  }

  /** Jobs may have been removed. */
  forget(): void {
    this.#rows.clear()
  }

  /** For the first who asks for it within 5 s, and to be overwritten by whoever has it last; the oldest give way. */
  keepPayload(id: string, payload: Uint8Array): void {
    for (const oldest of this.#payloads.keys()) {
      if (this.#payloadBytes + payload.length <= PAYLOADS.bytes) break
      this.#wipe(oldest)
    }
    this.#wipe(id)
    this.#payloads.set(id, { bytes: payload, untilMs: this.#clock.monotonicMs() + PAYLOADS.ms })
    this.#payloadBytes += payload.length
    this.#cancelWipe ??= this.#clock.after(PAYLOADS.ms, () => this.#wipeOld())
  }

  /** Its caller overwrites it; null when it is not here. */
  takePayload(id: string): Uint8Array | null {
    const bytes = this.#payloads.get(id)?.bytes ?? null
    this.#payloads.delete(id)
    this.#payloadBytes -= bytes?.length ?? 0
    return bytes
  }

  stop(): void {
    this.#cancelWipe?.()
    for (const id of this.#payloads.keys()) this.#wipe(id)
  }

  #remember(row: JobRow): void {
    this.#rows.delete(row.id)
    if (!isUnderWay(row.state) && !REMEMBERED.includes(row.state)) return
    this.#rows.set(row.id, row)
    const [oldest] = this.#rows.keys()
    if (this.#rows.size > MAX_ROWS && oldest !== undefined) this.#rows.delete(oldest)
  }

  #wipeOld(): void {
    const nowMs = this.#clock.monotonicMs()
    for (const [id, { untilMs }] of this.#payloads) if (untilMs <= nowMs) this.#wipe(id)
    const [next] = this.#payloads.values()
    this.#cancelWipe =
      next === undefined ? null : this.#clock.after(next.untilMs - nowMs, () => this.#wipeOld())
  }

  #wipe(id: string): void {
    this.takePayload(id)?.fill(0)
  }
}
