// One nudge of one device: the request, its answer, and the time between on the monotonic clock.
import type { NudgeAnswer, NudgeResponse } from '@pharmacy-relay/shared/device.ts'
import { instant, type Clock } from '@pharmacy-relay/shared/clock.ts'
import type { Session } from './session.ts'

const MAX_LATENCY_MS = 3_600_000

export interface MeasuredNudge {
  readonly response: NudgeResponse
  readonly answer: NudgeAnswer
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
  const response: NudgeResponse = { isAlive: true, latencyMs, timestamp: instant(clock.wallMs()) }
  session.lastNudge = response
  return { response, answer }
}
