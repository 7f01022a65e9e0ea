// Numbers that chance seems to have made, the same for the same seed and place: an interrupted seeding goes on with the same rows.

/** Numbers in [0, 1), mulberry32. */
export function drawsOf(seed: number, place: number): () => number {
  let state = (Math.imul(seed, 0x9e3779b1) ^ Math.imul(place + 1, 0x85ebca6b)) | 0
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296
  }
}

/** From `low` to `high`, both included. */
export function wholeOf(draw: () => number, low: number, high: number): number {
  return low + Math.floor(draw() * (high - low + 1))
}

export function oneOf<T>(draw: () => number, list: readonly [T, ...T[]]): T {
  return list[Math.floor(draw() * list.length)] ?? list[0]
}
