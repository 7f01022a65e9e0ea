// What becomes of a label whose delivery to another computer ended, from how it ended and whether bytes may have left.
import { EXPIRED_WORDS } from './expiry.ts'
import type { TryEnd } from './forward-try.ts'

export type Forwarded =
  /** It is handed on once more. */
  | { readonly kind: 'again' }
  | { readonly kind: 'forwarded' | 'expired'; readonly words: string }
  | { readonly kind: 'failed' | 'unknown'; readonly words: string; readonly code: string }

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
const DOUBT_WORDS = 'the other computer could not be asked any more whether it has this label'

/** A label of which bytes left is never called expired: it may have come out. */
export function forwardedAs(end: TryEnd, { isBrokenOff, mayBeThere, leftMs, words }: TryFacts): Forwarded {
  const isOver = !isBrokenOff && leftMs !== null && leftMs < NEARLY_OVER_MS
  switch (end.kind) {
    case 'forwarded':
      return { kind: 'forwarded', words: '' }
    case 'refused':
      return { kind: 'failed', words: end.words, code: end.code }
    case 'unreadable':
      return mayBeThere
        ? { kind: 'unknown', words: GONE_WORDS, code: 'internal' }
        : { kind: 'failed', words: GONE_WORDS, code: 'internal' }
    case 'in_doubt':
      return isOver
        ? { kind: 'unknown', words: end.words || DOUBT_WORDS, code: 'in_doubt' }
        : { kind: 'again' }
    default:
      if (!isOver) return { kind: 'again' }
      return mayBeThere
        ? { kind: 'unknown', words: DOUBT_WORDS, code: 'in_doubt' }
        : { kind: 'expired', words: words === '' ? EXPIRED_WORDS : `${EXPIRED_WORDS}: ${words}` }
  }
}

/** Of a label that may be at a computer which does not get labels of this one any more. */
export function goneElsewhere(computer: string): string {
  return `it may have been handed to ${computer}, and cannot be asked for there any more: look whether it came out`
}
