// What the dispatcher does with a label, from where labels go and how long it has waited. Pure: nothing here waits or writes.
import type { Reasons } from '@pharmacy-relay/shared/reasons/reason.ts'
import type { ComputerRoute } from './forwarding.ts'
import { computersOf, pauseOf, routeTo, stopOf, type PrinterRoute, type Route } from './route.ts'
import type { JobRow } from '../store/spool-store.ts'

/** So that a jump of the clock is seen in time while labels wait, and a label that nobody can be asked about. */
export const LOOK_AGAIN_MS = 60_000

/** Where labels go out of the queue. Null: labels that may be at a computer which is no part of the route, and go nowhere else. */
export type Way = Route | null

type Origin = Pick<JobRow, 'origin'>

export type Decision =
  | { readonly kind: 'expire' }
  /** It may be at a computer that cannot be asked: a person is. */
  | { readonly kind: 'ask' }
  /** `why`: said by every label that goes this way; empty: nothing is said. */
  | { readonly kind: 'wait'; readonly why: Reasons; readonly forMs: number }
  | { readonly kind: 'try'; readonly to: PrinterRoute | ComputerRoute }

/** All that the route has; what only the printer here prints, and what may be at other computers, goes its own. */
export function waysOf(route: Route): readonly Way[] {
  const arrivals = route.kind === 'computer' && route.arrivals !== undefined ? [route.arrivals] : []
  return [null, ...arrivals, ...(route.kind === 'computer' ? [] : [route]), ...computersOf(route)]
}

/** `at`: the computer that may have the label. */
export function wayOf(route: Route, { at, row }: { readonly at: string | null; readonly row: Origin }): Way {
  if (at !== null) return routeTo(route, at)
  return route.kind === 'computer' && row.origin !== null ? (route.arrivals ?? route) : route
}

export interface Head {
  readonly route: Route
  /** Of its life; null where it does not expire by itself. */
  readonly leftMs: number | null
  /** Until a label may begin there again after one that failed. */
  readonly restMs: number
  /** It may be at another computer: it never expires, as it may have come out. */
  readonly isThere: boolean
}

/** Of the first label that goes this way. In a pause nobody has waited. */
export function decide(way: Way, { route, leftMs, restMs, isThere }: Head): Decision {
  const isPaused = pauseOf(route) !== null
  if (way === null) {
    // That computer may be back, where labels go nowhere for a while.
    const isAsked = route.kind !== 'none' || (!isPaused && leftMs === 0)
    return isAsked ? { kind: 'ask' } : { kind: 'wait', why: [], forMs: LOOK_AGAIN_MS }
  }
  if (way.kind === 'none' && isPaused) return { kind: 'wait', why: [way.why], forMs: LOOK_AGAIN_MS }
  const left = isThere ? null : leftMs
  if (left === 0) return { kind: 'expire' }
  const forMs = Math.min(left ?? LOOK_AGAIN_MS, LOOK_AGAIN_MS)
  if (way.kind === 'none') return { kind: 'wait', why: [way.why], forMs }
  const stop = way.kind === 'printer' ? stopOf(way) : []
  if (stop.length > 0) return { kind: 'wait', why: stop, forMs }
  if (restMs > 0) return { kind: 'wait', why: [], forMs: Math.min(forMs, restMs) }
  return { kind: 'try', to: way }
}

/** Whether a label that is under way to a computer goes on: what may be there stays with one that can still be asked. */
export function goesOn(to: ComputerRoute, mayBeThere: boolean, route: Route): boolean {
  const now = mayBeThere ? routeTo(route, to.destination) : route
  return now?.kind === 'computer' && now.destination === to.destination && now.deliver === to.deliver
}
