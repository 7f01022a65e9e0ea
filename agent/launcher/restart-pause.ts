// How long to wait before an agent that ended is started again: not at all at first, so that labels go on.

const PAUSES_MS = [50, 250, 1_000, 2_000, 5_000, 10_000, 30_000] as const
/** An agent that lived so long did not fail at its start. */
const LIVED_MS = 5_000

export class RestartPause {
  #step = 0

  /** Another version. */
  reset(): void {
    this.#step = 0
  }

  /** `livedMs`: from its start to its end. */
  afterLife(livedMs: number): number {
    if (livedMs >= LIVED_MS) this.#step = 0
    const pause = PAUSES_MS[this.#step] ?? PAUSES_MS[PAUSES_MS.length - 1] ?? 0
    this.#step = Math.min(this.#step + 1, PAUSES_MS.length - 1)
    return pause
  }
}
