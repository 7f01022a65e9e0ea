// Chance that a seed repeats: the same seed and stream give the same throws on every computer.

export interface Dice {
  /** 0 ≤ x < 1 */
  share(): number
  /** From 0 up to, without, `below`. */
  int(below: number): number
  /** Whole, both ends included. */
  between(low: number, high: number): number
  isOneIn(count: number): boolean
  oneOf<T>(choices: readonly [T, ...T[]]): T
  bytes(count: number): Buffer
}

/**
 * mulberry32: 32 bits of state, which is enough to choose inputs. `stream`, a name or the number of an input, gives parts
 * that run beside each other dice of their own, whose throws do not depend on timing.
 */
export function diceOf(seed: number, stream: string | number): Dice {
  let state = typeof stream === 'number' ? mixed(seed, stream) : hashed(`${seed}/${stream}`)
  const share = (): number => {
    state = (state + 0x6d2b79f5) >>> 0
    let next = Math.imul(state ^ (state >>> 15), state | 1)
    next ^= next + Math.imul(next ^ (next >>> 7), next | 61)
    return ((next ^ (next >>> 14)) >>> 0) / 2 ** 32
  }
  const int = (below: number): number => Math.floor(share() * below)
  return {
    share,
    int,
    between: (low, high) => low + int(high - low + 1),
    isOneIn: (count) => int(count) === 0,
    oneOf: (choices) => choices[int(choices.length)] ?? choices[0],
    bytes: (count) => Buffer.from(Uint8Array.from({ length: count }, () => int(256))),
  }
}

function mixed(seed: number, number: number): number {
  return (Math.imul(seed, 0x9e3779b1) ^ Math.imul(number + 1, 0x85ebca6b)) >>> 0
}

/** FNV-1a. */
function hashed(text: string): number {
  let hash = 0x811c9dc5
  for (const byte of Buffer.from(text)) hash = Math.imul(hash ^ byte, 0x01000193)
  return hash >>> 0
}
