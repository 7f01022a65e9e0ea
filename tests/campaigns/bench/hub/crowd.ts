// A server in its own process and the clients in this one: what our hub and the others are measured as, in the same way.
import { PROTOCOL_VERSION } from '@pharmacy-relay/shared/hub/version.ts'
import { randomUUID } from 'node:crypto'
import type { Socket } from 'socket.io-client'
import { createHubSocket } from '../../../../agent/core/relay/hub-socket.ts'
import { pharmacyOf } from './documents.ts'
import { Fleet, ownAddress } from './fleet.ts'
import { startProgram, type OrderedProcess, type ServerProcess } from './server-process.ts'
import { wsClient, type Dialled, type WireClient } from './wire-clients.ts'

export interface Crowd {
  readonly server: ServerProcess
  /** Connects the clients from `from` on up to, not including, `to`, in their order. */
  connect(from: number, to: number): Promise<void>
  /** The server frees what it can; nothing for one that has no garbage. */
  collect(): Promise<void>
  /** Sends a document to one of them; resolves when that one has it, the hub's devices when they applied it. */
  push(device: number): Promise<void>
  /** Resolves when the server has closed the socket of that device and told the registry; null where there is no such thing. */
  readonly revoke: ((device: number) => Promise<void>) | null
  stop(): Promise<void>
}

export type Say = (text: string) => void

const STEP = 1_000

/** Says how far it is, as thousands of clients take minutes. */
export async function connectInSteps(
  crowd: Pick<Crowd, 'connect'>,
  { from, to }: { readonly from: number; readonly to: number },
  say: Say,
): Promise<void> {
  for (let next = from; next < to; next += STEP) {
    const end = Math.min(to, next + STEP)
    await crowd.connect(next, end)
    say(`  ${end} connected`)
  }
}

/** Our hub and agents; `count` is the most that will be connected. */
export async function hubCrowd(count: number): Promise<Crowd> {
  const server = await startProgram('hub-program.ts', '0')
  const fleet = new Fleet({
    port: server.port,
    count,
    addressOf: ownAddress,
    random: Math.random,
    pharmacyOf,
  })
  return {
    server,
    connect: async (from, to) => fleet.connect(from, to),
    collect: async () => collect(server),
    push: async (device) => {
      const applied = fleet.applied(device)
      server.order({ order: 'push', device })
      await applied
    },
    revoke: async (device) => {
      const closed = server.heard((news) => news.news === 'closed' && news.device === device)
      server.order({ order: 'revoke', device })
      await closed
    },
    stop: async () => {
      await server.kill()
      await fleet.stop()
    },
  }
}

export async function wsCrowd(): Promise<Crowd> {
  const server = await startProgram('plain-program.ts', 'ws')
  const order = (device: number): void => server.order({ order: 'push', device })
  return { ...wireCrowd(server, wsClient, order), collect: async () => collect(server) }
}

/** The agent's own socket, without anything of ours on it. */
export async function socketIoCrowd(): Promise<Crowd> {
  const server = await startProgram('plain-program.ts', 'socket.io')
  const sockets: Socket[] = []
  return {
    server,
    connect: async (from, to) => {
      for (let device = from; device < to; device += 1)
        sockets.push(await plainSocket(server.port, ownAddress(device)))
    },
    collect: async () => collect(server),
    push: async (device) => {
      const socket = sockets[device]
      if (socket === undefined) throw new Error(`client ${device} is not connected`)
      const received = new Promise<void>((resolve) => void socket.once('config', () => resolve()))
      server.order({ order: 'push', device })
      await received
    },
    revoke: null,
    stop: async () => {
      await server.kill()
      for (const socket of sockets) socket.disconnect()
    },
  }
}

/** `publish` has the server send a document to one client. */
export function wireCrowd(
  server: ServerProcess,
  dial: (dialled: Dialled) => Promise<WireClient>,
  publish: (device: number) => void,
): Crowd {
  const clients: WireClient[] = []
  return {
    server,
    connect: async (from, to) => {
      for (let device = from; device < to; device += 1)
        clients.push(await dial({ port: server.port, localAddress: ownAddress(device), device }))
    },
    collect: async () => undefined,
    push: async (device) => {
      const client = clients[device]
      if (client === undefined) throw new Error(`client ${device} is not connected`)
      const received = client.received()
      publish(device)
      await received
    },
    revoke: null,
    stop: async () => {
      for (const client of clients) client.close()
      await server.kill()
    },
  }
}

async function collect(server: OrderedProcess): Promise<void> {
  const collected = server.heard((news) => news.news === 'collected')
  server.order({ order: 'collect' })
  await collected
}

async function plainSocket(port: number, localAddress: string): Promise<Socket> {
  const hello = {
    protocolVersion: PROTOCOL_VERSION,
    agentVersion: '0.1.0',
    installId: randomUUID(),
    bootId: randomUUID(),
  }
  const hubUrl = `http://127.0.0.1:${port}`
  const socket = createHubSocket({ hubUrl, localAddress, hello, onHttpAnswer: () => undefined })
  const connected = new Promise<void>((resolve, reject) => {
    socket.once('connect', () => resolve()).once('connect_error', reject)
  })
  socket.connect()
  await connected
  return socket
}
