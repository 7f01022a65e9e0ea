// The job link as a recorded side has it and as it is recorded: TLS of node and frames by their layout, no code of ours.
import { once } from 'node:events'
import tls from 'node:tls'
import { listening } from '@pharmacy-relay/shared/test/listening.ts'
import { onTestFinished } from 'vitest'
import type { Heard } from './heard.ts'
import type { Wire } from './play.ts'
import type { Line, Side, TestKey } from './talk.ts'

interface Frame {
  readonly says: string
  readonly with: { readonly stream: number; readonly body: unknown }
}

const TYPES = [
  '',
  'HELLO',
  'JOB',
  'DATA',
  'ANSWER',
  'QUERY',
  'STATE',
  'PING',
  'PONG',
  'BYE',
  'PRINTER',
  'LOOK',
]
const HEADER_BYTES = 8

/** u32 length of the body, u8 type, u8 flags, u16 stream; a body is JSON, but bytes in DATA. */
function bytesOf({ says, with: { stream, body } }: Frame): Buffer {
  const bytes =
    body instanceof Uint8Array ? Buffer.from(body) : Buffer.from(body === null ? '' : JSON.stringify(body))
  const header = Buffer.alloc(HEADER_BYTES)
  header.writeUInt32BE(bytes.length, 0)
  header[4] = TYPES.indexOf(says)
  header.writeUInt16BE(stream, 6)
  return Buffer.concat([header, bytes])
}

/** Calls back with each whole frame that comes. */
function readFrames(socket: tls.TLSSocket, onFrame: (frame: Frame) => void): void {
  let held: Buffer = Buffer.alloc(0)
  socket.on('data', (chunk: Buffer) => {
    held = Buffer.concat([held, chunk])
    for (;;) {
      const end = held.length < HEADER_BYTES ? Infinity : HEADER_BYTES + held.readUInt32BE(0)
      if (held.length < end) return
      const says = TYPES[held[4] ?? 0] ?? ''
      const bytes = Buffer.from(held.subarray(HEADER_BYTES, end))
      const json: unknown = bytes.length === 0 || says === 'DATA' ? null : JSON.parse(bytes.toString())
      onFrame({ says, with: { stream: held.readUInt16BE(6), body: says === 'DATA' ? bytes : json } })
      held = held.subarray(end)
    }
  })
}

function secure({ certificate: cert, privateKey: key }: TestKey) {
  return {
    cert,
    key,
    minVersion: 'TLSv1.3' as const,
    ALPNProtocols: ['label-link/1'],
    rejectUnauthorized: false,
  }
}

async function connectedTo(port: number, key: TestKey): Promise<tls.TLSSocket> {
  const checkServerIdentity = (): undefined => undefined
  const socket = tls.connect({ ...secure(key), host: '127.0.0.1', port, checkServerIdentity })
  onTestFinished(() => void socket.destroy())
  socket.on('error', () => undefined)
  await once(socket, 'secureConnect')
  return socket
}

async function serve(key: TestKey, onSocket: (socket: tls.TLSSocket) => void): Promise<number> {
  const server = tls.createServer({ ...secure(key), requestCert: true }, (socket) => {
    socket.on('error', () => undefined)
    onTestFinished(() => void socket.destroy())
    onSocket(socket)
  })
  onTestFinished(() => void server.close())
  return listening(server)
}

/** A recorded sender's: it connects to the real receiver. */
export function senderWire(port: number, key: TestKey, heard: Heard): Wire {
  const link = frameWire()
  const connect = async (hello: unknown): Promise<unknown> => {
    link.use(await connectedTo(port, key), heard)
    return hello
  }
  return { ...link, connect }
}

/** A recorded receiver's: the real sender connects to it. */
export async function receiverWire(
  key: TestKey,
  heard: Heard,
): Promise<{ readonly port: number; readonly wire: Wire }> {
  const link = frameWire()
  const connected = Promise.withResolvers<null>()
  const port = await serve(key, (socket) => {
    link.use(socket, heard)
    connected.resolve(null)
  })
  return { port, wire: { ...link, connect: async () => connected.promise } }
}

function frameWire() {
  let socket: tls.TLSSocket | null = null
  return {
    use: (used: tls.TLSSocket, heard: Heard): void => {
      socket = used
      readFrames(used, (frame) => heard.hear({ ...frame, answer: null }))
    },
    say: async (says: string, args: unknown): Promise<unknown> => {
      socket?.write(bytesOf({ says, with: args as Frame['with'] }))
      return new Promise(() => undefined)
    },
    end: async (byPlayed: boolean): Promise<void> => {
      if (socket === null || socket.destroyed) return
      const closed = once(socket, 'close')
      if (byPlayed) socket.end()
      await closed
    },
  }
}

/** Stands between a real sender and a real receiver with the keys of both, and writes down what they say. */
export async function tap(
  port: () => number,
  keys: readonly [TestKey, TestKey],
  lines: Line[],
): Promise<number> {
  const [senderKey, receiverKey] = keys
  let n = 0
  return serve(receiverKey, (sender) => {
    lines.push({ connects: null })
    const connecting = connectedTo(port(), senderKey).then((receiver) => {
      const pass = (from: Side, one: tls.TLSSocket, other: tls.TLSSocket): void => {
        readFrames(one, (frame) => {
          lines.push({ n: (n += 1), from, ...frame })
          other.write(bytesOf(frame))
        })
        one.on('end', () => {
          if (!lines.some((line) => 'ends' in line)) lines.push({ ends: from })
          other.end()
        })
      }
      pass('asker', sender, receiver)
      pass('host', receiver, sender)
    })
    // The sender learns that there is nobody, and tries again.
    connecting.catch(() => sender.destroy())
  })
}
