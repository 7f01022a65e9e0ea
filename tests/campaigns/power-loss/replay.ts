// What is left on a disk when the power fails: its last state, what was flushed since, and of the rest what the dice leave.
import { closeSync, existsSync, openSync, readFileSync, writeSync } from 'node:fs'
import path from 'node:path'

/** The unit that a disk writes whole or not at all, in bytes. */
export const SECTOR_BYTES = 512

export interface CutResult {
  /** Sectors that were written and not flushed; one that was written twice counts twice. */
  readonly unflushed: number
  /** Of these, how many the disk has all the same. */
  readonly survived: number
  /** Those that the disk was asked for since it was lent. */
  readonly flushes: number
}

/**
 * Writes into the file `stable` of `folder` what survives of `requests` (a line each: "bytes offset", or "flush") and their
 * bytes, which follow each other in `written`. `survives` is asked for each sector that was not flushed. Throws when the two
 * do not belong together.
 */
export function replay(folder: string, survives: () => boolean): CutResult {
  const [requests, written] = [path.join(folder, 'requests'), path.join(folder, 'written')]
  const lines = existsSync(requests) ? readFileSync(requests, 'utf8').trimEnd().split('\n') : []
  const bytes = existsSync(written) ? readFileSync(written) : Buffer.alloc(0)
  const lastFlush = lines.lastIndexOf('flush')
  const result = { unflushed: 0, survived: 0, flushes: lines.filter((line) => line === 'flush').length }
  const stable = openSync(path.join(folder, 'stable'), 'r+')
  let at = 0
  try {
    for (const [n, line] of lines.entries()) {
      if (line === 'flush') continue
      const [length = 0, offset = 0] = line.split(' ').map(Number)
      const write = bytes.subarray(at, (at += length))
      if (write.length < length) throw new Error('the disk has fewer bytes than were written')
      if (n < lastFlush) writeSync(stable, write, 0, length, offset)
      else
        for (let sector = 0; sector < length; sector += SECTOR_BYTES) {
          result.unflushed += 1
          if (!survives()) continue
          result.survived += 1
          writeSync(stable, write, sector, Math.min(SECTOR_BYTES, length - sector), offset + sector)
        }
    }
  } finally {
    closeSync(stable)
  }
  return result
}
