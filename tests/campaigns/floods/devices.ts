// Paired devices at the platform's relay hub, each a socket.io client with a key and an address of its own.
import { randomUUID } from 'node:crypto'
import {
  addComingComputers,
  addPharmacies,
} from '@pharmacy-relay/relay-server/store-api/seed/paired-computers.queries.ts'
import { HUB_PATH } from '@pharmacy-relay/shared/hub/addresses.ts'
import { IRelayHub } from '@pharmacy-relay/shared/hub/relay-hub.ts'
import { ask } from '@pharmacy-relay/shared/hub/request-reply.ts'
import { PROTOCOL_VERSION } from '@pharmacy-relay/shared/hub/version.ts'
import { Challenge } from '@pharmacy-relay/shared/pairing.ts'
import { newCertificate } from '@pharmacy-relay/shared/test/test-certificates.ts'
import { io, type Socket } from 'socket.io-client'
import { pause } from '@pharmacy-relay/shared/waits.ts'
import { systemClock } from '@pharmacy-relay/shared/clock.ts'
import type { HubPlatform } from '../bench/hub/platform-crowd.ts'

const CONNECT_MS = 5_000
const AGAIN_MS = 500
const PAYLOAD = new Uint8Array(1_000)

export class FloodDevice {
  readonly #parts: { readonly port: number; readonly pharmacyId: number; readonly localAddress: string }
  readonly name: string
  readonly certificate = newCertificate()
  readonly installId = randomUUID()
  #socket: Socket | null = null
  deviceKey = ''

  constructor(parts: {
    readonly port: number
    readonly pharmacyId: number
    readonly localAddress: string
    readonly name: string
  }) {
    this.#parts = parts
    this.name = parts.name
  }

  /** Tries until it is registered; how long that took, in ms. Null when it is not within `limitMs`. */
  async comeOnline(limitMs: number): Promise<number | null> {
    const beganMs = performance.now()
    while (performance.now() - beganMs < limitMs) {
      if (await this.#register().catch(() => false)) return performance.now() - beganMs
      this.stop()
      await pause(systemClock, AGAIN_MS)
    }
    return null
  }

  /** Sends a message of 1,000 bytes; how long it took until it was delivered, in ms. Rejects when it was not. */
  async relay(target: FloodDevice): Promise<number> {
    const socket = this.#socket
    if (socket === null) throw new Error('not online')
    const beganMs = performance.now()
    const args = [target.deviceKey, PAYLOAD] as const
    await ask(socket, IRelayHub, { event: 'RelayMessageAsync', args: [...args], timeoutMs: CONNECT_MS })
    return performance.now() - beganMs
  }

  stop(): void {
    this.#socket?.disconnect()
    this.#socket = null
  }

  async #register(): Promise<boolean> {
    const { port, localAddress, pharmacyId: pharmacy } = this.#parts
    const ids = { installId: this.installId, bootId: randomUUID() }
    const audience = `127.0.0.1:${port}`
    const options = { path: HUB_PATH, transports: ['websocket'], reconnection: false, forceNew: true }
    const auth = { protocolVersion: PROTOCOL_VERSION, agentVersion: '1.0.0', ...ids }
    const socket = io(`http://${audience}`, { ...options, auth, timeout: CONNECT_MS, localAddress } as object)
    this.#socket = socket
    await new Promise<void>((resolve, reject) => {
      socket.once('connect_error', reject).once('disconnect', reject)
      socket.once('ChallengeAsync', (question: unknown, reply: (answer: unknown) => void) => {
        const { nonce } = Challenge.parse(question)
        reply({ ok: true, data: this.certificate.prove({ nonce, audience, ...ids }) })
        resolve()
      })
    })
    const registration = {
      computerName: this.name,
      username: 'flood',
      localIpAddress: '10.0.0.7',
      email: '',
      clientVersion: '1.0.0',
      pharmacyId: pharmacy,
      role: 'None' as const,
    }
    const request = { event: 'RegisterDeviceAsync' as const, args: [registration] as [typeof registration] }
    this.deviceKey = (await ask(socket, IRelayHub, { ...request, timeoutMs: CONNECT_MS })).deviceKey
    return true
  }
}

/** Devices of one pharmacy, known to the store and not connected. */
export async function pairedDevices(
  { ports, db }: HubPlatform,
  { count, firstStore, net }: { readonly count: number; readonly firstStore: number; readonly net: number },
): Promise<FloodDevice[]> {
  const [customerId = 0] = await addPharmacies(db, { first: firstStore, count: 1 })
  const devices = Array.from(
    { length: count },
    (_, at) =>
      new FloodDevice({
        port: ports.Portal__Port,
        pharmacyId: customerId,
        localAddress: `127.${net}.1.${1 + at}`,
        name: `FLOOD-${firstStore}-${at}`,
      }),
  )
  const coming = devices.map(({ name: pcName, installId, certificate: { pem, fingerprint } }) => ({
    customerId,
    pcName,
    username: 'flood',
    installId,
    printers: null,
    certificate: pem,
    fingerprint,
  }))
  await addComingComputers(db, coming)
  return devices
}
