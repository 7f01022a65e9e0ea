// A history as spans of one state each, and as 30 days of them; pure.
import { HISTORY_DAYS, type ComputerHistory } from '@pharmacy-relay/shared/api/relay-support.ts'
import { dayStart, dayIn, nextDay } from '../staff-history/day-start.ts'
import type { CloseReason, Presence } from '@pharmacy-relay/shared/device.ts'

/** Null: nothing is known of that time. */
export type SpanState = Presence | null

/** From one change to the next. */
export interface Span {
  readonly fromMs: number
  readonly toMs: number
  readonly state: SpanState
  /** What it was before. */
  readonly was: SpanState
  readonly reason: CloseReason | null
}

/** One day, midnight to midnight, and what of each span falls into it; of the future nothing does. */
export interface HistoryDay {
  /** As in 2026-11-26. */
  readonly day: string
  readonly fromMs: number
  readonly toMs: number
  readonly spans: readonly Span[]
}

/** Oldest first, without gaps from `from` to `to`. The first is what was before the first change. */
export function spansOf({ from, to, before, transitions }: ComputerHistory): [Span, ...Span[]] {
  const endMs = (index: number): number => Date.parse(transitions[index]?.at ?? to)
  const changed = transitions.map(({ at, presence, reason }, index) => ({
    fromMs: Date.parse(at),
    toMs: endMs(index + 1),
    state: presence,
    reason,
    was: transitions[index - 1]?.presence ?? before,
  }))
  const first = { fromMs: Date.parse(from), toMs: endMs(0), state: before, was: before, reason: null }
  return [first, ...changed]
}

/** The day of `to` in that zone and those before it, oldest first. */
export function daysOf(history: ComputerHistory, zone: string): HistoryDay[] {
  const spans = spansOf(history)
  const today = dayIn(zone, Date.parse(history.to))
  return Array.from({ length: HISTORY_DAYS }, (_, index) => {
    const day = nextDay(today, index + 1 - HISTORY_DAYS)
    const [from, to] = [dayStart(day, zone), dayStart(nextDay(day), zone)]
    return { day, ...within(spans, from.getTime(), to.getTime()) }
  })
}

function within(spans: readonly Span[], fromMs: number, toMs: number): Omit<HistoryDay, 'day'> {
  const touched = spans.filter((span) => span.toMs > fromMs && span.fromMs < toMs)
  return {
    fromMs,
    toMs,
    spans: touched.map((span) => ({
      ...span,
      fromMs: Math.max(fromMs, span.fromMs),
      toMs: Math.min(toMs, span.toMs),
    })),
  }
}

/** How long it was in which state, the longest first. */
export function timeByState(spans: readonly Span[]): [SpanState, number][] {
  const sums = new Map<SpanState, number>()
  for (const { state, fromMs, toMs } of spans) sums.set(state, (sums.get(state) ?? 0) + toMs - fromMs)
  return [...sums].toSorted(([, a], [, b]) => b - a)
}
