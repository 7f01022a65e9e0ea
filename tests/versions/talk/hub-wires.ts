// The socket between agent and hub, as a recorded side has it and as it is recorded: socket.io's own, no code of ours.
import { createServer } from 'node:http'
import { listening } from '@pharmacy-relay/shared/test/listening.ts'
import { Server, type Socket as HubSocket } from 'socket.io'
import { io, type Socket } from 'socket.io-client'
import { onTestFinished } from 'vitest'
import type { Heard } from './heard.ts'
import type { Wire } from './play.ts'
import type { Line, Side } from './talk.ts'

type Ack = (reply: unknown) => void
type AnySocket = Pick<Socket | HubSocket, 'emit'> & {
  onAny(listener: (event: string, ...args: unknown[]) => void): unknown
  on(event: 'disconnect', listener: () => void): unknown
}

/** A recorded agent's: it connects to the real hub. */
export function agentWire(hubUrl: string, heard: Heard): Wire {
  let socket: Socket | null = null
  return {
    connect: async (hello) => {
      const connected = connectedTo(hubUrl, hello as object)
      listen((socket = connected), heard)
      await new Promise((resolve, reject) =>
        connected.once('connect', () => resolve(null)).once('connect_error', reject),
      )
      return hello
    },
    say: async (event, args) => said(socket, event, args),
    end: async (byPlayed) => ended(socket, () => (byPlayed ? socket?.disconnect() : null)),
  }
}

/** A recorded hub's: the real agent connects to it. */
export async function hubWire(heard: Heard): Promise<{ readonly url: string; readonly wire: Wire }> {
  let socket: HubSocket | null = null
  const waiting: HubSocket[] = []
  const { url } = await serve((one) => {
    listen(one, heard)
    waiting.push(one)
  })
  const wire: Wire = {
    connect: async () => {
      while (waiting.length === 0) await new Promise((resolve) => setTimeout(resolve, 20))
      socket = waiting.shift() ?? null
      return socket?.handshake.auth
    },
    say: async (event, args) => said(socket, event, args),
    end: async (byPlayed) => ended(socket, () => (byPlayed ? socket?.conn.close() : null)),
  }
  return { url, wire }
}

/** Stands between a real agent and a real hub, and writes down what they say. */
export async function tap(hubUrl: () => string, lines: Line[]): Promise<string> {
  let n = 0
  const pass = (from: Side, one: AnySocket, other: AnySocket): void => {
    one.onAny((event, ...all) => {
      const { args, ack } = split(all)
      const line = { n: (n += 1), from, says: event, with: args }
      lines.push(line)
      if (ack === null) return void other.emit(event, ...args)
      other.emit(event, ...args, (reply: unknown) => {
        lines.push({ from: from === 'asker' ? 'host' : 'asker', answers: line.n, with: reply })
        ack(reply)
      })
    })
  }
  const { url } = await serve((agent) => {
    lines.push({ connects: agent.handshake.auth })
    const hub = connectedTo(hubUrl(), agent.handshake.auth)
    let isOver = false
    const over = (ends: Side): void => {
      if (!isOver) lines.push({ ends })
      isOver = true
    }
    pass('asker', agent, hub)
    pass('host', hub, agent)
    agent.on('disconnect', () => {
      over('asker')
      hub.disconnect()
    })
    hub.on('disconnect', () => {
      over('host')
      agent.conn.close()
    })
  })
  return url
}

async function serve(onConnection: (socket: HubSocket) => void): Promise<{ readonly url: string }> {
  const http = createServer()
  const server = new Server(http, { path: '/hubs', transports: ['websocket'], serveClient: false })
  server.on('connection', onConnection)
  const port = await listening(http)
  onTestFinished(async () => server.close())
  return { url: `http://127.0.0.1:${port}` }
}

function connectedTo(hubUrl: string, hello: object): Socket {
  const socket = io(hubUrl, {
    path: '/hubs',
    transports: ['websocket'],
    reconnection: false,
    forceNew: true,
    auth: hello,
  })
  onTestFinished(() => void socket.disconnect())
  return socket
}

function listen(socket: AnySocket, heard: Heard): void {
  socket.onAny((says, ...all) => {
    const { args, ack } = split(all)
    heard.hear({ says, with: args, answer: ack })
  })
}

async function said(socket: AnySocket | null, event: string, args: unknown): Promise<unknown> {
  return new Promise((resolve) => void socket?.emit(event, ...(args as unknown[]), resolve))
}

async function ended(socket: Socket | HubSocket | null, end: () => unknown): Promise<void> {
  if (socket === null || socket.disconnected) return
  const gone = new Promise<void>((resolve) => void (socket as AnySocket).on('disconnect', resolve))
  end()
  await gone
}

function split(all: readonly unknown[]): { readonly args: unknown[]; readonly ack: Ack | null } {
  const last = all.at(-1)
  return typeof last === 'function'
    ? { args: all.slice(0, -1), ack: last as Ack }
    : { args: [...all], ack: null }
}
