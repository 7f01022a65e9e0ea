// Chance as parts receive it: ids that nobody guesses, and jitter.

export interface Random {
  /** A fresh UUID in lower case. */
  uuid(): string
  /** Uniform, from 0 up to but without 1. */
  fraction(): number
}

/** The real chance of this machine. */
export function systemRandom(): Random {
  return { uuid: () => crypto.randomUUID(), fraction: () => Math.random() }
}
