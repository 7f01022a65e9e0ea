// Many agents in this process, as the hub sees them: the agent's own connection code, each with a key and an address of its own.
import { randomUUID } from 'node:crypto'
import { silentLogger } from '@pharmacy-relay/shared/logger.ts'
import { systemClock } from '@pharmacy-relay/shared/clock.ts'
import type { ConfigReport } from '@pharmacy-relay/shared/printer-assignment.ts'
import { newCertificate } from '@pharmacy-relay/shared/test/test-certificates.ts'
import { until } from '@pharmacy-relay/shared/test/until.ts'
import { Relay } from '../../../../agent/core/relay/relay.ts'
import { noNews, testPrinting, testIdentity } from '../../../../agent/core/relay/test-printing.ts'
import { nameOf, USERNAME } from './documents.ts'

/** So many connect at a time: neither the hub's rate nor its places for unproven sockets are in the way. */
const AT_A_TIME = 50
const CONNECT_LIMIT_MS = 180_000
/** Below it one address counts for too many that have not registered yet. */
const AT_A_TIME_OF_ONE_ADDRESS = 15

export interface FleetPlace {
  readonly port: number
  readonly count: number
  /** The source address of a device. */
  readonly addressOf: (device: number) => string
  /** What agents draw their waits from: at least 0 and below 1. */
  readonly random: () => number
  /** Asked when a device connects. */
  readonly pharmacyOf: (device: number) => number
}

/** What a pharmacy has to know of a device, for it to be let in. */
export interface DeviceIdentity {
  readonly name: string
  readonly installId: string
  /** PEM. */
  readonly certificate: string
  readonly fingerprint: string
}

/** An address of its own for each of up to 62,500 devices. */
export function ownAddress(device: number): string {
  return `127.20.${1 + Math.floor(device / 250)}.${1 + (device % 250)}`
}

/** Devices 0 to `count` - 1. */
export class Fleet {
  readonly #place: FleetPlace
  readonly #devices: readonly Device[]

  constructor(place: FleetPlace) {
    this.#place = place
    this.#devices = Array.from({ length: place.count }, (_, device) => new Device(device, place.random))
  }

  /** Connects the devices from `from` on up to, not including, `to`. Rejects when some of those that connect at a time are not online within 180 s. */
  async connect(from: number, to: number): Promise<void> {
    const { port, addressOf, pharmacyOf } = this.#place
    const atATime = addressOf(0) === addressOf(1) ? AT_A_TIME_OF_ONE_ADDRESS : AT_A_TIME
    for (let next = from; next < to; next += atATime) {
      const some = this.#devices.slice(next, Math.min(to, next + atATime))
      await Promise.all(
        some.map(async (one) =>
          one.connect({ port, localAddress: addressOf(one.device), pharmacyId: pharmacyOf(one.device) }),
        ),
      )
      await until('devices are online', () => some.every((one) => one.isOnline), CONNECT_LIMIT_MS)
    }
  }

  /** In the order of the devices. */
  identities(): DeviceIdentity[] {
    return this.#devices.map(({ identity }) => identity)
  }

  /** Resolves when that device has applied its next document. */
  async applied(device: number): Promise<void> {
    return this.#devices[device]?.applied()
  }

  /** When each device came online last, on the clock of `performance.now`. */
  onlineSinceMs(): number[] {
    return this.#devices.map((device) => device.onlineAtMs)
  }

  async stop(): Promise<void> {
    await Promise.all(this.#devices.map(async (device) => device.stop()))
  }
}

interface Connecting {
  readonly port: number
  readonly localAddress: string
  readonly pharmacyId: number
}

class Device {
  readonly device: number
  readonly identity: DeviceIdentity
  readonly #relay: Relay
  #config: ConfigReport | null = null
  #onApplied: () => void = () => undefined
  onlineAtMs = 0

  constructor(device: number, random: () => number) {
    this.device = device
    const { pem, fingerprint, prove } = newCertificate()
    const installId = randomUUID()
    this.identity = { name: nameOf(device), installId, certificate: pem, fingerprint }
    this.#relay = new Relay({
      installId: () => installId,
      ...testIdentity,
      prove,
      bootId: randomUUID(),
      agentVersion: '0.1.0',
      certificates: () => ({ certificate: pem }),
      clock: systemClock,
      random,
      logger: silentLogger,
      printing: testPrinting({
        held: () => this.#config ?? { version: 0, hash: '' },
        config: () => this.#config,
        receive: ({ assignment: { version, hash } }) => {
          this.#config = { version, hash, state: 'applied' }
          this.#onApplied()
          this.#relay.tell()
        },
      }),
      hubNews: () => noNews,
      support: { changed: () => undefined, presence: () => undefined },
      onOnline: () => (this.onlineAtMs = performance.now()),
      onGiveUp: () => undefined,
    })
  }

  get isOnline(): boolean {
    return this.#relay.connection().state === 'online'
  }

  async connect({ port, localAddress, pharmacyId }: Connecting): Promise<void> {
    await this.#relay.apply({
      hubUrl: `http://127.0.0.1:${port}`,
      localAddress,
      pharmacyId,
      computerName: this.identity.name,
      username: USERNAME,
      email: '',
      supportAppNumber: null,
    })
  }

  async applied(): Promise<void> {
    return new Promise((resolve) => (this.#onApplied = resolve))
  }

  async stop(): Promise<void> {
    await this.#relay.stop()
  }
}
