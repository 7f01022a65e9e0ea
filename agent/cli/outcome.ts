// What a command came to.
import { EXIT } from './exit-codes.ts'

export interface Outcome {
  readonly code: number
  readonly text: string
  /** What `--json` prints; null prints nothing. */
  readonly json: unknown
}

export function done(text: string, json: unknown): Outcome {
  return { code: EXIT.ok, text, json }
}
