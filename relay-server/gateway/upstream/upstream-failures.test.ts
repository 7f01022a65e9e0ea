// Broken, slow, dying and hostile services: what the client sees, and what is never sent twice.
import type { Socket } from 'node:net'
import net from 'node:net'
import { until } from '@pharmacy-relay/shared/test/until.ts'
import { describe, expect, it } from 'vitest'
import { call, exchangeBytes, startGateway, startRawUpstream } from '../test/gateway-rig.ts'

const GET = 'GET /Store/x HTTP/1.1\r\nHost: gw.test\r\nConnection: close\r\n\r\n'

/** A service that answers every request with these bytes. */
async function answering(bytes: string, then: (socket: Socket) => void = () => {}): Promise<number> {
  return startRawUpstream((socket) => {
    socket.on('data', () => {
      socket.write(bytes, 'latin1')
      then(socket)
    })
  })
}

async function statusFor(
  bytes: string,
  then?: (socket: Socket) => void,
): Promise<{ status: number; text: string }> {
  const { port } = await startGateway({ upstreamPort: await answering(bytes, then) })
  const { statuses, text } = await exchangeBytes(port, GET)
  return { status: statuses[0] ?? 0, text }
}

describe('a service that cannot be used', () => {
  it('is a 502 when nobody listens', async () => {
    const { url } = await startGateway({ upstreamPort: 1 })
    const reply = await call(`${url}/Store/x`)
    expect([reply.status, reply.headers['source'], reply.headers['cache-control']]).toEqual([
      502,
      'gateway',
      'no-store',
    ])
    expect(JSON.parse(reply.body.toString())).toMatchObject({ code: 'upstream_unavailable', status: 502 })
  })

  it('is a 504 when it says nothing in time, and its connection is gone', async () => {
    const upstreamPort = await startRawUpstream((socket) => socket.on('data', () => {}))
    const { gateway, url } = await startGateway({
      upstreamPort,
      settings: { Gateway__Timeouts__ReplyHeadMs: '100' },
    })
    const reply = await call(`${url}/Store/x`)
    expect(reply.status).toBe(504)
    expect(JSON.parse(reply.body.toString())).toMatchObject({ code: 'upstream_timeout' })
    expect(gateway.upstreamConnections('store').open).toBe(0)
  })

  it.each([
    ['both framings', 'HTTP/1.1 200 OK\r\nContent-Length: 5\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n'],
    ['two lengths', 'HTTP/1.1 200 OK\r\nContent-Length: 5\r\nContent-Length: 5\r\n\r\nhello'],
    ['a signed length', 'HTTP/1.1 200 OK\r\nContent-Length: +5\r\n\r\nhello'],
    ['an unknown coding', 'HTTP/1.1 200 OK\r\nTransfer-Encoding: gzip, chunked\r\n\r\n0\r\n\r\n'],
    ['a line feed in a field', 'HTTP/1.1 200 OK\r\nX: a\nSet-Cookie: b\r\nContent-Length: 0\r\n\r\n'],
    ['a carriage return in a field', 'HTTP/1.1 200 OK\r\nX: a\rb\r\nContent-Length: 0\r\n\r\n'],
    ['a folded field', 'HTTP/1.1 200 OK\r\nX: a\r\n b\r\nContent-Length: 0\r\n\r\n'],
    ['data beyond its chunk', 'HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n2\r\nokXX0\r\n\r\n'],
    ['chunks ended by line feeds', 'HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n2\nok\n0\n\n'],
    ['a chunk without a size', 'HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n\r\nok\r\n0\r\n\r\n'],
    ['a huge chunk size', 'HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\nFFFFFFFFF\r\nok'],
    ['no HTTP at all', 'SSH-2.0-OpenSSH_9.2\r\n\r\n'],
    ['an endless head', `HTTP/1.1 200 OK\r\nX: ${'a'.repeat(40_000)}`],
    ['200 interim replies', 'HTTP/1.1 103 Early Hints\r\n\r\n'.repeat(200)],
    [
      'an upgrade nobody asked for',
      'HTTP/1.1 101 Switching Protocols\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n\r\n',
    ],
  ])('is a 502 for %s', async (_what, bytes) => {
    const { status, text } = await statusFor(bytes)
    expect(status).toBe(502)
    expect(text).toContain('Source: gateway')
  })

  it('passes after up to 8 interim replies', async () => {
    const { text } = await statusFor(
      `${'HTTP/1.1 103 Early Hints\r\n\r\n'.repeat(8)}HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok`,
    )
    expect(text.startsWith('HTTP/1.1 200')).toBe(true)
  })
})

describe('a service that dies in the middle of a body', () => {
  it.each([
    ['of known length', 'HTTP/1.1 200 OK\r\nContent-Length: 100\r\n\r\nhalf'],
    ['in chunks', 'HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n4\r\nhalf\r\n'],
  ])('resets the client: %s', async (_what, bytes) => {
    const upstreamPort = await answering(bytes, (socket) => setTimeout(() => socket.destroy(), 50))
    const { port } = await startGateway({ upstreamPort })
    const { reset, text } = await exchangeBytes(port, GET.replace('1.1', '1.0'))
    expect([reset, text.endsWith('0\r\n\r\n')]).toEqual([true, false])
  })
})

describe('a service that breaks its framing in the middle of a body', () => {
  it('resets the client', async () => {
    const head = 'HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n4\r\nhalf\r\n'
    const upstreamPort = await answering(head, (socket) => setTimeout(() => socket.write('zz\r\n'), 50))
    const { port } = await startGateway({ upstreamPort })
    const { reset, text } = await exchangeBytes(port, GET)
    expect([reset, text.endsWith('half\r\n')]).toEqual([true, true])
  })
})

