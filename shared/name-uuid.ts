// The same id for the same name, wherever and whenever it is made.
import { createHash } from 'node:crypto'

/** A UUID of version 5 (RFC 9562, section 5.5). `namespace` is one of 16 bytes, made once for one kind of names. */
export function nameUuid(namespace: Buffer, name: string): string {
  const hash = createHash('sha1').update(namespace).update(name).digest()
  hash.writeUInt8(((hash.at(6) ?? 0) & 0x0f) | 0x50, 6)
  hash.writeUInt8(((hash.at(8) ?? 0) & 0x3f) | 0x80, 8)
  const hex = hash.toString('hex', 0, 16)
  return [hex.slice(0, 8), hex.slice(8, 12), hex.slice(12, 16), hex.slice(16, 20), hex.slice(20)].join('-')
}
