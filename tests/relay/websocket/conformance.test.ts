// W16: the hub's WebSocket keeps RFC 6455, case by case as the Autobahn test suite has them, alone and behind the portal's server.
import { EventEmitter, once } from 'node:events'
import type net from 'node:net'
import { describe, expect, test } from 'vitest'
import { MAX_HUB_MESSAGE_BYTES } from '@pharmacy-relay/shared/hub/relay-hub.ts'
import { startTestHub, type TestDevice } from '@pharmacy-relay/relay-server/hub/test/test-hub.ts'
import { startPortalRig } from '../../../portal/test/portal-rig.ts'
import { OPCODE, closeFrame, frame, openRaw, type RawWebSocket, type ServerFrame } from './raw-websocket.ts'
import { conformanceCases } from './cases.ts'
import type { ConformanceCase } from './conformance-case.ts'

/** In ms; a stranger who says nothing of the hub's language is sent away after five seconds, which a busy machine may spend on a case. */
const CUT_AFTER_MS = 4_500
const TRIES = 3

async function hubPort(): Promise<number> {
  return Number(new URL((await startTestHub()).url).port)
}

let opened = 0
/** Each case comes from an address of its own, so that the run is no flood. */
function nextAddress(): string {
  opened += 1
  return `127.1.${Math.floor(opened / 200)}.${1 + (opened % 200)}`
}

async function open(port: number, fields: Readonly<Record<string, string>> = {}) {
  const found = await openRaw({ port, fields, localAddress: nextAddress() })
  const hello = await found.websocket.next()
  expect(hello?.payload.toString()).toMatch(/^0\{"sid":/)
  return found
}

/** What the hub sent, as the cases write it. Throws for a frame that no server may send. */
function said({ opcode, fin, rsv, isMasked, payload }: ServerFrame): string {
  expect({ fin, rsv, isMasked }).toEqual({ fin: true, rsv: 0, isMasked: false })
  if (opcode === OPCODE.close) return payload.length === 0 ? 'close' : `close ${payload.readUInt16BE()}`
  const text = payload.toString()
  const shown = Buffer.from(text).equals(payload) ? text : payload.toString('hex')
  if (opcode === OPCODE.pong) return `pong ${shown}`
  return shown.replace(/^44\/(.*),\{"message":"Invalid namespace"\}$/s, 'echo $1')
}

/** Everything that the hub says until its close frame, which is answered as RFC 6455 wants it; then the connection is over. */
async function heardIn(websocket: RawWebSocket, one: ConformanceCase): Promise<string[]> {
  const heard: string[] = []
  const hear = async (): Promise<boolean> => {
    const next = await websocket.next()
    if (next !== null) heard.push(said(next))
    return next !== null
  }
  for (const step of one.steps) {
    if (Buffer.isBuffer(step)) await websocket.send(step, one)
    else while (heard.length < step.afterHeard && (await hear()));
  }
  while (heard.length < one.heard.length && (await hear()));
  if (!heard.at(-1)?.startsWith('close')) {
    await websocket.send(closeFrame(1000))
    await hear()
  }
  websocket.socket.end(closeFrame(1000))
  while (await hear());
  return heard
}

async function tried(port: number, one: ConformanceCase): Promise<string[]> {
  for (let attempt = 1; ; attempt += 1) {
    const { websocket } = await open(port)
    const since = performance.now()
    const heard = await heardIn(websocket, one)
    if (performance.now() - since < CUT_AFTER_MS || attempt === TRIES) return heard
  }
}

describe.skipIf(process.platform !== 'linux').each([
  ['the hub', hubPort],
  ['the hub behind the server of the portal', async () => (await startPortalRig()).port],
])('W16 %s', (_name, portOf) => {
  test('keeps every case that applies', async () => {
    const port = await portOf()
    const wrong: { readonly case: string; readonly expected: readonly string[]; readonly heard: string[] }[] =
      []
    const cases = conformanceCases(MAX_HUB_MESSAGE_BYTES)
    for (const one of cases) {
      const isClosed = one.heard.at(-1)?.startsWith('close') === true
      const expected = isClosed ? one.heard : [...one.heard, 'close 1000']
      const heard = await tried(port, one)
      if (heard.join('\n') !== expected.join('\n'))
        wrong.push({ case: `${one.numbers} ${one.title}`, expected, heard })
    }
    process.stdout.write(`  ${cases.length} cases, ${wrong.length} failed\n`)
    expect(wrong).toEqual([])
  })

  test('gives no compression to who offers it, and a compressed text ends the connection (12, 13)', async () => {
    const port = await portOf()
    const offer = { 'Sec-WebSocket-Extensions': 'permessage-deflate; client_max_window_bits' }
    const { head, websocket } = await open(port, offer)
    expect(head.toLowerCase()).not.toContain('sec-websocket-extensions')
    const compressed = frame(OPCODE.text, Buffer.from('f248cdc9c90700', 'hex'), { rsv: 4 })
    const one = { numbers: '12, 13', title: 'compressed', steps: [compressed], heard: ['close 1002'] }
    expect(await heardIn(websocket, one)).toEqual(['close 1002'])
  })

  test('ends a connection after an empty text, which is no message of Engine.IO (1.1.1, 6.1.1, 6.1.2)', async () => {
    const port = await portOf()
    const empty = [
      frame(OPCODE.text),
      Buffer.concat([frame(OPCODE.text, '', { fin: false }), frame(OPCODE.more)]),
    ]
    for (const bytes of empty) {
      const { websocket } = await open(port)
      await websocket.send(bytes)
      expect(said((await websocket.next()) ?? expect.unreachable())).toBe('close')
      websocket.socket.end(closeFrame(null))
      await websocket.ended()
    }
  })

  test('cuts a stranger who broke the rules and leaves the connection open', async () => {
    const { websocket } = await open(await portOf())
    await websocket.send(frame(3))
    expect(said((await websocket.next()) ?? expect.unreachable())).toBe('close 1002')
    await websocket.ended()
  })
})

/** The TCP connection below a socket of socket.io-client. */
function tcpOf({ socket }: TestDevice): net.Socket {
  const transport = socket.io.engine.transport as unknown as { readonly ws: { readonly _socket: net.Socket } }
  return transport.ws._socket
}

test('W16 a label arrives byte for byte, whole and in parts with a ping between (1.2)', async () => {
  const hub = await startTestHub()
  const arrived = new EventEmitter()
  const target = await hub.register({
    handlers: {
      ReceiveMessageAsync: async (_from, bytes) => {
        arrived.emit('bytes', Buffer.from(bytes))
        return null
      },
    },
  })
  const sender = await hub.register()
  const head = `451-["RelayMessageAsync","${target.identity.deviceKey}",{"_placeholder":true,"num":0}]`
  for (const size of [0, 125, 126, 127, 128, 65_535, 65_536]) {
    const payload = Buffer.alloc(size, 0xfe)
    const half = Math.ceil(size / 2)
    const parts = [
      frame(OPCODE.binary, payload.subarray(0, half), { fin: false }),
      frame(OPCODE.ping, 'between'),
      frame(OPCODE.more, payload.subarray(half)),
    ]
    for (const frames of [[frame(OPCODE.binary, payload)], parts]) {
      const next = once(arrived, 'bytes')
      tcpOf(sender).write(Buffer.concat([frame(OPCODE.text, head), ...frames]))
      expect(await next).toEqual([payload])
    }
  }
})
