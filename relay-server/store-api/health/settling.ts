// What is being set up: for how long a computer whose role was changed or that was just paired counts as being set up, and
// whose time runs out when. Without it a cause would stay until something else happens there.
import type { Cancel, Clock } from '@pharmacy-relay/shared/clock.ts'
import type { FoundHealth } from './computer-health.ts'

/** A device that is there applies an assignment within some seconds. */
const APPLYING_MS = 60_000
/** As long as a pairing code is good: whoever paired it gives it a role. */
const NEW_MS = 600_000

export interface SettlingTimes {
  readonly madeAt: Date
  /** When its assignment changed last, and to which version; null: it has none yet. */
  readonly changedAt: Date | null
  readonly assignmentVersion: number | null
}

export interface Settling {
  /** Its assignment changed a moment ago. */
  readonly isBeingApplied: boolean
  /** Paired a moment ago, and never had a role. */
  readonly isNew: boolean
}

export function settlingOf(times: SettlingTimes, now: Date): Settling {
  const leftMs = leftOf(times, now)
  return { isBeingApplied: leftMs.applying > 0, isNew: leftMs.isNew > 0 }
}

/** For how long this can be so without a cause of its own; null: it does not end by time. */
export function settlesInMs(
  { times, id, now }: { readonly times: SettlingTimes; readonly id: number; readonly now: Date },
  { cause, atComputerId }: FoundHealth,
): number | null {
  if (cause?.code !== 'connecting' || atComputerId !== id) return null
  const { applying, isNew } = leftOf(times, now)
  const ends = [applying, isNew].filter((ms) => ms > 0)
  return ends.length === 0 ? null : Math.min(...ends)
}

function leftOf({ madeAt, changedAt, assignmentVersion }: SettlingTimes, now: Date) {
  const since = (at: Date): number => now.getTime() - at.getTime()
  const hadARole = (assignmentVersion ?? 1) > 1
  return {
    applying: changedAt === null || !hadARole ? 0 : APPLYING_MS - since(changedAt),
    isNew: hadARole ? 0 : NEW_MS - since(madeAt),
  }
}

/** The pharmacies with something that is being set up; at most all there are. */
export class SettlingPharmacies {
  readonly #clock: Clock
  readonly #onDue: () => void
  readonly #dueMsById = new Map<number, number>()
  #cancel: Cancel = () => {}
  #isStopped = false

  constructor(clock: Clock, onDue: () => void) {
    this.#clock = clock
    this.#onDue = onDue
  }

  /** After these, in ms from now; null: nothing is being set up there. */
  note(settles: ReadonlyMap<number, number | null>): void {
    const nowMs = this.#clock.monotonicMs()
    for (const [id, inMs] of settles) {
      if (inMs === null) this.#dueMsById.delete(id)
      else this.#dueMsById.set(id, nowMs + inMs)
    }
    this.#plan()
  }

  /** Whose time is over, at most `most`; they stay until they are noted anew. */
  due(most: number): number[] {
    const nowMs = this.#clock.monotonicMs()
    return [...this.#dueMsById]
      .filter(([, dueMs]) => dueMs <= nowMs)
      .slice(0, most)
      .map(([id]) => id)
  }

  stop(): void {
    this.#isStopped = true
    this.#cancel()
  }

  #plan(): void {
    this.#cancel()
    this.#cancel = () => {}
    if (this.#dueMsById.size === 0 || this.#isStopped) return
    const firstMs = Math.min(...this.#dueMsById.values())
    this.#cancel = this.#clock.after(Math.max(0, firstMs - this.#clock.monotonicMs()) + 1, this.#onDue)
  }
}
