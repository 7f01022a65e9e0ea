// Two NATS servers with what is made for them: their passwords are exchanged while a portal is connected.
import { spawn, type ChildProcess } from 'node:child_process'
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import net from 'node:net'
import os from 'node:os'
import path from 'node:path'
import { freePort } from '@pharmacy-relay/shared/test/free-port.ts'
import { until } from '@pharmacy-relay/shared/test/until.ts'
import { describe, expect, onTestFinished, test } from 'vitest'
import { clusterSecrets, withChanges, type AllSecrets } from './cluster-secrets.ts'
import { engineRoundsOf } from './engine-rotations.ts'
import type { Inventory } from './inventory.ts'
import { madeFiles } from './made-files.ts'
import { inventoryWith } from './test-inventory.ts'
import { writeMade } from './write-made.ts'

const NATS = '/usr/sbin/nats-server'
const SERVERS = ['app-1', 'app-2'] as const
const ANSWER_MS = 20_000

async function onLoopback(): Promise<Inventory> {
  return inventoryWith({
    'Machine__app-1': '127.0.0.21 portal storefront gateway identity store pharmacy nats',
    'Machine__app-2': '127.0.0.22 portal storefront gateway identity store pharmacy nats',
    'Machine__vote-1': '127.0.0.41 etcd',
    Cluster__NatsTls: null,
    Cluster__NatsPort: String(await freePort()),
    Cluster__NatsPeerPort: String(await freePort()),
  })
}

class Servers {
  readonly #inventory: Inventory
  readonly #folder = mkdtempSync(path.join(os.tmpdir(), 'cluster-'))
  readonly #running: ChildProcess[]
  secrets: AllSecrets

  constructor(inventory: Inventory) {
    this.#inventory = inventory
    this.secrets = clusterSecrets(inventory, path.join(this.#folder, 'secrets'))
    this.#write()
    this.#running = SERVERS.map((name) =>
      spawn(NATS, ['-c', path.join(this.#folder, name, 'nats.conf')], { stdio: 'ignore' }),
    )
    onTestFinished(() => {
      for (const server of this.#running) server.kill('SIGKILL')
      rmSync(this.#folder, { recursive: true })
    })
  }

  /** As a person does in a round of NATS: new files, then a reload of each. */
  reload(changes: Readonly<Record<string, string>>): void {
    this.change(changes)
    for (const server of this.#running) server.kill('SIGHUP')
  }

  /** In a round of the portals NATS is told nothing. */
  change(changes: Readonly<Record<string, string>>): void {
    this.secrets = withChanges(this.#inventory, this.secrets, changes)
    this.#write()
  }

  told(): string[] {
    return SERVERS.map((name) => readFileSync(path.join(this.#folder, name, 'nats.conf'), 'utf8'))
  }

  /** Of the portals, at each server, with those changes. */
  urls(changes: Readonly<Record<string, string>> = {}): string[] {
    const { programs } = withChanges(this.#inventory, this.secrets, changes)
    return (programs['Nats__Url'] ?? '').split(',')
  }

  #write(): void {
    const files = madeFiles(this.#inventory, this.secrets)
    writeMade(this.#folder, files, files)
  }
}

/** A client that speaks as much of NATS as is needed: https://docs.nats.io/reference/reference-protocols/nats-protocol */
class Portal {
  readonly #socket: net.Socket
  heard = ''
  isOpen = true

  constructor(url: string) {
    const { hostname: host, port, username: user, password: pass } = new URL(url)
    this.#socket = net.connect({ host, port: Number(port) })
    this.#socket.on('data', (bytes) => (this.heard += bytes.toString('latin1')))
    this.#socket.on('error', () => undefined).on('close', () => (this.isOpen = false))
    this.say(`CONNECT ${JSON.stringify({ user, pass, verbose: false })}`, 'PING')
    onTestFinished(() => void this.#socket.destroy())
  }

  say(...lines: string[]): void {
    this.#socket.write(lines.map((line) => `${line}\r\n`).join(''))
  }
}

/** Whether that server takes who comes with it. */
async function takes(url: string): Promise<boolean> {
  const portal = new Portal(url)
  await until('the server has answered', () => portal.heard.includes('PONG') || !portal.isOpen, ANSWER_MS)
  return portal.heard.includes('PONG')
}

describe.skipIf(!existsSync(NATS))('NATS (needs nats-server: npm run tools)', () => {
  test('passwords are exchanged: who is connected stays so, and at the end the old ones are refused', async () => {
    const servers = new Servers(await onLoopback())
    await until('both run', async () => {
      const taken = await Promise.all(servers.urls().map(takes))
      return taken.every(Boolean)
    })
    const [old = '', oldThere = ''] = servers.urls()
    const portal = new Portal(old)
    portal.say('SUB relay.v1.all 1')
    const [added, used, over] = engineRoundsOf('nats-passwords', servers.secrets.engines) ?? []

    servers.reload(added?.changes ?? {})
    const [fresh = ''] = servers.urls(used?.changes)
    await until('both are taken', async () => (await takes(fresh)) && (await takes(old)))
    const told = servers.told()
    servers.change(used?.changes ?? {})
    expect([servers.urls()[0], servers.told()]).toEqual([fresh, told])
    expect([portal.isOpen, await takes(old), await takes(fresh)]).toEqual([true, true, true])

    const [here = '', there = ''] = servers.urls()
    const after = new Portal(here)
    after.say('SUB relay.v1.all 1')
    servers.reload(over?.changes ?? {})
    await until('the old one is refused', async () => !(await takes(old)) && !(await takes(oldThere)))
    await until('who is connected with it has to go', () => !portal.isOpen)
    const other = new Portal(there)
    await until('the routes are there again', () => {
      other.say('PUB relay.v1.all 5', 'hello')
      return after.heard.includes('hello')
    })
    expect(after.isOpen).toBe(true)
  })
})
