// WebSockets through the gateway: a real socket.io server and client, and every way not to get a tunnel.
import http from 'node:http'
import net from 'node:net'
import { Server as SocketServer } from 'socket.io'
import { io } from 'socket.io-client'
import { until } from '@pharmacy-relay/shared/test/until.ts'
import { describe, expect, it, onTestFinished } from 'vitest'
import { exchangeBytes, listenForTest, startGateway, startRawUpstream } from '../test/gateway-rig.ts'
import { acceptOf } from '../request/websocket-handshake.ts'

const KEY = 'dGhlIHNhbXBsZSBub25jZQ=='
const HANDSHAKE =
  'GET /Store/hubs/?EIO=4&transport=websocket HTTP/1.1\r\nHost: gw.test\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n' +
  `Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: ${KEY}\r\nOrigin: https://panel.test\r\nX-Internal-Key: evil\r\n\r\n`
const AGREED = `HTTP/1.1 101 Switching Protocols\r\nConnection: Upgrade\r\nUpgrade: websocket\r\nSec-WebSocket-Accept: ${acceptOf(KEY)}\r\n\r\n`

async function startHub() {
  const server = http.createServer()
  const hub = new SocketServer(server, { path: '/hubs', transports: ['websocket'], perMessageDeflate: false })
  const seen: http.IncomingMessage[] = []
  hub.on('connection', (socket) => {
    seen.push(socket.request)
    socket.on('EchoAsync', (payload: unknown, reply: (payload: unknown) => void) => reply(payload))
  })
  const port = await listenForTest(server)
  onTestFinished(() => hub.close())
  return { port, seen, hub }
}

describe('a hub behind the gateway', () => {
  it('is reached by socket.io over WebSocket, text and bytes both ways', async () => {
    const hub = await startHub()
    const { url } = await startGateway({ upstreamPort: hub.port })
    const client = io(url, {
      path: '/Store/hubs',
      transports: ['websocket'],
      extraHeaders: { 'X-Internal-Key': 'evil', Origin: 'https://panel.test' },
    })
    onTestFinished(() => void client.disconnect())
    const payload = Buffer.alloc(60_000, 9)
    const echoed: unknown = await client.timeout(5_000).emitWithAck('EchoAsync', payload)
    expect(Buffer.isBuffer(echoed) && echoed.equals(payload)).toBe(true)
    const request = hub.seen[0]
    expect(request?.url).toMatch(/^\/hubs\/\?EIO=4&transport=websocket/)
    expect(request?.headers).toMatchObject({
      origin: 'https://panel.test',
      'x-forwarded-for': '127.0.0.1',
      'x-gateway-stamp': '1',
    })
    expect(request?.headers['x-internal-key']).toBeUndefined()
  })

  it('hears when the client goes, and the client when the hub goes', async () => {
    const hub = await startHub()
    const { url } = await startGateway({ upstreamPort: hub.port })
    const first = io(url, { path: '/Store/hubs', transports: ['websocket'], forceNew: true })
    const second = io(url, {
      path: '/Store/hubs',
      transports: ['websocket'],
      forceNew: true,
      reconnection: false,
    })
    await until('the hub has two clients', () => hub.hub.engine.clientsCount === 2)
    first.disconnect()
    await until('the hub has one client', () => hub.hub.engine.clientsCount === 1)
    hub.hub.disconnectSockets(true)
    await until('the second client is cut', () => !second.connected)
  })

  it('loses its tunnels when the gateway stops', async () => {
    const hub = await startHub()
    const { gateway, url } = await startGateway({ upstreamPort: hub.port })
    const client = io(url, { path: '/Store/hubs', transports: ['websocket'], reconnection: false })
    await until('the client is connected', () => client.connected)
    await gateway.stop()
    await until('both sides are closed', () => !client.connected && hub.hub.engine.clientsCount === 0)
  })
})

