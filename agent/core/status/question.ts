// One question on a connection of its own: said once, and heard until everything is answered.
import { MAX_ANSWER_BYTES, type ParsedAnswer, type StatusAdapter } from './printer-reading.ts'
import type { TailTalk } from './tail-talk.ts'

/** Printers answer within 100 ms; what comes later than this is not worth a longer wait. */
const ANSWER_MS = 1_500

export class Question implements TailTalk {
  readonly everyMs = ANSWER_MS
  readonly limitMs = ANSWER_MS
  readonly #adapter: StatusAdapter
  #heard = Buffer.alloc(0)
  #isAsked = false

  constructor(adapter: StatusAdapter) {
    this.#adapter = adapter
  }

  next(): Uint8Array | 'end' {
    if (this.#isAsked) return 'end'
    this.#isAsked = true
    return this.#adapter.question
  }

  hear(chunk: Uint8Array): 'more' | 'end' {
    this.#heard = Buffer.concat([this.#heard, chunk.subarray(0, MAX_ANSWER_BYTES - this.#heard.length)])
    return this.answer()?.isWhole === true || this.#heard.length >= MAX_ANSWER_BYTES ? 'end' : 'more'
  }

  /** Null while nothing was heard that is an answer. */
  answer(): ParsedAnswer | null {
    return this.#adapter.parse(this.#heard)
  }
}
