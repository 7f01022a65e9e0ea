// Why there was no agent for a time. Pure.
import type { AgentName } from '../../../kit/pharmacy.ts'
import type { FailureCode } from '../../../../agent/launcher/launcher-state.ts'
import type { Kill } from './computer-life.ts'
import type { BadKind } from './versions.ts'
import type { Gap } from './watch.ts'

export interface BadPeriod extends Gap {
  readonly kind: BadKind
  /** Why each computer left it. */
  readonly codes: readonly FailureCode[]
}

/** In ms. */
export type GapsByCause = Readonly<Record<'update' | 'kill' | 'bad version', readonly number[]>>

/** An agent whose launcher died stops by itself, and its successor waits for that. */
const AFTER_KILL_MS = 3_000

export function gapsByCause(
  gaps: Readonly<Record<AgentName, readonly Gap[]>>,
  {
    kills,
    bad,
  }: { readonly kills: Readonly<Record<AgentName, readonly Kill[]>>; readonly bad: readonly BadPeriod[] },
): GapsByCause {
  const found: Record<keyof GapsByCause, number[]> = { update: [], kill: [], 'bad version': [] }
  for (const name of ['printer', 'client'] as const)
    for (const gap of gaps[name]) {
      const isBad = bad.some(({ fromMs, toMs }) => gap.fromMs < toMs && gap.toMs > fromMs)
      const isKilled = kills[name].some(({ atMs }) => atMs < gap.toMs && atMs > gap.fromMs - AFTER_KILL_MS)
      found[isBad ? 'bad version' : isKilled ? 'kill' : 'update'].push(gap.toMs - gap.fromMs)
    }
  return found
}
