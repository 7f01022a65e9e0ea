// Which printer of the pharmacy the labels of this computer go to, from what it sees of both; pure.
//
//   first: away without a break for `afterMs`, the standby there ─▶ standby
//   standby: back by itself once the first is there for 30 s, or when a person or the panel says so ─▶ first
import type { StandbyWhy } from '@pharmacy-relay/shared/labels/job-report.ts'
import type { LinkPrinter } from '@pharmacy-relay/shared/job-link.ts'
import { holdsLabels } from '@pharmacy-relay/shared/printer-condition.ts'

/** What the assignment says of it. */
export interface StandbyPlan {
  /** Of which two computers; another one begins anew at the first printer. */
  readonly key: string
  readonly afterMs: number
  readonly returns: 'auto' | 'manual'
  /** Another number than when the standby came into use: the panel wants the first one used again. */
  readonly firstAgain: number
}

export interface StandbyFacts {
  readonly first: 'there' | StandbyWhy
  readonly isStandbyThere: boolean
}

/** Since when the standby printer is used, and why; kept over restarts. */
export interface StandbyInUse {
  readonly key: string
  readonly firstAgain: number
  readonly why: StandbyWhy
  /** Unix time in ms. */
  readonly sinceMs: number
}

export interface StandbyState {
  /** Null: labels go to the first printer. */
  readonly use: StandbyInUse | null
  /** Since when what holds now was seen at every look; monotonic, null: it does not hold. */
  readonly firstAwayMs: number | null
  readonly firstThereMs: number | null
  readonly standbyThereMs: number | null
}

export interface Now {
  readonly monotonicMs: number
  readonly wallMs: number
}

/** The first printer is believed to be back when it is there for so long. */
export const BACK_AFTER_MS = 30_000
/** Of a network that comes back, links are up one after the other: the first one gets the time to come. */
export const STANDBY_SURE_MS = 5_000

export const AT_FIRST: StandbyState = {
  use: null,
  firstAwayMs: null,
  firstThereMs: null,
  standbyThereMs: null,
}

export function nextStandby(
  state: StandbyState,
  { plan, facts }: { readonly plan: StandbyPlan | null; readonly facts: StandbyFacts },
  now: Now,
): StandbyState {
  if (plan === null) return AT_FIRST
  const seen = seenNow(state, facts, now.monotonicMs)
  if (seen.use === null) return isDue(seen, plan, now) ? { ...seen, use: begun(plan, facts, now) } : seen
  const isOther = seen.use.key !== plan.key || seen.use.firstAgain !== plan.firstAgain
  if (isOther) return atFirst(seen, facts, now)
  const isBack = plan.returns === 'auto' && hasLasted(seen.firstThereMs, BACK_AFTER_MS, now)
  return isBack ? atFirst(seen, facts, now) : seen
}

/** Somebody wants the first one used again: it has its whole time, also when it is still away. */
export function atFirst(state: StandbyState, { first }: StandbyFacts, { monotonicMs }: Now): StandbyState {
  return { ...state, use: null, firstAwayMs: first === 'there' ? null : monotonicMs }
}

function seenNow(state: StandbyState, { first, isStandbyThere }: StandbyFacts, nowMs: number): StandbyState {
  const since = (isSo: boolean, before: number | null): number | null => (isSo ? (before ?? nowMs) : null)
  return {
    use: state.use,
    firstAwayMs: since(first !== 'there', state.firstAwayMs),
    firstThereMs: since(first === 'there', state.firstThereMs),
    standbyThereMs: since(isStandbyThere, state.standbyThereMs),
  }
}

/** Nothing is won by a standby that is away itself. */
function isDue({ firstAwayMs, standbyThereMs }: StandbyState, { afterMs }: StandbyPlan, now: Now): boolean {
  return hasLasted(firstAwayMs, afterMs, now) && hasLasted(standbyThereMs, STANDBY_SURE_MS, now)
}

function hasLasted(sinceMs: number | null, ms: number, { monotonicMs }: Now): boolean {
  return sinceMs !== null && monotonicMs - sinceMs >= ms
}

function begun({ key, firstAgain }: StandbyPlan, { first }: StandbyFacts, { wallMs }: Now): StandbyInUse {
  return { key, firstAgain, why: first === 'there' ? 'computer_away' : first, sinceMs: wallMs }
}

/**
 * Off, unplugged or not reached. Paper, ribbon, an open head, a pause: somebody stands there. A printer that says only that
 * it is offline is one that its print system does not reach.
 */
export function isPrinterAway({
  presence,
  conditions,
}: Pick<LinkPrinter, 'presence' | 'conditions'>): boolean {
  if (presence === 'absent' || presence === 'none' || conditions.includes('unreachable')) return true
  const somebodyThere = conditions.some((condition) => condition !== 'offline' && holdsLabels(condition))
  return conditions.includes('offline') && !somebodyThere
}
