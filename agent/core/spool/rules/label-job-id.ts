// The id of the job that prints a label of a prescription: whoever prints that label again finds the job.
import { createHash } from 'node:crypto'

/** Of names that are ids of labels; made once, of random bits. */
const NAMESPACE = Buffer.from('5b0d7c1e3a6f4e52b9c4d18e70a2f693', 'hex')

/** A UUID of version 5 (RFC 9562, section 5.5). */
export function labelJobId(labelId: string): string {
  const hash = createHash('sha1').update(NAMESPACE).update(labelId).digest()
  hash.writeUInt8(((hash.at(6) ?? 0) & 0x0f) | 0x50, 6)
  hash.writeUInt8(((hash.at(8) ?? 0) & 0x3f) | 0x80, 8)
  const hex = hash.toString('hex', 0, 16)
  return [hex.slice(0, 8), hex.slice(8, 12), hex.slice(12, 16), hex.slice(16, 20), hex.slice(20)].join('-')
}
