// Random choices that a seed repeats: the same seed and input number give the same bytes on every computer.

export interface Seeded {
  /** From 0 up to, without, `below`. */
  int(below: number): number
  isOneIn(count: number): boolean
  pick<T>(from: readonly [T, ...T[]]): T
  bytes(count: number): Buffer
}

/** mulberry32: 32 bits of state, which is enough to choose inputs. */
export function seeded(seed: number, inputNumber: number): Seeded {
  let state = (Math.imul(seed, 0x9e3779b1) ^ Math.imul(inputNumber + 1, 0x85ebca6b)) >>> 0
  const next = (): number => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return (mixed ^ (mixed >>> 14)) >>> 0
  }
  const int = (below: number): number => Math.floor((next() / 2 ** 32) * below)
  return {
    int,
    isOneIn: (count) => int(count) === 0,
    pick: (from) => from[int(from.length)] ?? from[0],
    bytes: (count) => Buffer.from(Uint8Array.from({ length: count }, () => int(256))),
  }
}
