// What must hold whatever happens (hub-and-fleet 4.10): I1 to I8, watched while a batch of cases lives and at its end.
import { UNANSWERED_WITHIN_MS } from '@pharmacy-relay/shared/hub/heartbeat.ts'
import type { Presence } from '@pharmacy-relay/shared/device.ts'
import type { RelayEvent } from '@pharmacy-relay/shared/hub/store-hub.ts'
import type { StoreDb } from '@pharmacy-relay/relay-server/store-api/database.ts'
import { GRACE_MS } from '@pharmacy-relay/relay-server/store-api/presence/recompute.queries.ts'
import {
  shownComputers,
  type ShownComputer,
} from '@pharmacy-relay/relay-server/store-api/test/fleet-rows.queries.ts'
import type { Connection, ModelAgent } from './model-agent.ts'

export interface Broken {
  readonly invariant: 'I1' | 'I2' | 'I3' | 'I4' | 'I5' | 'I6' | 'I7' | 'I8'
  readonly life: number
  readonly device: number
  readonly why: string
}

/** One call of RelayMessageAsync; exactly one outcome. */
export interface RelayCall {
  readonly from: ModelAgent
  outcomes: number
  /** Whether its target has it, which is promised at rest; null when nothing is promised. */
  readonly hasArrived: (() => boolean) | null
}

const REVOKED_WITHIN_MS = 2_000

export class Invariants {
  readonly broken: Broken[] = []
  readonly connections: Connection[] = []
  readonly calls: RelayCall[] = []
  readonly #seqByComputer = new Map<number, number>()
  readonly #printed = new Map<string, number>()
  readonly #agents: ReadonlyMap<number, ModelAgent>
  readonly #revoked = new Set<ModelAgent>()
  #revocations: { readonly agent: ModelAgent; readonly atMs: number }[] = []

  constructor(agents: readonly ModelAgent[]) {
    this.#agents = new Map(agents.map((agent) => [agent.identity.computerId, agent]))
  }

  /** What committed, in its order, at `nowMs`. */
  heard(events: readonly RelayEvent[], nowMs: number): void {
    for (const event of events) {
      const agent = event.kind === 'presence' ? this.#agents.get(event.computerId) : undefined
      if (event.kind !== 'presence' || agent === undefined) continue
      const last = this.#seqByComputer.get(event.computerId) ?? 0
      if (event.presenceSeq <= last) this.#add('I2', agent, `presenceSeq ${event.presenceSeq} after ${last}`)
      this.#seqByComputer.set(event.computerId, event.presenceSeq)
      if (event.presence === 'offline' && event.reason !== 'revoked') this.#offline(agent, nowMs)
    }
  }

  /** `isTold`: the hubs hear of it at once; else it holds at rest. */
  revoked(agent: ModelAgent, atMs: number, isTold: boolean): void {
    // Asked again it changes nothing: what the first time told may still be under way.
    if (isTold && !this.#revoked.has(agent)) this.#revocations.push({ agent, atMs })
    this.#revoked.add(agent)
  }

  received(to: ModelAgent, fromPharmacyId: number | null): void {
    if (fromPharmacyId !== to.identity.pharmacyId)
      this.#add('I5', to, `bytes from pharmacy ${fromPharmacyId}`)
  }

  printed(by: ModelAgent, id: string): void {
    const times = (this.#printed.get(id) ?? 0) + 1
    this.#printed.set(id, times)
    if (times > 1) this.#add('I7', by, `label ${id} reached the spooler ${times} times`)
  }

  /** Looks at what has a time. */
  look(nowMs: number): void {
    const due = this.#revocations.filter(({ atMs }) => nowMs - atMs >= REVOKED_WITHIN_MS)
    this.#revocations = this.#revocations.filter(({ atMs }) => nowMs - atMs < REVOKED_WITHIN_MS)
    for (const { agent, atMs } of due)
      if (this.#alive(agent).length > 0)
        this.#add('I8', agent, `alive ${nowMs - atMs} ms after its revocation`)
  }

  /** When all has been quiet for 35 s. */
  async atTheEnd(db: StoreDb, nowMs: number): Promise<void> {
    for (const { from, outcomes, hasArrived } of this.calls) {
      if (outcomes !== 1) this.#add('I6', from, `a relay call with ${outcomes} outcomes`)
      if (hasArrived?.() === false) this.#add('I6', from, 'at rest its label did not arrive')
    }
    for (const row of await shownComputers(db)) {
      const agent = this.#agents.get(row.computerId)
      if (agent !== undefined) this.#compare(agent, row, nowMs)
    }
  }

  #compare(agent: ModelAgent, row: ShownComputer, nowMs: number): void {
    const alive = this.#alive(agent)
    const truth = truthOf(agent, alive, nowMs)
    if (!truth.includes(row.state)) this.#add('I1', agent, `shown ${row.state}, is ${truth.join(' or ')}`)
    if (alive.length !== row.openSessions)
      this.#add('I1', agent, `${row.openSessions} open rows, ${alive.length} connections`)
    if (this.#revoked.has(agent) && alive.length > 0)
      this.#add('I8', agent, 'at rest alive after its revocation')
    if (alive.length === 0 || agent.hangingSinceMs !== null) return
    if (agent.assignment?.version !== row.version || agent.assignment?.hash !== row.hash)
      this.#add('I4', agent, `holds ${agent.assignment?.version ?? 0}, newest ${row.version ?? 0}`)
  }

  #offline(agent: ModelAgent, nowMs: number): void {
    const long = this.#alive(agent).filter(
      ({ registeredAtMs }) => nowMs - (registeredAtMs ?? nowMs) >= GRACE_MS,
    )
    if (long.length > 0)
      this.#add('I3', agent, 'shown offline while its connection lived for the whole grace')
  }

  #alive(agent: ModelAgent): Connection[] {
    return this.connections.filter(
      (one) =>
        one.agent === agent && one.registeredAtMs !== null && one.endedAtMs === null && !one.hub.isDead,
    )
  }

  #add(invariant: Broken['invariant'], { identity }: ModelAgent, why: string): void {
    this.broken.push({ invariant, ...identity.at, why })
  }
}

/** What may be shown of it when all is quiet. */
function truthOf({ hangingSinceMs }: ModelAgent, alive: readonly Connection[], nowMs: number): Presence[] {
  if (alive.length === 0) return ['offline']
  if (hangingSinceMs === null) return ['online']
  const silentSinceMs = Math.max(
    hangingSinceMs,
    ...alive.map(({ registeredAtMs }) => registeredAtMs ?? nowMs),
  )
  return nowMs - silentSinceMs > UNANSWERED_WITHIN_MS ? ['degraded'] : ['online', 'degraded']
}