describe('a tunnel', () => {
  it('opens only after 101 with the right accept value, and carries Source', async () => {
    const upstreamPort = await startRawUpstream((socket) => {
      socket.on('data', (bytes: Buffer) =>
        socket.write(bytes.toString('latin1').startsWith('GET') ? `${AGREED}early` : 'late'),
      )
    })
    const { port } = await startGateway({ upstreamPort })
    const { text, statuses } = await exchangeBytes(port, `${HANDSHAKE}frame`, (so) => so.endsWith('late'))
    expect(statuses).toEqual([101])
    expect(text).toMatch(/Source: gateway[\s\S]*\r\n\r\nearlylate$/)
  })

  it.each([
    ['a wrong accept value', AGREED.replace(acceptOf(KEY), acceptOf('other'))],
    ['another protocol', AGREED.replace('websocket', 'h2c')],
    ['no HTTP', 'hello\r\n\r\n'],
  ])('does not open on %s', async (_what, answer) => {
    const later: string[] = []
    const upstreamPort = await startRawUpstream((socket) => {
      socket.on('data', (bytes: Buffer) => {
        later.push(bytes.toString('latin1'))
        socket.write(answer)
      })
    })
    const { port } = await startGateway({ upstreamPort })
    const { statuses } = await exchangeBytes(port, `${HANDSHAKE}GET /secret HTTP/1.1\r\n\r\n`)
    expect([statuses, later.length]).toEqual([[502], 1])
  })

  it('does not open on a refusal, which is passed on', async () => {
    const later: string[] = []
    const upstreamPort = await startRawUpstream((socket) => {
      socket.on('data', (bytes: Buffer) => {
        later.push(bytes.toString('latin1'))
        socket.write('HTTP/1.1 401 Unauthorized\r\nContent-Length: 2\r\n\r\nno')
      })
    })
    const { port } = await startGateway({ upstreamPort })
    const { statuses, text } = await exchangeBytes(port, `${HANDSHAKE}GET /secret HTTP/1.1\r\n\r\n`)
    expect([statuses, later.length, text.endsWith('no')]).toEqual([[401], 1, true])
  })

  it('is a 502 when the hub is away and a 504 when it is silent', async () => {
    const away = await startGateway({ upstreamPort: 1 })
    expect((await exchangeBytes(away.port, HANDSHAKE)).statuses).toEqual([502])
    const silent = await startRawUpstream((socket) => socket.on('data', () => {}))
    const slow = await startGateway({
      upstreamPort: silent,
      settings: { Gateway__Timeouts__ReplyHeadMs: '100' },
    })
    expect((await exchangeBytes(slow.port, HANDSHAKE)).statuses).toEqual([504])
  })

  it('closes when it is silent for too long', async () => {
    const upstreamPort = await startRawUpstream((socket) => socket.once('data', () => socket.write(AGREED)))
    const { port } = await startGateway({
      upstreamPort,
      settings: { Gateway__Timeouts__TunnelIdleMs: '100' },
    })
    const { statuses } = await exchangeBytes(port, HANDSHAKE)
    expect(statuses).toEqual([101])
  })

  it('frees its connection to the hub when the client leaves before the answer', async () => {
    const sockets: net.Socket[] = []
    const upstreamPort = await startRawUpstream((socket) => {
      sockets.push(socket.on('data', () => {}))
    })
    const { port } = await startGateway({ upstreamPort })
    const client = net.connect(port, '127.0.0.1').on('error', () => {})
    client.write(HANDSHAKE)
    await until('the upstream has the connection', () => sockets.length === 1)
    client.resetAndDestroy()
    await until("the upstream's connection is closed", () => sockets[0]?.closed === true)
  })

  it('is not opened behind other requests of the same connection', async () => {
    const upstreamPort = await startRawUpstream((socket) => {
      socket.on('data', () => socket.write('HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok'))
    })
    const { port } = await startGateway({ upstreamPort })
    const { statuses } = await exchangeBytes(
      port,
      `GET /Store/x HTTP/1.1\r\nHost: gw.test\r\n\r\n${HANDSHAKE}`,
    )
    expect(statuses).toEqual([200, 400])
  })
})
