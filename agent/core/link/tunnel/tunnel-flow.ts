// The two halves of a tunnel as counters: what may still be sent, and what came in and is not handed on yet.
import { TUNNEL } from './tunnel-message.ts'

/** Adds and subtracts as the 32 bits of a message do. */
const u32 = (value: number): number => value >>> 0

/** What this end sends. */
export class SendingHalf {
  #number = 0
  #granted = 0
  #unread = 0

  /** Bytes that may be sent now. */
  get room(): number {
    return TUNNEL.windowBytes - this.#unread
  }

  /** The number of the next DATA or FIN, which is sent with so many bytes. */
  next(byteCount: number): number {
    const number = this.#number
    this.#number = u32(number + 1)
    this.#unread += byteCount
    return number
  }

  /** False for a CREDIT that grants more than was sent, or takes back. */
  grant(total: number): boolean {
    const more = u32(total - this.#granted)
    if (more > this.#unread) return false
    this.#granted = total
    this.#unread -= more
    return true
  }
}

/** What the other end sends. */
export class ReceivingHalf {
  #expected = 0
  readonly #waiting: Uint8Array[] = []
  /** Not granted again yet: waiting, or handed on and owed. */
  #held = 0
  #owed = 0
  #total = 0
  #isEnded = false

  /** A DATA, or a FIN with null. Says what is wrong with it: then the tunnel is no stream any more. */
  put(number: number, bytes: Uint8Array | null): string | null {
    if (this.#isEnded) return 'more came after the end'
    if (number !== this.#expected) return 'a message was lost, doubled or overtaken on the way'
    this.#expected = u32(number + 1)
    if (bytes === null) {
      this.#isEnded = true
      return null
    }
    this.#held += bytes.length
    if (this.#held > TUNNEL.windowBytes || this.#waiting.length >= TUNNEL.waitingMessages)
      return 'more came than was granted'
    this.#waiting.push(bytes)
    return null
  }

  /** The next bytes to hand on; `end` behind the last ones. */
  take(): Uint8Array | 'end' | null {
    const bytes = this.#waiting.shift()
    if (bytes === undefined) return this.#isEnded ? 'end' : null
    this.#owed += bytes.length
    this.#total = u32(this.#total + bytes.length)
    return bytes
  }

  /** The number of a CREDIT that is due; null when a quarter of the window has not been handed on since the last. */
  creditDue(): number | null {
    if (this.#owed < TUNNEL.creditBytes || this.#isEnded) return null
    this.#held -= this.#owed
    this.#owed = 0
    return this.#total
  }
}
