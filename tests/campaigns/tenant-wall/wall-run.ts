// Random operations of random devices at two hubs: whoever gets anything of another pharmacy is a fault.
import type { NatsServers } from '@pharmacy-relay/relay-server/hub/mesh/nats-servers.ts'
import { until } from '@pharmacy-relay/shared/test/until.ts'
import { diceOf, type Dice } from '../../kit/dice.ts'
import { judged, type Asked } from './judged.ts'
import { newMemoryLink, type MemoryLink } from './memory-link.ts'
import { startWallHub, type WallHub } from './wall-hub.ts'
import { newWorld, type WorldDevice } from './world.ts'

export interface WallRun {
  readonly operations: number
  /** Repeats devices, targets and what they do; what overlaps is the computer's. */
  readonly seed: number
  readonly servers: NatsServers
  readonly say: (text: string) => void
}

export interface WallResult {
  readonly seconds: number
  readonly byKind: Readonly<Record<string, number>>
  readonly byOutcome: Readonly<Record<string, number>>
  readonly received: number
  /** Of those the ones that came from the other hub. */
  readonly overNats: number
  readonly statusEvents: number
  /** The first 20, with the number of the operation. */
  readonly faults: readonly string[]
}

interface Operation {
  readonly number: number
  readonly device: WorldDevice
  readonly dice: Dice
}
type Ask = (link: MemoryLink, targetKey: string) => Promise<string>

const [PHARMACIES, DEVICES, HUBS] = [8, 48, 2]
const AT_ONCE = 64
const SAY_EVERY = 100_000
const MAX_FAULTS = 20
const ROLES = ['None', 'Server', 'Client', 'Admin'] as const
/** No device key, or no device: subjects of NATS among them, which must not work as such. */
const NOBODY = ['0'.repeat(64), '*', '>', `${'a'.repeat(63)}*`, '1.>', '__proto__', ''] as const

export async function runWall(run: WallRun): Promise<WallResult> {
  const wall = new Wall(run)
  try {
    return await wall.run()
  } finally {
    await wall.stop()
  }
}

class Wall {
  readonly #run: WallRun
  readonly #world = newWorld(PHARMACIES, DEVICES)
  readonly #hubs: readonly WallHub[]
  readonly #byKind: Record<string, number> = {}
  readonly #byOutcome: Record<string, number> = {}
  readonly #faults: string[] = []
  #received = 0
  #statusEvents = 0
  /** The pharmacy whose devices may hear the status event that is going out right now. */
  #announcing: number | null = null

  constructor(run: WallRun) {
    this.#run = run
    this.#hubs = Array.from({ length: HUBS }, () => startWallHub(this.#world, run.servers))
  }

  async run(): Promise<WallResult> {
    const { operations, seed, say } = this.#run
    for (const { mesh } of this.#hubs) await until('a hub is at NATS', () => mesh.facts().isUp)
    const began = performance.now()
    for (let from = 0; from < operations && this.#faults.length < MAX_FAULTS; from += AT_ONCE) {
      const count = Math.min(AT_ONCE, operations - from)
      await Promise.all(
        Array.from({ length: count }, async (_, n) => this.#one(from + n, diceOf(seed, from + n))),
      )
      if (Math.floor((from + count) / SAY_EVERY) > Math.floor(from / SAY_EVERY))
        say(`tenant wall: ${(from + count).toLocaleString('en')} operations, ${this.#faults.length} faults`)
    }
    return {
      seconds: (performance.now() - began) / 1_000,
      byKind: this.#byKind,
      byOutcome: this.#byOutcome,
      received: this.#received,
      statusEvents: this.#statusEvents,
      faults: this.#faults.slice(0, MAX_FAULTS),
      overNats: this.#hubs.reduce((sum, { mesh }) => sum + mesh.facts().relayedFromHubs, 0),
    }
  }

  async stop(): Promise<void> {
    for (const { mesh } of this.#hubs) await mesh.stop()
  }

  async #one(number: number, dice: Dice): Promise<void> {
    const device = this.#device(dice)
    const operation: Operation = { number, device, dice }
    if (device.link === null) return this.#changed('connect', device, async () => this.#connect(device, dice))
    const draw = dice.int(100)
    if (draw < 50) return this.#relay(operation)
    if (draw < 70) return this.#judge(operation, 'nudge', async (link, key) => link.ask('NudgeAsync', key))
    if (draw < 80) return this.#announce(operation)
    if (draw < 90) return this.#asked('role', device.link.ask('UpdateRoleAsync', dice.oneOf(ROLES)))
    if (draw < 95) return this.#changed('connect', device, async () => this.#connect(device, dice))
    if (draw < 98) return this.#changed('leave', device, async () => this.#leave(device, dice))
    return this.#changed('move', device, async () => this.#move(device, dice))
  }

  async #relay(operation: Operation): Promise<void> {
    const { number, device } = operation
    const payload = Buffer.alloc(12)
    for (const [at, value] of [number, this.#world.indexOf(device), device.customerId].entries())
      payload.writeUInt32BE(value, at * 4)
    await this.#judge(operation, 'relay', async (link, key) => link.ask('RelayMessageAsync', key, payload))
  }

  async #judge(operation: Operation, kind: string, ask: Ask): Promise<void> {
    const { number, device, dice } = operation
    const { link, customerId } = device
    if (link === null) return
    const target = dice.isOneIn(10) ? null : this.#target(device, dice)
    const asked: Asked = { customerId, target, targetsPharmacy: target?.customerId ?? null }
    const outcome = await ask(link, target?.deviceKey ?? dice.oneOf(NOBODY))
    await this.#asked(kind, Promise.resolve(outcome))
    const fault = judged(asked, outcome)
    if (fault !== null) this.#faults.push(`operation ${number} (${kind}): ${fault}`)
  }

  async #asked(kind: string, outcome: Promise<string>): Promise<void> {
    this.#byKind[kind] = (this.#byKind[kind] ?? 0) + 1
    const code = await outcome
    this.#byOutcome[code] = (this.#byOutcome[code] ?? 0) + 1
  }

  #announce({ number, device }: Operation): void {
    const { customerId, computerId, deviceKey } = device
    const status = number % 2 === 0 ? ('Online' as const) : ('Offline' as const)
    const presence = status === 'Online' ? ('online' as const) : ('offline' as const)
    const at = '2026-01-01T00:00:00.000Z'
    this.#byKind['status'] = (this.#byKind['status'] ?? 0) + 1
    this.#announcing = customerId
    for (const { statusEvents } of this.#hubs)
      statusEvents.announce({
        id: number + 1,
        customerId,
        at,
        kind: 'presence',
        computerId,
        deviceKey,
        presenceSeq: number + 1,
        status,
        presence,
        reason: null,
      })
    this.#announcing = null
  }

  async #changed(kind: string, device: WorldDevice, change: () => Promise<void>): Promise<void> {
    this.#byKind[kind] = (this.#byKind[kind] ?? 0) + 1
    device.changing = device.changing.then(change)
    await device.changing
  }

