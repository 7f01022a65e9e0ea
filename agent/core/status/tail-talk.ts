// A talk with the printer on a connection of ours, between the last byte of a payload and our FIN.

/** One connection's talk; not used again for another one. */
export interface TailTalk {
  /** How often `next` is called, in ms. */
  readonly everyMs: number
  /** From the first `next` to our FIN, at most, in ms; from the end of the last hold where there was one. */
  readonly limitMs: number
  /** The printer says that it has stopped: the limit begins anew. Absent where nothing is heard of that; has a bound of its own. */
  readonly hold?: { isHeld(): boolean }
  /** Called behind the last byte and then every `everyMs`: what to say, `wait`, or `end` for our FIN. */
  readonly next: () => Uint8Array | 'wait' | 'end'
  /** Called with everything that the printer says from the first `next` on, also behind our FIN. */
  readonly hear: (chunk: Uint8Array) => 'more' | 'end'
}
