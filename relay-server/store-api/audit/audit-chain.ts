// The chain of the staff log: what is hashed of a row, and in which form. Pure.
import { createHash, randomBytes } from 'node:crypto'

/** What the chain holds for ever. It names nobody but by guid and id. */
export interface ChainFacts {
  readonly id: number
  /** To the millisecond: the database counts microseconds, and what it would cut off could not be hashed again. */
  readonly at: Date
  readonly staffGuid: string
  readonly staffRole: string
  readonly action: string
  readonly customerId: number | null
  readonly computerId: number | null
  readonly userGuid: string | null
  readonly source: string | null
  /** 32 bytes: in place of the words, so that they can be erased with their salt and the chain stays whole. */
  readonly words: Buffer
}

/** What may name people. `before` and `after` are JSON text as it is stored. */
export interface ChainWords {
  readonly staffName: string
  readonly summary: string
  readonly before: string | null
  readonly after: string | null
}

export interface Link {
  readonly id: number
  /** 32 bytes. */
  readonly hash: Buffer
}

/** What the first row follows. */
export const FIRST_LINK: Link = { id: 0, hash: Buffer.alloc(32) }

/** 16 random bytes of a row of its own: without them nobody finds its words by trying. */
export function newSalt(): Buffer {
  return randomBytes(16)
}

export function wordsDigest(salt: Buffer, { staffName, summary, before, after }: ChainWords): Buffer {
  return sha256(salt, JSON.stringify([staffName, summary, before, after]))
}

/** `SHA-256(hash of the row before ‖ canonical row)`. The form is never changed: another one gets another first word. */
export function linkOf(previous: Buffer, facts: ChainFacts): Buffer {
  const { id, at, staffGuid, staffRole, action, customerId, computerId, userGuid, source, words } = facts
  const who = [staffGuid, staffRole]
  const what = [action, customerId, computerId, userGuid, source]
  const row = ['staff-log-1', id, at.toISOString(), ...who, ...what, words.toString('hex')]
  return sha256(previous, JSON.stringify(row))
}

function sha256(first: Buffer, text: string): Buffer {
  return createHash('sha256').update(first).update(text, 'utf8').digest()
}
