// Work in portions: as long as there is more to do, and nobody says that it is enough.

/** A run ends by itself after so many: what is left waits for the next one. */
const MOST_PORTIONS = 1_000

export interface Portions {
  readonly signal: AbortSignal
  /** Of one portion. A smaller one was the last. */
  readonly size: number
  /** 1,000 unless told otherwise. */
  readonly most?: number
  /** Answers how many it dealt with. */
  readonly portion: (size: number) => Promise<number>
}

/** How many it were in all. */
export async function untilDone({ signal, size, portion, most = MOST_PORTIONS }: Portions): Promise<number> {
  let sum = 0
  for (let turn = 0; turn < most && !signal.aborted; turn += 1) {
    const count = await portion(size)
    sum += count
    if (count < size) break
  }
  return sum
}
