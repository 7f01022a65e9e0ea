// How old a label is, and whether it may still come out.
//
// Within a process age is monotonic time. Across a restart it is put together from the job's trace: monotonic where
// both steps are of one process, the wall clock between them. A clock that jumped makes an age untrustworthy, and a
// label is rather printed late than dropped for a wrong clock: it then stays until it is printed or somebody cancels it.
import { reason } from '@pharmacy-relay/shared/reasons/make-reason.ts'
import type { Reason } from '@pharmacy-relay/shared/reasons/reason.ts'
import type { TraceStep } from '../store/spool-store.ts'

/** A label that comes out later than this would surprise more than it helps. */
export const EXPIRY_MS = 30 * 60_000
/** NTP corrects less than this by slewing; more was set by somebody, or the computer slept. */
export const CLOCK_JUMP_MS = 5 * 60_000

/** Made when a label expires: Intl, which writes the span of time, takes 12 ms and 8 MB when it is used first. */
export const whyExpired = (): Reason => reason('expired', { after: EXPIRY_MS / 1_000 })
export const CLOCK_JUMPED = reason('clock_jumped', {})

export interface Life {
  readonly ageMs: number
  /** The clock jumped while it waited. */
  readonly sawJump: boolean
}

/** Age at `wallMs` of a job that waited in an earlier process, since it was accepted or released last. */
export function lifeOf(steps: readonly TraceStep[], wallMs: number): Life {
  const start = steps.findLastIndex(({ state }, index) => isStart(state, steps[index - 1]?.state))
  const own = steps.slice(Math.max(start, 0))
  const last = own.at(-1)
  if (last === undefined) return { ageMs: 0, sawJump: true }
  const gaps = own.slice(1).map((step, index) => {
    const wallGap = step.atMs - (own[index]?.atMs ?? step.atMs)
    const took = step.tookMs ?? Math.max(0, wallGap)
    return { took, off: step.tookMs === null ? -Math.min(0, wallGap) : Math.abs(wallGap - step.tookMs) }
  })
  const sinceLast = wallMs - last.atMs
  return {
    ageMs: gaps.reduce((sum, { took }) => sum + took, Math.max(0, sinceLast)),
    sawJump: sinceLast < -CLOCK_JUMP_MS || gaps.some(({ off }) => off > CLOCK_JUMP_MS),
  }
}

/** Milliseconds until the label expires, 0 when it has; null when it does not expire by itself. */
export function leftMs({ ageMs, sawJump }: Life, ttlMs: number | null = null): number | null {
  return sawJump ? null : Math.max(0, (ttlMs ?? EXPIRY_MS) - ageMs)
}

/** How far the wall clock moved against the monotonic one since `before`; 0 while that may be drift. */
export function jumpMs(before: ClockPair, now: ClockPair): number {
  const moved = now.wallMs - before.wallMs - (now.monotonicMs - before.monotonicMs)
  return Math.abs(moved) > CLOCK_JUMP_MS ? moved : 0
}

export interface ClockPair {
  readonly wallMs: number
  readonly monotonicMs: number
}

/** A second `accepted` in a row only carries another reason. */
function isStart(state: TraceStep['state'], before: TraceStep['state'] | undefined): boolean {
  return state === 'accepted' && before !== 'accepted'
}
