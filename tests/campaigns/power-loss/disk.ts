// A disk with a write cache, in memory: what was written and not flushed may be gone when the power fails.
//
// Real caches write sectors back in any order, so at the cut each sector of each unflushed write survives or not by the
// dice. What was flushed is never touched. The guest reads its own writes at once, as from a real cache.
import type { Dice } from '../../kit/dice.ts'

/** The unit that a disk writes whole or not at all, in bytes. */
export const SECTOR_BYTES = 512

interface Write {
  readonly offset: number
  readonly bytes: Buffer
}

export interface CutResult {
  /** Sectors that were written and not flushed; one that was written twice counts twice. */
  readonly unflushed: number
  /** Of these, how many the disk has all the same. */
  readonly survived: number
}

export class CachedDisk {
  /** What the guest sees. Memory that nobody touched costs nothing, so both may be large. */
  readonly #seen: Buffer
  /** What is left when the power fails. */
  readonly #stable: Buffer
  #unflushed: Write[] = []
  #flushes = 0

  /** `bytes`: a multiple of SECTOR_BYTES. */
  constructor(bytes: number) {
    this.#seen = Buffer.alloc(bytes)
    this.#stable = Buffer.alloc(bytes)
  }

  get bytes(): number {
    return this.#stable.length
  }

  get flushes(): number {
    return this.#flushes
  }

  /** Throws RangeError beyond the end, as write does. */
  read(offset: number, length: number): Buffer {
    this.#check(offset, length)
    return this.#seen.subarray(offset, offset + length)
  }

  /** Keeps `bytes`: the caller does not use it again. */
  write(offset: number, bytes: Buffer): void {
    this.#check(offset, bytes.length)
    bytes.copy(this.#seen, offset)
    this.#unflushed.push({ offset, bytes })
  }

  flush(): void {
    for (const { offset, bytes } of this.#unflushed) bytes.copy(this.#stable, offset)
    this.#unflushed = []
    this.#flushes += 1
  }

  /** The power fails. `share`: how likely a sector that was not flushed is there all the same, 0 to 1. */
  cut(share: number, dice: Dice): CutResult {
    let unflushed = 0
    let survived = 0
    for (const { offset, bytes } of this.#unflushed)
      for (let at = 0; at < bytes.length; at += SECTOR_BYTES) {
        const sector = bytes.subarray(at, at + SECTOR_BYTES)
        const isThere = dice.share() < share
        unflushed += 1
        survived += isThere ? 1 : 0
        if (isThere) sector.copy(this.#stable, offset + at)
        // The newer one that is lost leaves the older one, also in what the next guest sees.
        this.#stable.copy(this.#seen, offset + at, offset + at, offset + at + sector.length)
      }
    this.#unflushed = []
    return { unflushed, survived }
  }

  #check(offset: number, length: number): void {
    if (offset < 0 || length < 0 || offset + length > this.bytes)
      throw new RangeError(`${length} bytes at ${offset} are beyond the disk's ${this.bytes}`)
  }
}
