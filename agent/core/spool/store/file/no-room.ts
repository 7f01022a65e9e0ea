// Labels of another computer that found no room: for a moment those that came with them and behind them find none either, or a small one
// would overtake a large one that its computer sends again. Later ones are held back by the link (link/receiver/refused-for-now.ts).
//
// Own labels are not: a program that was refused does not send its label again by itself.

/** What was asked for in the same moment has long come by then, in ms. */
export const NO_ROOM_MS = 250

export class NoRoom {
  /** By the device key of the computer, until when; computers are 64 at most (LINK_LIMITS.links). */
  readonly #untilMs = new Map<string, number>()

  found(origin: string, nowMs: number): void {
    this.#untilMs.set(origin, nowMs + NO_ROOM_MS)
  }

  isOf(origin: string, nowMs: number): boolean {
    const isLate = (this.#untilMs.get(origin) ?? 0) <= nowMs
    if (isLate) this.#untilMs.delete(origin)
    return !isLate
  }
}
