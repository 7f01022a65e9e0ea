// What a bad hub does with messages between two devices: passes some on twice, late, or again long after. Never in a product.
import { PeerRelay } from '@pharmacy-relay/relay-server/hub/peer-relay.ts'
import { setTimeout as delay } from 'node:timers/promises'
import type { Dice } from './dice.ts'

type Relay = PeerRelay['relay']

/** One message in so many meets each of the three. */
const ONE_IN = 150
/** Long enough for the next message to overtake it. */
const LATE_MS = 30
/** Of all pairs, newest last; at most 64 KiB each. */
const KEPT = 32

/** For every hub of this process. */
export function makeRelayHostile(dice: Dice): void {
  const honest = Reflect.get(PeerRelay.prototype, 'relay')
  const kept: Parameters<Relay>[] = []
  PeerRelay.prototype.relay = async function relay(this: PeerRelay, ...message): Promise<null> {
    const pass = async (one: Parameters<Relay>): Promise<null> => honest.apply(this, one)
    const throwOf = dice.between(1, ONE_IN)
    kept.push(message)
    if (kept.length > KEPT) kept.shift()
    if (throwOf === 1) await delay(LATE_MS)
    if (throwOf === 2) quietly(pass(message))
    if (throwOf === 3) quietly(pass(dice.oneOf([message, ...kept])))
    return pass(message)
  }
}

/** Its sender hears of the honest one. */
function quietly(passed: Promise<unknown>): void {
  passed.catch(() => undefined)
}
