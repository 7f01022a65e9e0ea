// What a command came to.
import { EXIT } from './exit-codes.ts'

export interface Outcome {
  readonly code: number
  readonly text: string
  /** What `--json` prints; null prints nothing. */
  readonly json: unknown
  /** The text is what was asked for, whatever the code says of it: it goes to standard output. */
  readonly isAnswer?: boolean
}

/** Shows a part of what a command comes to, before its end. */
export type Print = (text: string, json: unknown) => void

export function done(text: string, json: unknown): Outcome {
  return { code: EXIT.ok, text, json }
}
