// Three hubs, the devices of many cases and one store: what happens to them under the weather.
import { HubError } from '@pharmacy-relay/shared/hub/request-reply.ts'
import { ProblemError } from '@pharmacy-relay/shared/problem.ts'
import { TestPost } from '@pharmacy-relay/relay-server/hub/mesh/test-post.ts'
import { isPassing } from '@pharmacy-relay/relay-server/db/database-errors.ts'
import type { StoreDb } from '@pharmacy-relay/relay-server/store-api/database.ts'
import { stepDatabaseTime } from '@pharmacy-relay/relay-server/store-api/test/stepped-database.ts'
import type { PairedComputer } from '@pharmacy-relay/relay-server/store-api/test/fleet-rows.queries.ts'
import { Invariants } from './invariants.ts'
import type { LeftOut } from './left-out.ts'
import { ModelAgent, type AgentParts, type Connection } from './model-agent.ts'
import { startModelHub, type ModelHub } from './model-hub.ts'
import { startModelStore, type ModelStore } from './model-store.ts'
import type { ModelTime, UnderWay } from './model-time.ts'
import { deliver, postedSockets, type PostParts } from './post.ts'
import { relayLabel, takeLabel } from './relayed-labels.ts'
import { giveRole, revokeAccess, type Staff } from './staff.ts'
import { DEVICES, HUBS, type Happening, type Weather } from './weather.ts'

export interface FleetParts {
  readonly db: StoreDb
  readonly time: ModelTime
  readonly underWay: UnderWay
  readonly computers: readonly PairedComputer[]
  /** Uniform, from 0 up to but without 1; the same for the same batch. */
  readonly chance: () => number
  readonly leftOut: LeftOut
}

const FINE: Weather = {
  afterMs: 0,
  kill: null,
  pauseDatabaseMs: 0,
  clockStepMs: 0,
  post: ['fine', 'fine', 'fine'],
  mute: null,
  slowMs: [0, 0, 0],
}
/** Until the process manager has started another hub. */
const RESTART_MS = 3_000

export class Fleet {
  readonly invariants: Invariants
  readonly store: ModelStore
  readonly post: PostParts
  readonly agents: readonly ModelAgent[]
  readonly leftOut: LeftOut
  readonly #parts: FleetParts
  readonly #hubs: ModelHub[] = []
  readonly #mesh: TestPost
  #weather = FINE
  #pausedUntilMs = 0

