// Ids of rows that are made before they are stored, because their seal is bound to them.
import { randomBytes } from 'node:crypto'

/** UUID version 7 (RFC 9562): 48 bits of Unix milliseconds, then chance. In order of time, so that an index grows at its end. */
export function newRowId(wallMs: number): string {
  const bytes = randomBytes(16)
  bytes.writeUIntBE(wallMs, 0, 6)
  bytes[6] = 0x70 | ((bytes[6] ?? 0) & 0x0f)
  bytes[8] = 0x80 | ((bytes[8] ?? 0) & 0x3f)
  const hex = bytes.toString('hex')
  return [0, 8, 12, 16, 20].map((from, at, starts) => hex.slice(from, starts[at + 1])).join('-')
}
