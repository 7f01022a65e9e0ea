// A printer's side of a socket for tests: it records what arrives and behaves as a test says.
import { once } from 'node:events'
import net from 'node:net'
import { listening } from '@pharmacy-relay/shared/test/listening.ts'
import { onTestFinished } from 'vitest'

export interface PeerConnection {
  readonly socket: net.Socket
  /** Everything received so far. */
  bytes(): Buffer
  ended: boolean
  closed: boolean
}

export interface PrinterPeer {
  readonly port: number
  readonly connections: readonly PeerConnection[]
  /** Those on which something came: without the ones that only look whether the printer is there. */
  labels(): PeerConnection[]
  /** Most connections that were open at one moment. */
  mostOpen(): number
}

/** What a connection does once it is accepted. */
export type Behaviour = (connection: PeerConnection) => void

/** What the printer speaks on an accepted socket: as it is, or within TLS. */
export type Wire = (socket: net.Socket) => net.Socket

/** Listens on a loopback address until the test is over. `port` 0 takes a free one. */
export async function printerPeer(behave: Behaviour, port = 0, host = '127.0.0.1'): Promise<PrinterPeer> {
  return peerOn({ port, host }, behave, (socket) => socket)
}

/** As printerPeer, on what `wire` makes of each socket. */
export async function peerOn(
  place: { readonly port: number; readonly host: string },
  behave: Behaviour,
  wire: Wire,
): Promise<PrinterPeer> {
  const connections: PeerConnection[] = []
  let mostOpen = 0
  const server = net.createServer({ allowHalfOpen: true }, (socket) => {
    const connection = recorded(wire(socket))
    connections.push(connection)
    mostOpen = Math.max(mostOpen, connections.filter(({ closed }) => !closed).length)
    behave(connection)
  })
  const taken = await listening(server, place)
  onTestFinished(() => {
    for (const { socket } of connections) socket.destroy()
    server.close()
  })
  const labels = () => connections.filter((connection) => connection.bytes().length > 0)
  return { port: taken, connections, labels, mostOpen: () => mostOpen }
}

/** A loopback port on which nothing listens. */
export async function closedPort(): Promise<number> {
  const server = net.createServer()
  const port = await listening(server)
  server.close()
  await once(server, 'close')
  return port
}

function recorded(socket: net.Socket): PeerConnection {
  const chunks: Buffer[] = []
  const connection = { socket, bytes: () => Buffer.concat(chunks), ended: false, closed: false }
  socket
    .on('data', (chunk: Buffer) => chunks.push(chunk))
    .on('end', () => (connection.ended = true))
    .on('close', () => (connection.closed = true))
    .on('error', () => undefined)
  return connection
}

/** Takes everything and closes once the sender has. */
export const mute: Behaviour = ({ socket }) => void socket.on('end', () => socket.end())

/** Says a status every millisecond, also before it begins to read. */
export const talking: Behaviour = ({ socket }) => {
  socket.pause()
  const say = setInterval(() => socket.write('\x14\x00\x00\x0f'), 1)
  const listen = setTimeout(() => socket.resume(), 15)
  socket.on('end', () => {
    clearInterval(say)
    socket.end()
  })
  socket.on('close', () => {
    clearInterval(say)
    clearTimeout(listen)
  })
}

/** Says one status that is unread when the label comes, and begins to read late. */
export const statusFirst: Behaviour = ({ socket }) => {
  socket.write('\x02030,0,0\x03\r\n')
  socket.pause()
  const listen = setTimeout(() => socket.resume(), 15)
  socket.on('end', () => socket.end()).on('close', () => clearTimeout(listen))
}

/** Accepts, and its window closes for good. */
export const neverReading: Behaviour = ({ socket }) => void socket.pause()

/** Reads `bytes`, then calls `then`. */
export function after(bytes: number, then: (socket: net.Socket) => void): Behaviour {
  return (connection) => {
    const { socket } = connection
    let isDone = false
    const look = (): void => {
      if (isDone || connection.bytes().length < bytes) return
      isDone = true
      then(socket)
    }
    socket.on('data', look).on('end', () => socket.end())
    look()
  }
}
