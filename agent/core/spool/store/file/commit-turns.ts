// When the thread commits what it was asked: in the next turn of its loop, or a moment later, so that labels which come together
// share a flush.
//
// On a slow disk with several labels under way, what answers set off comes just after the next flush began, and would wait for two.
// A label that is alone never waits.
import type { Cancel, Clock } from '@pharmacy-relay/shared/clock.ts'

/** A commit that took so long is of a slow disk, in ms. */
export const SLOW_MS = 2
/** So long after the last question, and so long after the first at most, in ms. */
export const GATHER_MS = { afterLast: 1, atMost: 4 } as const
/** For so many commits behind one that several waited for: of labels that come together some come alone. */
export const GATHERED_FOR = 3

export interface CommitTurnsParts {
  readonly clock: Pick<Clock, 'monotonicMs' | 'after'>
  /** Runs `run` once everything that has come was handed over. */
  readonly soon: (run: () => void) => void
  readonly commit: () => void
}

export class CommitTurns {
  readonly #parts: CommitTurnsParts
  /** Of the question that waits the longest; null: none waits. */
  #firstMs: number | null = null
  /** Null: it waits for nothing but its turn. */
  #gathering: Cancel | null = null
  #commitsToGather = 0

  constructor(parts: CommitTurnsParts) {
    this.#parts = parts
  }

  /** Something is to be committed. */
  asked(): void {
    const { clock, soon } = this.#parts
    const nowMs = clock.monotonicMs()
    const isFirst = this.#firstMs === null
    this.#firstMs ??= nowMs
    if (isFirst && this.#commitsToGather === 0) return soon(() => this.#run())
    if (!isFirst && this.#gathering === null) return
    this.#gathering?.()
    const leftMs = this.#firstMs + GATHER_MS.atMost - nowMs
    this.#gathering = clock.after(Math.max(0, Math.min(GATHER_MS.afterLast, leftMs)), () => this.#run())
  }

  /** `waited`: so many operations somebody waits for. */
  committed({ waited, tookMs }: { readonly waited: number; readonly tookMs: number }): void {
    if (tookMs < SLOW_MS) this.#commitsToGather = 0
    else if (waited > 1) this.#commitsToGather = GATHERED_FOR
    else this.#commitsToGather = Math.max(0, this.#commitsToGather - 1)
  }

  #run(): void {
    this.#firstMs = null
    this.#gathering = null
    this.#parts.commit()
  }
}
