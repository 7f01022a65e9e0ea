// How a try or a connection ended, and what follows from it: the situation for the delay, and why.
import { HUB_CODES, type HubCode } from '@pharmacy-relay/shared/hub/request-reply.ts'
import type { Reasons } from '@pharmacy-relay/shared/reasons/reason.ts'
import { STABLE_MS, type Situation } from './reconnect-delay.ts'

export type SessionEnd =
  /** No connection came about. `retryAfterMs` is set when the hub's host asked for it by HTTP. */
  | { readonly kind: 'unreachable'; readonly reasons: Reasons; readonly retryAfterMs: number | null }
  /** The hub said no, in the handshake, to the registration, or later with SessionEndedAsync. */
  | {
      readonly kind: 'refused'
      readonly code: HubCode
      readonly reasons: Reasons
      readonly retryAfterMs: number | null
    }
  /** A registered connection ended. */
  | { readonly kind: 'lost'; readonly reasons: Reasons; readonly onlineMs: number }

/** A RestartingAsync of the hub: a draw of a moment between these two, on the monotonic clock. */
export interface RestartWindow {
  readonly fromMs: number
  readonly toMs: number
}

interface Count {
  readonly failures: number
  /** On the monotonic clock; until then a hub that was killed is likely to be back. */
  readonly hurryUntilMs: number
}

interface Before extends Count {
  readonly restart: RestartWindow | null
  readonly nowMs: number
}

export interface Aftermath extends Count {
  readonly situation: Situation
}

/** A computer that is back within 20 s of its hub's death was never shown offline (hub-and-fleet 4.2, P9). */
const HURRY_MS = 30_000

/** The hub's own limit for a computer whose identity is in use elsewhere (hub-and-fleet 4.2, P6). */
const CONFLICT_WAIT_MS = 300_000

/** True when the same request would be refused again, so that only a person can change it. */
export function isFinal(code: HubCode): boolean {
  return HUB_CODES[code] === 'final'
}

/** What follows from an end. `before` counts without it. */
export function aftermathOf(end: SessionEnd, before: Before): Aftermath {
  const wasStable = end.kind === 'lost' && end.onlineMs >= STABLE_MS
  const failures = wasStable ? 0 : before.failures + 1
  const hurryUntilMs = wasStable ? before.nowMs + HURRY_MS : before.hurryUntilMs
  return { failures, hurryUntilMs, situation: situationAfter(end, { ...before, failures, hurryUntilMs }) }
}

function situationAfter(end: SessionEnd, now: Before): Situation {
  const { failures } = now
  const failed = { kind: 'failed', failures, inHurry: now.nowMs < now.hurryUntilMs } as const
  if (end.kind === 'refused' && end.code === 'REVOKED') return { kind: 'withdrawn', failures }
  if (end.kind === 'refused') return refusal(end.code, end.retryAfterMs) ?? failed
  if (end.kind === 'unreachable')
    return end.retryAfterMs === null ? failed : { kind: 'busy', retryAfterMs: end.retryAfterMs }
  return announced(now.restart, now.nowMs) ?? { kind: 'lost', failures }
}

/** Null: another try, as after any that failed. */
function refusal(code: HubCode, retryAfterMs: number | null): Situation | null {
  if (code === 'IDENTITY_CONFLICT')
    return { kind: 'conflict', retryAfterMs: retryAfterMs ?? CONFLICT_WAIT_MS }
  if (code === 'NOT_APPROVED') return { kind: 'unapproved' }
  if (isFinal(code)) return { kind: 'refused' }
  return retryAfterMs === null ? null : { kind: 'busy', retryAfterMs }
}

/** An announcement whose window has passed says nothing about this loss any more. */
function announced(restart: RestartWindow | null, nowMs: number): Situation | null {
  if (restart === null || restart.toMs < nowMs) return null
  const fromMs = Math.max(restart.fromMs, nowMs)
  return { kind: 'restarting', afterMs: fromMs - nowMs, windowMs: restart.toMs - fromMs }
}
