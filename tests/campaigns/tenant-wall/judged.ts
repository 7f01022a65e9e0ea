// What a device may be answered about another one: nothing that tells whether a stranger exists.
import type { WorldDevice } from './world.ts'

export interface Asked {
  /** The asker's pharmacy. */
  readonly customerId: number
  /** Null: nobody has that key. */
  readonly target: WorldDevice | null
  /** The target's pharmacy when it was asked; it may have moved since. */
  readonly targetsPharmacy: number | null
}

/** What is wrong with the outcome, in words; null when nothing is. */
export function judged({ customerId, target, targetsPharmacy }: Asked, outcome: string): string | null {
  if (outcome === 'no outcome') return 'it has no outcome'
  if (target === null) return isNobodys(outcome) ? null : `a key of nobody was answered ${outcome}`
  const isStranger = target.customerId !== customerId && targetsPharmacy !== customerId
  if (!isStranger) return null
  // Where it once was it is a device that is offline.
  if (outcome === 'PEER_OFFLINE' && target.wasIn.has(customerId)) return null
  return isNobodys(outcome) ? null : `a device of another pharmacy was answered ${outcome}`
}

/** NOT_REGISTERED: the asker's own connection was ending. */
function isNobodys(outcome: string): boolean {
  return outcome === 'PEER_UNKNOWN' || outcome === 'INVALID' || outcome === 'NOT_REGISTERED'
}
