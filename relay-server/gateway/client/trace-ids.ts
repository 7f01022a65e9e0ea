// Trace ids: 16 random bytes as hex, drawn from the system in blocks because one at a time is dear.
import { randomFillSync } from 'node:crypto'

const ID_BYTES = 16
const BLOCK_BYTES = ID_BYTES * 256

export class TraceIds {
  readonly #block = Buffer.alloc(BLOCK_BYTES)
  #at = BLOCK_BYTES

  /** A fresh id of 32 hex digits. */
  next(): string {
    if (this.#at === BLOCK_BYTES) {
      randomFillSync(this.#block)
      this.#at = 0
    }
    const id = this.#block.toString('hex', this.#at, this.#at + ID_BYTES)
    this.#at += ID_BYTES
    return id
  }
}
