// Tokens of links: 32 random bytes that stand in the link alone; the database has their SHA-256.
import { createHash, randomBytes } from 'node:crypto'

export interface MadeToken {
  /** 43 characters of base64url. */
  readonly token: string
  readonly hash: Buffer
}

export function makeLinkToken(): MadeToken {
  const token = randomBytes(32).toString('base64url')
  return { token, hash: linkTokenHash(token) }
}

export function linkTokenHash(token: string): Buffer {
  return createHash('sha256').update(token).digest()
}
