// Holds a talk behind a payload: says what the talk wants said, hears for it, and ends once, at its limit at the latest. What the printer
// says after that is still heard, until the connection is over: a printer that is slow to answer is not mute.
import type { Cancel, Clock } from '@pharmacy-relay/shared/clock.ts'
import type { TailTalk } from '../status/tail-talk.ts'

export interface SocketTailParts {
  readonly talk: TailTalk
  readonly clock: Clock
  readonly say: (bytes: Uint8Array) => void
}

export class SocketTail {
  readonly #parts: SocketTailParts
  #onEnd: (() => void) | null = null
  #isHeard = false
  #cancelNext: Cancel = () => undefined
  #cancelLimit: Cancel = () => undefined

  constructor(parts: SocketTailParts) {
    this.#parts = parts
  }

  /** `onEnd` is called once, unless the tail is stopped before. */
  start(onEnd: () => void): void {
    this.#onEnd = onEnd
    this.#isHeard = true
    this.#limit()
    this.#next()
  }

  hear(chunk: Uint8Array): void {
    if (this.#isHeard && this.#parts.talk.hear(chunk) === 'end') this.#end()
  }

  /** The connection is over. */
  stop(): void {
    this.#isHeard = false
    this.#rest()
  }

  #rest(): void {
    this.#onEnd = null
    this.#cancelNext()
    this.#cancelLimit()
  }

  #next(): void {
    const { talk, clock, say } = this.#parts
    const step = talk.next()
    if (step === 'end') return this.#end()
    if (talk.hold?.isHeld() === true) this.#limit()
    if (step !== 'wait') say(step)
    this.#cancelNext = clock.after(talk.everyMs, () => this.#next())
  }

  #limit(): void {
    const { talk, clock } = this.#parts
    this.#cancelLimit()
    this.#cancelLimit = clock.after(talk.limitMs, () => this.#end())
  }

  #end(): void {
    const onEnd = this.#onEnd
    this.#rest()
    onEnd?.()
  }
}
