// Many computers without an agent of their own: the agent's connection code with a key and an address each, which come, beat and go.
import { randomUUID } from 'node:crypto'
import { systemClock } from '@pharmacy-relay/shared/clock.ts'
import { silentLogger } from '@pharmacy-relay/shared/logger.ts'
import type { ConfigReport } from '@pharmacy-relay/shared/printer-assignment.ts'
import { newCertificate, type TestCertificate } from '@pharmacy-relay/shared/test/test-certificates.ts'
import { until } from '@pharmacy-relay/shared/test/until.ts'
import type { StoreDb } from '@pharmacy-relay/relay-server/store-api/database.ts'
import { addComingComputers } from '@pharmacy-relay/relay-server/store-api/seed/paired-computers.queries.ts'
import { Relay } from '../../../../agent/core/relay/relay.ts'
import { noNews, testIdentity, testPrinting } from '../../../../agent/core/relay/test-printing.ts'
import { ownAddress } from '../../bench/hub/fleet.ts'

/** Neither the hub's rate nor its places for unproven sockets are in the way. */
const AT_A_TIME = 50
const CONNECT_LIMIT_MS = 240_000
const USERNAME = 'soak'

export interface DevicesPlace {
  readonly hubUrl: string
  readonly db: StoreDb
  /** In the order of devices: whose each is. */
  readonly customerIds: readonly number[]
  /** Number of the first one, by which each has a name and an address of its own. */
  readonly first: number
}

export class Devices {
  readonly #all: readonly Device[]

  /** Of `pairedDevices`. */
  constructor(all: readonly Device[]) {
    this.#all = all
  }

  get count(): number {
    return this.#all.length
  }

  get online(): number {
    return this.#all.filter((device) => device.isOnline).length
  }

  /** Rejects when some of those that connect at a time are not online within 240 s. */
  async turnOnAll(say: (text: string) => void): Promise<void> {
    for (let next = 0; next < this.#all.length; next += AT_A_TIME) {
      const some = this.#all.slice(next, next + AT_A_TIME)
      await Promise.all(some.map(async (device) => device.turnOn()))
      await until('devices are online', () => some.every((device) => device.isOnline), CONNECT_LIMIT_MS)
      if ((next + AT_A_TIME) % 500 === 0) say(`  ${next + AT_A_TIME} devices are connected`)
    }
  }

  /** Switched off as a person does it; the promise resolves when it said goodbye. */
  async turnOff(device: number): Promise<void> {
    await this.#all[device]?.turnOff()
  }

  async turnOn(device: number): Promise<void> {
    await this.#all[device]?.turnOn()
  }

  async stop(): Promise<void> {
    await Promise.all(this.#all.map(async (device) => device.turnOff()))
  }
}

/** As if each had paired with its pharmacy. */
export async function pairedDevices({ hubUrl, db, customerIds, first }: DevicesPlace): Promise<Devices> {
  const all = customerIds.map((customerId, n) => new Device(first + n, { hubUrl, customerId }))
  const coming = all.map(({ name: pcName, customerId, installId, key }) => ({
    customerId,
    pcName,
    username: USERNAME,
    installId,
    certificate: key.pem,
    fingerprint: key.fingerprint,
    printers: null,
  }))
  await addComingComputers(db, coming)
  return new Devices(all)
}

class Device {
  readonly name: string
  readonly customerId: number
  readonly installId = randomUUID()
  readonly key: TestCertificate = newCertificate()
  readonly #hubUrl: string
  readonly #localAddress: string
  #relay: Relay | null = null
  #config: ConfigReport | null = null

  constructor(n: number, { hubUrl, customerId }: { readonly hubUrl: string; readonly customerId: number }) {
    this.name = `PC-${n}`
    this.customerId = customerId
    this.#hubUrl = hubUrl
    this.#localAddress = ownAddress(n)
  }

  get isOnline(): boolean {
    return this.#relay?.connection().state === 'online'
  }

  /** As a computer that starts: the same one, in a new process. */
  async turnOn(): Promise<void> {
    if (this.#relay !== null) return
    this.#relay = this.#newRelay()
    await this.#relay.apply({
      hubUrl: this.#hubUrl,
      localAddress: this.#localAddress,
      pharmacyId: this.customerId,
      computerName: this.name,
      username: USERNAME,
      email: '',
      supportAppNumber: null,
    })
  }

  async turnOff(): Promise<void> {
    const relay = this.#relay
    this.#relay = null
    await relay?.stop()
  }

  #newRelay(): Relay {
    return new Relay({
      installId: () => this.installId,
      ...testIdentity,
      prove: this.key.prove,
      bootId: randomUUID(),
      agentVersion: '0.1.0',
      certificates: () => ({ certificate: this.key.pem }),
      clock: systemClock,
      random: Math.random,
      logger: silentLogger,
      printing: testPrinting({
        held: () => this.#config ?? { version: 0, hash: '' },
        config: () => this.#config,
        receive: ({ assignment: { version, hash } }) => {
          this.#config = { version, hash, state: 'applied' }
          this.#relay?.tell()
        },
      }),
      hubNews: () => noNews,
      support: { changed: () => undefined, presence: () => undefined },
      onOnline: () => undefined,
      onGiveUp: () => undefined,
    })
  }
}
