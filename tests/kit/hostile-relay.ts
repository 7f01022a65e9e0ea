// What a bad hub does with messages between two devices: passes some on twice, late, or again long after. Never in a product.
import { PeerRelay } from '@pharmacy-relay/relay-server/hub/relay/peer-relay.ts'
import { setTimeout as delay } from 'node:timers/promises'
import type { Dice } from './dice.ts'

type Relay = PeerRelay['relay']

/** One message in so many meets each of the three. */
const ONE_IN = 150
/** Long enough for the next message to overtake it. */
const LATE_MS = 30
/** Of all pairs, newest last; at most 64 KiB each. */
const KEPT = 32

export const RELAY_FAULTS = ['message late', 'message doubled', 'message replayed'] as const
export type RelayFault = (typeof RELAY_FAULTS)[number]

/** For every hub of this process. */
export function makeRelayHostile(dice: Dice, onFault: (fault: RelayFault) => void): void {
  const honest = Reflect.get(PeerRelay.prototype, 'relay')
  const kept: Parameters<Relay>[] = []
  PeerRelay.prototype.relay = async function relay(this: PeerRelay, ...message): Promise<null> {
    const pass = async (one: Parameters<Relay>): Promise<null> => honest.apply(this, one)
    const fault = RELAY_FAULTS[dice.between(0, ONE_IN - 1)]
    if (fault !== undefined) onFault(fault)
    kept.push(message)
    if (kept.length > KEPT) kept.shift()
    if (fault === 'message late') await delay(LATE_MS)
    if (fault === 'message doubled') quietly(pass(message))
    if (fault === 'message replayed') quietly(pass(dice.oneOf([message, ...kept])))
    return pass(message)
  }
}

/** Its sender hears of the honest one. */
function quietly(passed: Promise<unknown>): void {
  passed.catch(() => undefined)
}
