// How a try or a connection ended, and what follows from it: the situation for the delay, and words for people.
import { HUB_CODES, type HubCode } from '@pharmacy-relay/shared/hub/request-reply.ts'
import { STABLE_MS, type Situation } from './reconnect-delay.ts'

export type SessionEnd =
  /** No connection came about. `retryAfterMs` is set when the hub's host asked for it by HTTP. */
  | { readonly kind: 'unreachable'; readonly why: string; readonly retryAfterMs: number | null }
  /** The hub said no, in the handshake, to the registration, or later with SessionEndedAsync. */
  | {
      readonly kind: 'refused'
      readonly code: HubCode
      readonly why: string
      readonly retryAfterMs: number | null
    }
  /** A registered connection ended. */
  | { readonly kind: 'lost'; readonly why: string; readonly onlineMs: number }

/** A RestartingAsync of the hub: a draw of a moment between these two, on the monotonic clock. */
export interface RestartWindow {
  readonly fromMs: number
  readonly toMs: number
}

export interface Aftermath {
  readonly situation: Situation
  readonly failures: number
}

/** The hub's own limit for a computer whose identity is in use elsewhere (hub-and-fleet 4.2, P6). */
const CONFLICT_WAIT_MS = 300_000

/** True when the same request would be refused again, so that only a person can change it. */
export function isFinal(code: HubCode): boolean {
  return HUB_CODES[code] === 'final'
}

/** What follows from an end. `failures` is the count before it. */
export function aftermathOf(
  end: SessionEnd,
  before: { readonly failures: number; readonly restart: RestartWindow | null; readonly nowMs: number },
): Aftermath {
  const failures = end.kind === 'lost' && end.onlineMs >= STABLE_MS ? 0 : before.failures + 1
  return { failures, situation: situationAfter(end, { ...before, failures }) }
}

function situationAfter(
  end: SessionEnd,
  now: { readonly failures: number; readonly restart: RestartWindow | null; readonly nowMs: number },
): Situation {
  const { failures } = now
  if (end.kind === 'refused') return refusal(end.code, end.retryAfterMs, failures)
  if (end.kind === 'unreachable') {
    return end.retryAfterMs === null
      ? { kind: 'failed', failures }
      : { kind: 'busy', retryAfterMs: end.retryAfterMs }
  }
  return announced(now.restart, now.nowMs) ?? { kind: 'lost', failures }
}

function refusal(code: HubCode, retryAfterMs: number | null, failures: number): Situation {
  if (code === 'IDENTITY_CONFLICT')
    return { kind: 'conflict', retryAfterMs: retryAfterMs ?? CONFLICT_WAIT_MS }
  if (code === 'NOT_APPROVED') return { kind: 'unapproved' }
  if (isFinal(code)) return { kind: 'refused' }
  return retryAfterMs === null ? { kind: 'failed', failures } : { kind: 'busy', retryAfterMs }
}

/** An announcement whose window has passed says nothing about this loss any more. */
function announced(restart: RestartWindow | null, nowMs: number): Situation | null {
  if (restart === null || restart.toMs < nowMs) return null
  const fromMs = Math.max(restart.fromMs, nowMs)
  return { kind: 'restarting', afterMs: fromMs - nowMs, windowMs: restart.toMs - fromMs }
}
