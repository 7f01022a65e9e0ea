// Ids of jobs that follow from another one, so that whoever makes such a job a second time finds the first.
import { createHash } from 'node:crypto'

/** A UUID of version 8 (RFC 9562); the same for the same text. */
export function derivedId(text: string): string {
  const hex = createHash('sha256').update(text).digest('hex')
  const groups = [hex.slice(0, 8), hex.slice(8, 12), `8${hex.slice(13, 16)}`, `a${hex.slice(17, 20)}`]
  return `${groups.join('-')}-${hex.slice(20, 32)}`
}
