// Whether the disk is told of tries before their turn, from how long a commit takes and how long a label at the printer.
//
// Behind a printer that is slower than the disk, as nearly each is, nothing is gained by it: then none is told, and a power cut leaves
// one label in doubt.

/** Tries before their turn: so many labels more are in doubt after a power cut, at most. */
export const MOST_AHEAD = 8
/** Of a new measurement, in the mean. */
const SHARE = 0.2

export class Pace {
  #commitMs: number | null = null
  #labelMs: number | null = null

  /** The first commit of a label took so long. */
  committed(ms: number): void {
    this.#commitMs = mean(this.#commitMs, ms)
  }

  /** A label was at the printer for so long. */
  printed(ms: number): void {
    this.#labelMs = mean(this.#labelMs, ms)
  }

  /** A label would wait for the disk longer than for the printer. */
  isDiskSlower(): boolean {
    return this.#commitMs !== null && this.#labelMs !== null && this.#labelMs < this.#commitMs
  }
}

function mean(before: number | null, ms: number): number {
  return before === null ? ms : before + SHARE * (ms - before)
}
