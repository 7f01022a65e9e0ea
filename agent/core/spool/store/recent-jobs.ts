// What the main thread remembers of the last jobs, so that it does not ask the thread that owns the file for each: rows
// as they were committed last and as what is under way will leave them, and for a moment what is on labels that are about to leave.
import type { Cancel, Clock } from '@pharmacy-relay/shared/clock.ts'
import type { JobState } from '@pharmacy-relay/shared/job-state.ts'
import { isUnderWay } from '../rules/job-states.ts'
import type { KnownJob } from './job-writes.ts'
import type { JobRow } from './spool-store.ts'

const MAX_ROWS = 1_000
const PAYLOADS = { bytes: 8 * 1_048_576, ms: 5_000 }
/** Those that a person can put back in the row ask the file whether the payload is still there. */
const REMEMBERED: readonly JobState[] = ['forwarded', 'sent_to_printer', 'printed']

interface KeptPayload {
  readonly bytes: Uint8Array
  readonly untilMs: number
}

/** Operations of a job that the file has not answered yet. */
interface UnderWay {
  /** Ends the promise of those before it too. */
  readonly ended: Promise<unknown>
  /** As the last of them leaves it; null where only the file can say. */
  readonly becomes: KnownJob | null
}

export class RecentJobs {
  readonly #clock: Clock
  readonly #jobs = new Map<string, KnownJob>()
  readonly #underWay = new Map<string, UnderWay>()
  /** Oldest first. */
  readonly #payloads = new Map<string, KeptPayload>()
  #payloadBytes = 0
  #cancelWipe: Cancel | null = null

  constructor(clock: Clock) {
    this.#clock = clock
  }

  /**
   * An operation that changes this job, or makes it: the job is known once it is committed, and not when it failed. Null: it
   * changed nothing, as the job was otherwise than it was taken for.
   */
  async changing<Known extends KnownJob | null>(
    id: string,
    operation: Promise<Known>,
    becomes: KnownJob | null,
  ): Promise<Known> {
    const before = this.#underWay.get(id)?.ended
    const underWay = { ended: Promise.allSettled([before, operation]), becomes }
    this.#underWay.set(id, underWay)
    try {
      const job = await operation
      if (job === null) this.#jobs.delete(id)
      else this.remember(job)
      if (job !== null && !isUnderWay(job.row.state)) this.#wipe(id)
      return job
    } catch (error) {
      this.#jobs.delete(id)
      throw error
    } finally {
      if (this.#underWay.get(id) === underWay) this.#underWay.delete(id)
    }
  }

  /** As the next change finds it; null where only the file can say. */
  next(id: string): KnownJob | null {
    const underWay = this.#underWay.get(id)
    return underWay === undefined ? (this.#jobs.get(id) ?? null) : underWay.becomes
  }

  /**
   * As the file has it once what is under way is committed; null when that is not remembered. Only `hasPayload` may be
   * out of date.
   */
  async row(id: string): Promise<JobRow | null> {
    for (let last = this.#underWay.get(id); last !== undefined; last = this.#underWay.get(id))
      await last.ended
    return this.#jobs.get(id)?.row ?? null
  }

  /** Of the payload, which no change of its job alters; null when the job is not remembered. */
  sha256(id: string): string | null {
    return this.#jobs.get(id)?.row.sha256 ?? null
  }

  /** As it was committed. */
  remember(job: KnownJob): void {
    const { id, state } = job.row
    this.#jobs.delete(id)
    if (!isUnderWay(state) && !REMEMBERED.includes(state)) return
    this.#jobs.set(id, job)
    if (this.#jobs.size <= MAX_ROWS) return
    for (const oldest of this.#jobs.keys()) {
      this.#jobs.delete(oldest)
      return
    }
  }

  /** Jobs may have been removed. */
  forget(): void {
    this.#jobs.clear()
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
