// Chance as the hub uses it: ids that nobody guesses, and jitter.
import { randomUUID } from 'node:crypto'

export interface Random {
  /** A fresh UUID in lower case. */
  uuid(): string
  /** Uniform, from 0 up to but without 1. */
  fraction(): number
}

/** The real chance of this machine. */
export function systemRandom(): Random {
  return { uuid: () => randomUUID(), fraction: () => Math.random() }
}
