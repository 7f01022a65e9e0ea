// Chance that a seed repeats: xorshift32, so that the same campaign chooses the same faults.

export interface Dice {
  /** 0 ≤ x < 1 */
  readonly share: () => number
  /** Whole, both ends included. */
  readonly between: (low: number, high: number) => number
  readonly oneOf: <T>(choices: readonly [T, ...T[]]) => T
}

/** `stream` gives parts that run beside each other dice of their own, whose throws do not depend on timing. */
export function diceOf(seed: number, stream: string): Dice {
  let state = mixed(seed, stream)
  const share = (): number => {
    state ^= state << 13
    state ^= state >>> 17
    state ^= state << 5
    return (state >>> 0) / 2 ** 32
  }
  const between = (low: number, high: number): number => low + Math.floor(share() * (high - low + 1))
  return { share, between, oneOf: (choices) => choices[between(0, choices.length - 1)] ?? choices[0] }
}

/** FNV-1a; xorshift must not begin with zero. */
function mixed(seed: number, stream: string): number {
  let hash = 0x811c9dc5
  for (const byte of Buffer.from(`${seed}/${stream}`)) hash = Math.imul(hash ^ byte, 0x01000193)
  return hash === 0 ? 1 : hash
}
