// O122: the certificate of a real haproxy is exchanged under open sockets, and half of one is not taken.
import { spawn, type ChildProcess } from 'node:child_process'
import { X509Certificate } from 'node:crypto'
import { once } from 'node:events'
import { existsSync, mkdtempSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { createServer, type Server } from 'node:http'
import os from 'node:os'
import path from 'node:path'
import tls from 'node:tls'
import { describe, expect, onTestFinished, test } from 'vitest'
import { makeOwnCertificate } from '@pharmacy-relay/relay-server/sms-provider/certificate.ts'
import { freePort } from '@pharmacy-relay/shared/test/free-port.ts'
import { until } from '@pharmacy-relay/shared/test/until.ts'
import { OPS_ABOVE } from '../machine/programs.ts'
import { haproxyConfig } from './haproxy.ts'
import { machinesWith } from './inventory.ts'
import { inventoryWith } from './test-inventory.ts'

const HAPROXY = '/usr/sbin/haproxy'
const HERE = '127.0.0.1'
const SOCKETS = 50
/** It takes the account haproxy, and shuts itself into a folder. */
const isPossible = existsSync(HAPROXY) && process.getuid?.() === 0

/** In place of a portal: takes an upgrade, and says again what it is told. */
async function startPortal(): Promise<number> {
  const port = await freePort([OPS_ABOVE])
  const hubs = createServer().on('upgrade', (_request, socket) => {
    socket.write(
      'HTTP/1.1 101 Switching Protocols\r\nConnection: Upgrade\r\nUpgrade: websocket\r\nSec-WebSocket-Accept: s3pPLMBiTxaQ9kYGzzhZRbK+xOo=\r\n\r\n',
    )
    socket.on('error', () => {}).pipe(socket)
  })
  const ready = createServer((_request, reply) => void reply.end('ready'))
  for (const [server, at] of [
    [hubs, port],
    [ready, port + OPS_ABOVE],
  ] as const)
    await listening(server, at)
  return port
}

async function listening(server: Server, port: number): Promise<void> {
  onTestFinished(() => {
    server.closeAllConnections()
    server.close()
  })
  server.listen(port, HERE)
  await once(server, 'listening')
}

async function pem(): Promise<{ readonly text: string; readonly fingerprint: string }> {
  const { cert, key } = await makeOwnCertificate(new Date())
  return { text: cert + key, fingerprint: new X509Certificate(cert).fingerprint256 }
}

interface Front {
  readonly port: number
  readonly file: string
  reload(): void
  /** What its master says. */
  said(): string
}

const SIGNAL_AGAIN_MS = 15_000

/** As the unit starts it: a master, whose worker is another one behind each reload. */
async function startFront(folder: string): Promise<Front> {
  const [portal, port] = [await startPortal(), await freePort()]
  const file = path.join(folder, 'relay.pem')
  const inventory = inventoryWith({
    'Machine__front-1': `${HERE} haproxy portal`,
    'Machine__front-2': null,
    'Machine__app-1': '127.0.0.21 storefront gateway identity store pharmacy nats',
    'Machine__app-2': null,
    Cluster__Front: HERE,
    Cluster__Certificate: file,
    Cluster__HaproxyFolder: folder,
    Cluster__HaproxyConnections: '1000',
    ...Object.fromEntries(await insidePorts()),
    Portal__Port: String(portal),
    Portal__PublicUrl: `https://panel.example:${port}`,
    Portal__GatewayPublicUrl: `https://api.example:${port}`,
    Storefront__PublicUrl: `https://shop.example:${port}`,
  })
  const [machine] = machinesWith(inventory, 'haproxy')
  if (machine === undefined) throw new Error('the inventory has no machine')
  const config = path.join(folder, 'haproxy.cfg')
  writeFileSync(config, haproxyConfig(inventory, machine))
  const master: ChildProcess = spawn(HAPROXY, ['-W', '-f', config], { stdio: ['ignore', 'ignore', 'pipe'] })
  let said = ''
  master.stderr?.on('data', (bytes: Buffer) => (said += bytes.toString()))
  onTestFinished(async () => {
    const ended = once(master, 'exit')
    master.kill('SIGTERM')
    await ended
  })
  return { port, file, reload: () => void master.kill('SIGUSR2'), said: () => said }
}

async function insidePorts() {
  const names = ['Database', 'Identity', 'Store', 'Pharmacy', 'Gateway']
  return Promise.all(names.map(async (name) => [`Cluster__${name}Port`, String(await freePort())] as const))
}

/** Null: nobody answers. */
async function served({ port }: Front): Promise<string | null> {
  const socket = tls.connect({ host: HERE, port, servername: 'panel.example', rejectUnauthorized: false })
  try {
    await once(socket, 'secureConnect')
    return socket.getPeerX509Certificate()?.fingerprint256 ?? null
  } catch {
    return null
  } finally {
    socket.destroy()
  }
}

/** A device at its hub: what it says comes back. */
class Device {
  readonly #socket: tls.TLSSocket
  #heard = ''
  hasEnded = false

  constructor({ port }: Front) {
    this.#socket = tls.connect({ host: HERE, port, servername: 'panel.example', rejectUnauthorized: false })
    this.#socket.on('data', (bytes: Buffer) => (this.#heard += bytes.toString()))
    for (const event of ['close', 'error']) this.#socket.on(event, () => (this.hasEnded = true))
    const head = `GET /hubs/ HTTP/1.1\r\nHost: panel.example:${port}\r\nConnection: Upgrade\r\nUpgrade: websocket\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\nSec-WebSocket-Version: 13\r\n\r\n`
    this.#socket.write(head)
    onTestFinished(() => void this.#socket.destroy())
  }

  async hears(text: string): Promise<void> {
    await until(`a device hears ${text}`, () => this.#heard.includes(text), 60_000)
  }

  /** False: haproxy answers itself, or closes. */
  async isLetIn(): Promise<boolean> {
    await until('an answer', () => this.#heard !== '' || this.hasEnded)
    return this.#heard.includes('101 Switching')
  }

  say(text: string): void {
    this.#socket.write(text)
  }
}

describe.skipIf(!isPossible)('haproxy (needs root and haproxy: npm run tools)', () => {
  test('O122: a new certificate is served behind a reload while 50 sockets live; half of one leaves the old one', async () => {
    const folder = mkdtempSync(path.join(os.tmpdir(), 'exchange-'))
    onTestFinished(() => rmSync(folder, { recursive: true }))
    const [old, fresh] = [await pem(), await pem()]
    writeFileSync(path.join(folder, 'relay.pem'), old.text)
    const front = await startFront(folder)
    await until('haproxy serves', async () => (await served(front)) === old.fingerprint)
    const devices = await connected(front)

    writeFileSync(front.file, fresh.text.slice(0, fresh.text.length / 2))
    front.reload()
    // A signal that comes while it still reads is lost.
    await until('the reload is refused', () => front.said().includes('Loading failure!'))
    await allHear(devices, 'behind half a certificate')
    expect(await served(front)).toBe(old.fingerprint)

    writeFileSync(`${front.file}.new`, fresh.text)
    renameSync(`${front.file}.new`, front.file)
    await reloadedUntil(front, async () => (await served(front)) === fresh.fingerprint)
    await allHear(devices, 'behind the exchange')
    expect(devices.filter(({ hasEnded }) => hasEnded)).toEqual([])
  })
})

/** As soon as haproxy knows that the portal is ready. */
async function connected(front: Front): Promise<Device[]> {
  await until('a device is let in', async () => new Device(front).isLetIn())
  const devices = Array.from({ length: SOCKETS }, () => new Device(front))
  await Promise.all(devices.map(async (device) => device.hears('101 Switching')))
  return devices
}

/** A master that takes a failed reload up starts anew, and a signal in that moment is lost: it is sent again. */
async function reloadedUntil(front: Front, isServed: () => Promise<boolean>): Promise<void> {
  let sentMs = Number.NEGATIVE_INFINITY
  await until('the new certificate is served', async () => {
    if (performance.now() - sentMs > SIGNAL_AGAIN_MS) {
      front.reload()
      sentMs = performance.now()
    }
    return isServed()
  })
}

async function allHear(devices: readonly Device[], text: string): Promise<void> {
  for (const device of devices) device.say(`(${text})`)
  await Promise.all(devices.map(async (device) => device.hears(`(${text})`)))
}
