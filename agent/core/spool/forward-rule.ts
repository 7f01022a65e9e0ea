// What becomes of a label whose delivery to another computer ended, from how it ended and whether bytes may have left.
import { EXPIRED_WORDS } from './expiry.ts'
import type { TryEnd } from './forward-try.ts'
import type { JobChange } from './spool-store.ts'

export type Forwarded =
  /** It is handed on once more; `isDoubted`: to the same computer only. */
  | { readonly kind: 'again'; readonly isDoubted: boolean }
  | { readonly kind: 'over'; readonly change: JobChange }

export interface TryFacts {
  /** The route changed, the agent stops, or somebody wants it back. */
  readonly isBrokenOff: boolean
  /** Bytes of it may have left, in this try or one before. */
  readonly mayBeThere: boolean
  /** Of its life; null when it does not expire by itself. */
  readonly leftMs: number | null
  /** Why it had not arrived, as the link said last. */
  readonly words: string
}

/** Of the life of a label; timers of two parts do not end in the same millisecond. */
const NEARLY_OVER_MS = 100
const GONE_WORDS = 'what was on this label cannot be opened any more: send it again'
/** Which way it took, where that was not the local network. */
export const HUB_WORDS = 'through the hub'
const DOUBT_WORDS = 'the other computer could not be asked any more whether it has this label'

/** A label that may be there is never called expired: it may have come out. */
export function afterDelivery(end: TryEnd, facts: TryFacts): Forwarded {
  const { isBrokenOff, mayBeThere, leftMs, words } = facts
  const isOver = !isBrokenOff && leftMs !== null && leftMs < NEARLY_OVER_MS
  switch (end.kind) {
    case 'forwarded':
      return over({ state: 'forwarded', reason: end.path === 'hub' ? HUB_WORDS : '', code: null })
    case 'refused':
      return over({ state: 'failed', reason: end.words, code: end.code })
    case 'unreadable':
      return over({ state: mayBeThere ? 'unknown' : 'failed', reason: GONE_WORDS, code: 'internal' })
    case 'not_sent':
      return isOver ? over(expired(words)) : { kind: 'again', isDoubted: false }
    case 'in_doubt':
      return isOver ? over(inDoubt(end.words)) : { kind: 'again', isDoubted: true }
    case 'disk':
      if (!isOver) return { kind: 'again', isDoubted: mayBeThere }
      return over(mayBeThere ? inDoubt('') : expired(words))
    default:
      return end satisfies never
  }
}

/** `words`: why it waited; an empty text when nobody knows. */
export function expired(words: string): JobChange {
  const reason = words === '' ? EXPIRED_WORDS : `${EXPIRED_WORDS}: ${words}`
  return { state: 'expired', reason, target: null }
}

/** Of a label that may be at a computer which does not get labels of this one any more. */
export function goneElsewhere(computer: string): JobChange {
  return inDoubt(
    `it may have been handed to ${computer}, and cannot be asked for there any more: look whether it came out`,
  )
}

function over(change: JobChange): Forwarded {
  return { kind: 'over', change }
}

function inDoubt(words: string): JobChange {
  return { state: 'unknown', reason: words === '' ? DOUBT_WORDS : words, code: 'in_doubt' }
}
