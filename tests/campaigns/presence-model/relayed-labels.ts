// Labels over the hub: the same id is sent again until it was taken, and each is printed once.
import { randomUUID } from 'node:crypto'
import type { Clock } from '@pharmacy-relay/shared/clock.ts'
import type { Invariants, RelayCall } from './invariants.ts'
import type { LeftOut } from './left-out.ts'
import type { ModelAgent } from './model-agent.ts'

/** The devices between which labels go, and who watches. */
interface Relayed {
  readonly agents: readonly ModelAgent[]
  readonly invariants: Invariants
  readonly clock: Clock
  readonly post: { readonly chance: () => number }
  readonly leftOut: LeftOut
}

const TRIES = 3
const AGAIN_MS = 1_000

/** In fine weather, from each computer that is connected to another one of its pharmacy that is: they arrive. */
export function relayAtRest(fleet: Relayed): void {
  const connected = fleet.agents.filter(({ connection }) => typeof connection?.registeredAtMs === 'number')
  for (const from of connected)
    for (const target of connected)
      if (from !== target && from.identity.pharmacyId === target.identity.pharmacyId)
        void send(fleet, { from, target, id: randomUUID(), isAtRest: true }, 1)
}

/** Sends a label to a device, of its own pharmacy or another; after no outcome or a bad one the same id again. */
export function relayLabel(fleet: Relayed, from: ModelAgent, target: ModelAgent): void {
  void send(fleet, { from, target, id: randomUUID(), isAtRest: false }, TRIES)
}

interface Label {
  readonly from: ModelAgent
  readonly target: ModelAgent
  readonly id: string
  readonly isAtRest: boolean
}

async function send(fleet: Relayed, label: Label, triesLeft: number): Promise<void> {
  const { from, target, id } = label
  const { connection } = from
  if (from.isAsleep || connection === null || connection.registeredAtMs === null || connection.hub.isDead)
    return
  const hasArrived = label.isAtRest ? () => target.ledger.has(id) : null
  const call: RelayCall = { from, outcomes: 0, hasArrived }
  fleet.invariants.calls.push(call)
  const isDelivered = await connection.hub
    .relay(connection.session, target.identity.deviceKey, Buffer.from(id))
    .then(
      () => true,
      () => false,
    )
  call.outcomes += 1
  // DELIVERED says that the target's connection took it, not that the target did: it may come once more.
  const isAskedAgain = !isDelivered || fleet.post.chance() < 0.3
  if (isAskedAgain && triesLeft > 1) fleet.clock.after(AGAIN_MS, () => void send(fleet, label, triesLeft - 1))
}

export function takeLabel(
  fleet: Relayed,
  label: { readonly to: ModelAgent; readonly from: string; readonly payload: Uint8Array },
): void {
  const { to, from, payload } = label
  const sender = fleet.agents.find(({ identity }) => identity.deviceKey === from)
  fleet.invariants.received(to, sender?.identity.pharmacyId ?? null)
  const id = Buffer.from(payload).toString()
  if (fleet.leftOut !== 'ledger' && to.ledger.has(id)) return
  to.ledger.add(id)
  fleet.invariants.printed(to, id)
}
