// A file that only takes up room: given up when the disk is full, so that what was accepted can still be finished.
import { randomFillSync } from 'node:crypto'
import path from 'node:path'
import { closeSync, fsyncSync, openSync, rmSync, statfsSync, statSync, writeSync } from 'node:fs'

const CHUNK_BYTES = 1_048_576

export class ReserveFile {
  readonly #file: string
  readonly #bytes: number

  constructor(file: string, bytes: number) {
    this.#file = file
    this.#bytes = bytes
  }

  /** Makes it when it is missing and as much again is free beside it. Returns whether it is there. */
  make(): boolean {
    if (this.#bytes === 0 || this.#isThere()) return true
    try {
      const { bavail, bsize } = statfsSync(path.dirname(this.#file))
      if (bavail * bsize < 2 * this.#bytes) return false
      this.#fill()
      return true
    } catch {
      this.giveUp()
      return false
    }
  }

  giveUp(): void {
    rmSync(this.#file, { force: true })
  }

  /** Random bytes: zeros take up no room on a disk that compresses. */
  #fill(): void {
    const chunk = randomFillSync(Buffer.allocUnsafe(CHUNK_BYTES))
    const file = openSync(this.#file, 'w', 0o600)
    try {
      for (let left = this.#bytes; left > 0; left -= CHUNK_BYTES) {
        const length = Math.min(left, CHUNK_BYTES)
        if (writeSync(file, chunk, 0, length) < length) throw new Error('the disk is full')
      }
      fsyncSync(file)
    } finally {
      closeSync(file)
    }
  }

  #isThere(): boolean {
    return statSync(this.#file, { throwIfNoEntry: false })?.size === this.#bytes
  }
}