  constructor(parts: FleetParts) {
    const { db, time, underWay, chance, computers, leftOut } = parts
    const { clock } = time
    this.#parts = parts
    this.leftOut = leftOut
    this.post = {
      clock,
      chance,
      leftOut,
      hubById: (hubId) => this.#hubs.find((hub) => hub.hubId === hubId) ?? null,
      postOf: (hub) => this.#weather.post[this.#hubs.indexOf(hub)] ?? 'fine',
    }
    this.#mesh = new TestPost({
      clock,
      isPatient: leftOut === 'timeouts',
      carry: (hubId, arrive) => this.#carry(hubId, arrive),
    })
    this.store = startModelStore({
      db,
      clock,
      underWay,
      sockets: postedSockets(this.post),
      isPaused: () => this.isPaused,
      leftOut,
    })
    this.agents = computers.map((computer, index) => this.#agent(computer, index))
    this.invariants = new Invariants(this.agents)
    for (let slot = 0; slot < HUBS; slot += 1) this.#startHub(slot)
  }

  get isPaused(): boolean {
    return this.#parts.time.clock.monotonicMs() < this.#pausedUntilMs
  }

  get hubs(): readonly ModelHub[] {
    return this.#hubs
  }

  /** From now on it is like this; a hub that is killed is killed now. */
  turn(weather: Weather): void {
    const { time, underWay, db } = this.#parts
    const { clock } = time
    this.#weather = weather
    if (weather.pauseDatabaseMs > 0)
      this.#pausedUntilMs = Math.max(this.#pausedUntilMs, clock.monotonicMs() + weather.pauseDatabaseMs)
    if (weather.kill !== null) this.#kill(weather.kill)
    if (weather.clockStepMs !== 0) void underWay.track(stepDatabaseTime({ db }, weather.clockStepMs))
  }

  clearUp(): void {
    this.#weather = FINE
    this.#pausedUntilMs = 0
  }

  stop(): void {
    this.store.stop()
    for (const agent of this.agents) agent.drop('killed')
    for (const hub of this.#hubs) hub.kill()
  }

  /** Its computers are switched on. */
  begin(life: number): void {
    for (const agent of this.agents.slice(life * DEVICES, (life + 1) * DEVICES)) {
      const hub = this.#anyHub()
      if (hub !== null) agent.connect(hub, false)
    }
  }

  /** Begins it; what it brings about comes by itself. */
  happen(life: number, happening: Happening): void {
    const agent = this.agents[life * DEVICES + happening.device]
    if (agent === undefined) return
    switch (happening.kind) {
      case 'connect':
        return this.#connect(agent, happening)
      case 'drop':
        return agent.drop(happening.how)
      case 'hang':
        return agent.hang(happening.isHanging)
      case 'sleep':
        return agent.sleep(happening.forMs)
      case 'relay': {
        const target = this.agents[life * DEVICES + happening.target]
        return target === undefined ? undefined : relayLabel(this, agent, target)
      }
      case 'revoke':
        return this.#byStaff(async (staff) => this.#revoke(staff, agent))
      case 'role':
        return this.#byStaff((staff) => giveRole(staff, agent.identity, happening.isPrinter))
    }
  }

  get clock() {
    return this.#parts.time.clock
  }

  #agent(computer: PairedComputer, index: number): ModelAgent {
    const at = { life: Math.floor(index / DEVICES), device: index % DEVICES }
    const parts: AgentParts = {
      clock: this.#parts.time.clock,
      chance: this.#parts.chance,
      anyHub: () => this.#anyHub(),
      dialled: (connection: Connection) => void this.invariants.connections.push(connection),
      received: (to, from, payload) => takeLabel(this, { to, from, payload }),
    }
    return new ModelAgent({ ...computer, at }, parts)
  }

  #connect(agent: ModelAgent, { hub, isSameBoot }: { readonly hub: number; readonly isSameBoot: boolean }) {
    const there = this.#hubs[hub]
    const alive = there === undefined || there.isDead ? this.#anyHub() : there
    if (alive !== null) agent.connect(alive, isSameBoot)
  }

  #anyHub(): ModelHub | null {
    const alive = this.#hubs.filter((hub) => !hub.isDead)
    return alive[Math.floor(this.#parts.chance() * alive.length)] ?? null
  }

  #startHub(slot: number): void {
    const { time, chance } = this.#parts
    const { clock } = time
    const random = { uuid: () => crypto.randomUUID(), fraction: chance }
    const hub: ModelHub = startModelHub({
      clock,
      random,
      leftOut: this.leftOut,
      connectionOf: (hubId) => this.#mesh.connectionOf(hubId),
      send: async (batch) => {
        const slowMs = this.#weather.slowMs[slot] ?? 0
        if (slowMs > 0) await new Promise<void>((resolve) => clock.after(slowMs, resolve))
        // What a killed hub did not send is never sent.
        if (this.#hubs[slot] !== hub || hub.isDead) return new Promise(() => undefined)
        const reply = await this.store.carryOut(batch)
        if (this.#weather.mute === slot) throw new Error('the answer was lost on its way')
        return reply
      },
    })
    this.#hubs[slot] = hub
  }

  /** Between hubs as from the store: as the post is to the one that it goes to. Without limits, nothing is answered. */
  #carry(hubId: string, arrive: () => void): void {
    const isDown = this.leftOut === 'mesh' || this.leftOut === 'timeouts'
    const hub = isDown ? null : this.post.hubById(hubId)
    if (hub !== null) deliver(this.post, hub, arrive)
  }

  #kill(slot: number): void {
    const hub = this.#hubs[slot]
    if (hub === undefined || hub.isDead) return
    hub.kill()
    for (const one of this.invariants.connections) if (one.hub === hub) one.agent.lost(one)
    this.#parts.time.clock.after(RESTART_MS, () => this.#startHub(slot))
  }

  async #revoke(staff: Staff, agent: ModelAgent): Promise<void> {
    const before = this.#weather
    await revokeAccess(staff, agent.identity)
    // The hubs were told in between: nothing is promised when the weather turned meanwhile.
    const isTold = before === this.#weather && before.post.every((post) => post === 'fine')
    this.invariants.revoked(agent, this.clock.monotonicMs(), isTold)
  }

  /** What staff ask for while the database is away is refused, and so is what may not be. */
  #byStaff(work: (staff: Staff) => Promise<void>): void {
    const { underWay } = this.#parts
    void underWay.track(
      work(this.store).catch((error: unknown) => {
        if (!(error instanceof ProblemError) && !(error instanceof HubError) && !isPassing(error)) throw error
      }),
    )
  }
}
