// One nudge of one device: the request, its answer, the time between on the monotonic clock, and how wrong its own clock is.
import { MAX_CLOCK_OFF_MS, type NudgeAnswer, type NudgeResponse } from '@pharmacy-relay/shared/device.ts'
import { instant, type Clock } from '@pharmacy-relay/shared/clock.ts'
import type { Session } from '../sessions/session.ts'

const MAX_LATENCY_MS = 3_600_000

export interface MeasuredNudge {
  readonly response: NudgeResponse
  readonly answer: NudgeAnswer
  /** By how many ms the device's clock is ahead of this hub's, give or take half the latency; null: it told no time. */
  readonly clockAheadMs: number | null
}

/** Tells the device its last response, measures the new one and keeps it. Throws HubError when it does not answer. */
export async function nudge(
  session: Session,
  parts: { readonly clock: Clock; readonly timeoutMs: number },
): Promise<MeasuredNudge> {
  const { clock, timeoutMs } = parts
  const last = session.lastNudge ?? { isAlive: true, latencyMs: 0, timestamp: instant(clock.wallMs()) }
  const askedAtMs = clock.monotonicMs()
  const answer = await session.socket.ask({ event: 'NudgeRequestAsync', args: [last], timeoutMs })
  const latencyMs = Math.min(MAX_LATENCY_MS, Math.max(0, Math.round(clock.monotonicMs() - askedAtMs)))
  const nowMs = clock.wallMs()
  const response: NudgeResponse = { isAlive: true, latencyMs, timestamp: instant(nowMs) }
  session.lastNudge = response
  return { response, answer, clockAheadMs: clockAhead(answer.timestamp, nowMs - latencyMs / 2) }
}

/** The device read its clock half a way back ago. Bounded: a clock may say any year. */
function clockAhead(told: string, nowMs: number): number | null {
  const aheadMs = Math.round(Date.parse(told) - nowMs)
  if (Number.isNaN(aheadMs)) return null
  return Math.min(MAX_CLOCK_OFF_MS, Math.max(-MAX_CLOCK_OFF_MS, aheadMs))
}