describe('what a reply may carry', () => {
  it('loses fields of the hop, fields that Connection names, and keys; two cookies stay two', async () => {
    const { text } = await statusFor(
      'HTTP/1.1 200 OK\r\nConnection: X-Secret\r\nX-Secret: s\r\nKeep-Alive: timeout=9\r\nSource: fake\r\nX-Internal-Key: k\r\n' +
        'Set-Cookie: a=1\r\nSet-Cookie: b=2\r\nContent-Length: 2\r\n\r\nok',
    )
    expect(text).not.toMatch(/X-Secret|timeout=9|fake|X-Internal-Key/)
    expect(text.match(/Set-Cookie: /g)).toHaveLength(2)
    expect(text.match(/Source: gateway/g)).toHaveLength(1)
  })

  it.each([
    [
      'more than promised',
      'HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nokHTTP/1.1 200 OK\r\nX-Poison: 1\r\nContent-Length: 0\r\n\r\n',
      'ok',
    ],
    [
      'a body on 204',
      'HTTP/1.1 204 No Content\r\n\r\nHTTP/1.1 200 OK\r\nX-Poison: 1\r\nContent-Length: 0\r\n\r\n',
      '',
    ],
    ['a body on 304', 'HTTP/1.1 304 Not Modified\r\nContent-Length: 9\r\n\r\npoisoned!', ''],
  ])('drops %s and the connection with it', async (_what, bytes, body) => {
    const { gateway, port } = await startGateway({ upstreamPort: await answering(bytes) })
    const { text } = await exchangeBytes(port, GET)
    expect(text.slice(text.indexOf('\r\n\r\n') + 4)).toBe(body)
    expect(gateway.upstreamConnections('store').open).toBe(0)
  })

  it('drops the body of a reply to HEAD and keeps its length', async () => {
    const { port } = await startGateway({
      upstreamPort: await answering('HTTP/1.1 200 OK\r\nContent-Length: 5\r\n\r\nhello'),
    })
    const { text } = await exchangeBytes(port, GET.replace('GET', 'HEAD'))
    expect(text).toContain('Content-Length: 5')
    expect(text.endsWith('\r\n\r\n')).toBe(true)
  })
})

describe('a pooled connection that the service closes as it is used', () => {
  /** Answers the first request of each connection; on the second it counts it and hangs up. */
  async function forgetful() {
    const requests: string[] = []
    const upstreamPort = await startRawUpstream((socket) => {
      let served = 0
      socket.on('data', (bytes: Buffer) => {
        requests.push(bytes.toString('latin1').split(' ', 1)[0] ?? '')
        if (served++ === 0) socket.write('HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok')
        else socket.destroy()
      })
    })
    return { requests, upstreamPort }
  }

  it('never sends a POST twice', async () => {
    const { requests, upstreamPort } = await forgetful()
    const { url } = await startGateway({ upstreamPort })
    expect((await call(`${url}/Store/x`)).status).toBe(200)
    expect((await call(`${url}/Store/x`, { method: 'POST', body: 'once' })).status).toBe(502)
    expect(requests).toEqual(['GET', 'POST'])
  })

  it('repeats a GET once, on a new connection', async () => {
    const { requests, upstreamPort } = await forgetful()
    const { url } = await startGateway({ upstreamPort })
    expect((await call(`${url}/Store/x`)).status).toBe(200)
    expect((await call(`${url}/Store/x`)).status).toBe(200)
    expect(requests).toEqual(['GET', 'GET', 'GET'])
  })
})

describe('a client that goes away', () => {
  it('frees the connection to the service', async () => {
    const upstreamPort = await startRawUpstream((socket) => socket.on('data', () => {}))
    const { gateway, port } = await startGateway({ upstreamPort })
    const client = net.connect(port, '127.0.0.1').on('error', () => {})
    client.write(GET)
    await until('the upstream connection is open', () => gateway.upstreamConnections('store').open === 1)
    client.destroy()
    await until('the upstream connection is closed', () => gateway.upstreamConnections('store').open === 0)
  })

  it('lets the next in line have it', async () => {
    let answered = 0
    const upstreamPort = await startRawUpstream((socket) => {
      socket.on('data', (bytes: Buffer) => {
        if (!bytes.toString().includes('/answer')) return
        answered++
        socket.write('HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok')
      })
    })
    const { gateway, port, url } = await startGateway({
      upstreamPort,
      settings: { Gateway__Limits__UpstreamSockets: '1' },
    })
    const hanging = net.connect(port, '127.0.0.1').on('error', () => {})
    hanging.write(GET)
    await until('the upstream connection is open', () => gateway.upstreamConnections('store').open === 1)
    const waiting = call(`${url}/Store/answer`)
    hanging.destroy()
    expect([(await waiting).status, answered]).toEqual([200, 1])
  })

  it('is refused with 503 when too many wait', async () => {
    const upstreamPort = await startRawUpstream((socket) => socket.on('data', () => {}))
    const settings = { Gateway__Limits__UpstreamSockets: '1', Gateway__Limits__UpstreamQueue: '0' }
    const { gateway, port, url } = await startGateway({ upstreamPort, settings })
    const hanging = net.connect(port, '127.0.0.1').on('error', () => {})
    hanging.write(GET)
    await until('the upstream connection is open', () => gateway.upstreamConnections('store').open === 1)
    const reply = await call(`${url}/Store/x`)
    expect([reply.status, reply.headers['retry-after']]).toEqual([503, '2'])
    hanging.destroy()
  })
})
