// Counts what a spool writes: flushes, and the pages of its log. For a run of its own, as the counting takes time too.
//
// SQLite's log: 32 bytes of header, then frames of 24 bytes and a page. A frame that ends a commit says how long the file is then. When
// all is in the file the log begins anew, with another salt in its header.
import { openSync, readSync } from 'node:fs'

export interface WalCounts {
  readonly flushes: number
  readonly pages: number
  /** How often the log began anew: each time its pages were written into the file, with two flushes more. */
  readonly begins: number
}

const HEADER_BYTES = 32
const FRAME_HEADER_BYTES = 24
const SALT_BYTES = 8
const PAGE_SIZE_AT = 8
const HEADER_SALT_AT = 16
const FRAME_SIZE_AT = 4
const FRAME_SALT_AT = 8

export class WalCounter {
  readonly #file: string
  #descriptor: number | null = null
  #salt = ''
  #frame = 0
  #counts = { flushes: 0, pages: 0, begins: -1 }

  constructor(file: string) {
    this.#file = file
  }

  /** To be called behind every commit. */
  look(): WalCounts {
    this.#descriptor ??= openSync(this.#file, 'r')
    const header = Buffer.alloc(HEADER_BYTES)
    if (readSync(this.#descriptor, header, 0, HEADER_BYTES, 0) < HEADER_BYTES) return this.#counts
    const salt = header.toString('hex', HEADER_SALT_AT, HEADER_SALT_AT + SALT_BYTES)
    if (salt !== this.#salt) {
      this.#salt = salt
      this.#frame = 0
      this.#counts.begins += 1
    }
    this.#readFrames(this.#descriptor, header.readUInt32BE(PAGE_SIZE_AT))
    return { ...this.#counts, begins: Math.max(0, this.#counts.begins) }
  }

  #readFrames(descriptor: number, pageBytes: number): void {
    const frame = Buffer.alloc(FRAME_HEADER_BYTES)
    for (; ; this.#frame += 1) {
      const at = HEADER_BYTES + this.#frame * (FRAME_HEADER_BYTES + pageBytes)
      if (readSync(descriptor, frame, 0, FRAME_HEADER_BYTES, at) < FRAME_HEADER_BYTES) return
      if (frame.toString('hex', FRAME_SALT_AT, FRAME_SALT_AT + SALT_BYTES) !== this.#salt) return
      this.#counts.pages += 1
      if (frame.readUInt32BE(FRAME_SIZE_AT) > 0) this.#counts.flushes += 1
    }
  }
}
