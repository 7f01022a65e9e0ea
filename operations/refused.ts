// How relayctl ends: codes that scripts may rely on, and the refusal in words before anything was changed.

export const EXIT = {
  done: 0,
  /** Something broke on the way; what was done is said. */
  failed: 1,
  /** The words after relayctl are not understood. */
  usage: 2,
  /** `status` and `doctor`: something needs a person. */
  unwell: 3,
  /** Refused before anything was changed. */
  refused: 4,
} as const

/** The message is one sentence for a person, which says what to do. */
export class RefusedError extends Error {
  constructor(message: string) {
    super(message)
    this.name = 'RefusedError'
  }
}
