// What becomes of a label whose delivery to another computer ended, from how it ended and whether bytes may have left.
import { MAX_REASONS, type Reasons } from '@pharmacy-relay/shared/reasons/reason.ts'
import { reason } from '@pharmacy-relay/shared/reasons/make-reason.ts'
import { whyExpired } from './expiry.ts'
import type { ComputerRoute, ForwardEnd } from './forwarding.ts'
import type { JobChange } from '../store/spool-store.ts'

/** `disk`: it was not delivered, because the disk failed; `unreadable`: because what was on the label is gone. */
export type TryEnd = ForwardEnd | { readonly kind: 'disk' } | { readonly kind: 'unreadable' }

/** It is handed on once more, `there`: to the same computer only; or it is over. */
export type AfterDelivery = 'again' | 'there' | JobChange

export interface TryFacts {
  /** The route changed, the agent stops, or somebody wants it back. */
  readonly isBrokenOff: boolean
  /** Bytes of it may have left, in this try or one before. */
  readonly mayBeThere: boolean
  /** Of its life; null when it does not expire by itself. */
  readonly leftMs: number | null
  /** Where it was going. */
  readonly to: Pick<ComputerRoute, 'destination' | 'isStandby'>
  /** Why it had not arrived, as the link said last. */
  readonly reasons: Reasons
}

/** Of the life of a label; timers of two parts do not end in the same millisecond. */
const NEARLY_OVER_MS = 100

/** A label that may be there is never called expired: it may have come out. */
export function afterDelivery(end: TryEnd, facts: TryFacts): AfterDelivery {
  const { isBrokenOff, mayBeThere, leftMs, reasons } = facts
  const { destination: computer, isStandby = false } = facts.to
  const isOver = !isBrokenOff && leftMs !== null && leftMs < NEARLY_OVER_MS
  switch (end.kind) {
    case 'forwarded':
      return {
        state: 'forwarded',
        reasons: [
          ...(end.path === 'hub' ? [reason('through_hub', {})] : []),
          ...(isStandby ? [reason('at_standby', { computer })] : []),
        ],
        code: null,
      }
    case 'refused':
      return { state: 'failed', reasons: end.reasons, code: end.code }
    case 'unreadable':
      return {
        state: mayBeThere ? 'unknown' : 'failed',
        reasons: [reason('content_locked', {})],
        code: 'internal',
      }
    case 'not_sent':
      return isOver ? expired(reasons) : 'again'
    case 'in_doubt':
      return isOver ? inDoubt(computer) : 'there'
    case 'disk':
      if (!isOver) return mayBeThere ? 'there' : 'again'
      return mayBeThere ? inDoubt(computer) : expired(reasons)
    default:
      return end satisfies never
  }
}

/** `reasons`: why it waited; empty when nobody knows. */
export function expired(reasons: Reasons): JobChange {
  return { state: 'expired', reasons: [whyExpired(), ...reasons].slice(0, MAX_REASONS), target: null }
}

/** Of a label that may be at a computer which does not get labels of this one any more. */
export function goneElsewhere(computer: string): JobChange {
  return { state: 'unknown', reasons: [reason('gone_elsewhere', { computer })], code: 'in_doubt' }
}

function inDoubt(computer: string): JobChange {
  return { state: 'unknown', reasons: [reason('in_doubt', { computer })], code: 'in_doubt' }
}
