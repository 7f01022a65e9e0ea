// What happens to the two carriers of a pharmacy: LAN and hub fail in turn, both at once, are slow, are cut.
import { setTimeout as delay } from 'node:timers/promises'
import type { Line, LineState } from '../../../kit/line.ts'
import type { Dice } from '../../../kit/dice.ts'

export const CARRIER_FAULTS = ['LAN away', 'LAN slow', 'hub away', 'both away', 'LAN cut', 'hub cut'] as const
export type CarrierFault = (typeof CARRIER_FAULTS)[number]

export interface Carriers {
  readonly lan: Line
  readonly hub: Line
}

interface Phase {
  readonly fault: CarrierFault | null
  readonly away: readonly (keyof Carriers)[]
  readonly ms: readonly [low: number, high: number]
  /** At some moment of it. */
  readonly cut: keyof Carriers
}

/** First the LAN fails, then the hub: agents need some seconds to come back to a hub that was away. */
const PHASES: readonly Phase[] = [
  { fault: 'LAN away', away: ['lan'], ms: [3_000, 8_000], cut: 'lan' },
  { fault: null, away: [], ms: [500, 2_000], cut: 'lan' },
  { fault: 'LAN slow', away: [], ms: [1_000, 4_000], cut: 'lan' },
  { fault: 'LAN away', away: ['lan'], ms: [3_000, 8_000], cut: 'hub' },
  { fault: 'hub away', away: ['hub'], ms: [1_000, 3_000], cut: 'lan' },
  { fault: 'both away', away: ['lan', 'hub'], ms: [500, 2_500], cut: 'lan' },
  { fault: null, away: [], ms: [2_000, 6_000], cut: 'hub' },
]

export interface CarrierTrouble {
  readonly dice: Dice
  readonly signal: AbortSignal
  readonly onFault: (fault: CarrierFault) => void
}

/** Until the signal; both are open then. */
export async function troubleCarriers(carriers: Carriers, trouble: CarrierTrouble): Promise<void> {
  while (!trouble.signal.aborted)
    for (const phase of PHASES) if (!trouble.signal.aborted) await pass(phase, carriers, trouble)
  carriers.lan.set('open')
  carriers.hub.set('open')
}

async function pass(
  { fault, away, ms, cut }: Phase,
  carriers: Carriers,
  { dice, signal, onFault }: CarrierTrouble,
): Promise<void> {
  const how = (): LineState => dice.oneOf(['refusing', 'silent'])
  carriers.lan.set(away.includes('lan') ? how() : fault === 'LAN slow' ? 'slow' : 'open')
  carriers.hub.set(away.includes('hub') ? how() : 'open')
  if (fault !== null) onFault(fault)
  const lengthMs = dice.between(...ms)
  const cutAtMs = dice.between(0, lengthMs)
  await delay(cutAtMs, undefined, { signal }).catch(() => undefined)
  if (!signal.aborted && !away.includes(cut)) {
    onFault(cut === 'lan' ? 'LAN cut' : 'hub cut')
    carriers[cut].cut()
  }
  await delay(lengthMs - cutAtMs, undefined, { signal }).catch(() => undefined)
}