  async #connect(device: WorldDevice, dice: Dice): Promise<void> {
    const hub = this.#hubs[dice.int(HUBS)]
    if (hub === undefined) return
    const pharmacyOf = { current: (): number | null => null }
    const connection = newMemoryLink({
      bootId: device.installId,
      received: (from, payload) => this.#receive(pharmacyOf.current(), from, payload),
      heardOf: () => this.#hear(pharmacyOf.current()),
      nudged: () => undefined,
    })
    const session = hub.connect(device, connection)
    pharmacyOf.current = () => session.opened?.customerId ?? null
    // What it says of its pharmacy may be a lie.
    const pharmacyId = 1 + dice.int(PHARMACIES)
    await this.#asked('register', connection.ask('RegisterDeviceAsync', registrationOf(pharmacyId)))
    if (device.link !== null) device.older.push(device.link)
    device.link = connection
    if (dice.isOneIn(2)) cutOlder(device)
  }

  async #leave(device: WorldDevice, dice: Dice): Promise<void> {
    const { link } = device
    device.link = null
    if (dice.isOneIn(2)) await link?.ask('UnregisterDeviceAsync')
    link?.cut()
    cutOlder(device)
  }

  async #move(device: WorldDevice, dice: Dice): Promise<void> {
    await this.#leave(device, dice)
    device.customerId = 1 + dice.int(PHARMACIES)
    device.wasIn.add(device.customerId)
    await this.#connect(device, dice)
  }

  #receive(pharmacy: number | null, from: string, payload: Uint8Array): void {
    this.#received += 1
    const bytes = Buffer.from(payload)
    const [number, sender, customerId] = [bytes.readUInt32BE(0), bytes.readUInt32BE(4), bytes.readUInt32BE(8)]
    if (customerId !== pharmacy)
      this.#faults.push(
        `operation ${number}: a message of pharmacy ${customerId} reached pharmacy ${pharmacy}`,
      )
    if (this.#world[sender]?.deviceKey !== from)
      this.#faults.push(`operation ${number}: a message names another sender`)
  }

  #hear(pharmacy: number | null): void {
    this.#statusEvents += 1
    if (pharmacy !== this.#announcing)
      this.#faults.push(`pharmacy ${pharmacy} heard a status of pharmacy ${this.#announcing}`)
  }

  #device(dice: Dice): WorldDevice {
    const device = this.#world[dice.int(DEVICES)]
    if (device === undefined) throw new Error('there is no such device')
    return device
  }

  /** Half of the time one of its own pharmacy, else anybody. */
  #target(device: WorldDevice, dice: Dice): WorldDevice {
    const own = this.#world.filter((other) => other !== device && other.customerId === device.customerId)
    return (dice.isOneIn(2) ? own[dice.int(own.length)] : undefined) ?? this.#device(dice)
  }
}

function cutOlder(device: WorldDevice): void {
  for (const link of device.older.splice(0)) link.cut()
}

function registrationOf(pharmacyId: number): object {
  return {
    computerName: 'COUNTER-1',
    username: 'pharmacy',
    localIpAddress: '10.0.0.7',
    email: '',
    clientVersion: '1.0.0',
    pharmacyId,
    role: 'None',
  }
}
