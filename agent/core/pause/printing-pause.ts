// Printing paused by a person: labels are accepted and wait until then, or until somebody resumes. Kept across restarts;
// what waited meanwhile has its whole time to live afterwards (spool/expiry.ts).
import type { Reason } from '@pharmacy-relay/shared/reasons/reason.ts'
import { reason } from '@pharmacy-relay/shared/reasons/make-reason.ts'
import type { Database } from 'better-sqlite3'
import { MAX_PAUSE_MINUTES } from '../../contract/agent-api.ts'
import { instant, type Cancel, type Clock } from '@pharmacy-relay/shared/clock.ts'
import { storedPause, storePause } from './pause.queries.ts'

export interface PrintingPauseParts {
  readonly database: Database
  readonly clock: Clock
  /** Labels wait now, or go on. */
  readonly onChange: () => void
}

const MAX_MS = MAX_PAUSE_MINUTES * 60_000

export class PrintingPause {
  readonly #parts: PrintingPauseParts
  /** On the monotonic clock, so that nobody ends a pause by setting the clock; null: it is over. */
  #endMs: number | null = null
  /** Of the labels that wait: stays the same while the pause does. */
  #reason: Reason | null = null
  #cancel: Cancel = () => undefined

  constructor(parts: PrintingPauseParts) {
    this.#parts = parts
    const stored = storedPause(parts.database)
    const leftMs = stored === null ? 0 : Date.parse(stored) - parts.clock.wallMs()
    // More than it can have been: the clock was set back meanwhile.
    if (leftMs > 0) this.#begin(Math.min(leftMs, MAX_MS))
  }

  /** Instant by the clock of now; null while printing is not paused. */
  until(): string | null {
    const { clock } = this.#parts
    return this.#endMs === null ? null : instant(clock.wallMs() + this.#endMs - clock.monotonicMs())
  }

  /** Why labels wait; null while printing is not paused. */
  why(): Reason | null {
    return this.#endMs === null ? null : this.#reason
  }

  /** When the last pause ended, as Unix time; null when none did. */
  endedAtMs(): number | null {
    const stored = storedPause(this.#parts.database)
    return stored === null || this.#endMs !== null ? null : Date.parse(stored)
  }

  /** From now on, in place of one that is under way. */
  pause(minutes: number): string {
    const { clock, database } = this.#parts
    const until = instant(clock.wallMs() + minutes * 60_000)
    storePause(database, until)
    this.#begin(minutes * 60_000)
    this.#parts.onChange()
    return until
  }

  /** Nothing happens when printing is not paused. */
  resume(): void {
    if (this.#endMs === null) return
    storePause(this.#parts.database, instant(this.#parts.clock.wallMs()))
    this.#end()
  }

  /** No timer is left; the pause stays. */
  stop(): void {
    this.#cancel()
  }

  #begin(ms: number): void {
    const { clock } = this.#parts
    this.#cancel()
    this.#endMs = clock.monotonicMs() + ms
    this.#reason = reason('paused', { until: timeOfDay(clock.wallMs() + ms) })
    this.#cancel = clock.after(ms, () => this.#end())
  }

  #end(): void {
    this.#cancel()
    this.#endMs = null
    this.#parts.onChange()
  }
}

function timeOfDay(wallMs: number): string {
  const at = new Date(wallMs)
  return [at.getHours(), at.getMinutes()].map((part) => String(part).padStart(2, '0')).join(':')
}
