// The documented promises of the gateway, against a real upstream.
import net from 'node:net'
import { describe, expect, it } from 'vitest'
import { silentLogger, type LogFields, type Logger } from '@pharmacy-relay/shared/logger.ts'
import { Problem } from '@pharmacy-relay/shared/problem.ts'
import { until } from '@pharmacy-relay/shared/test/until.ts'
import { call, exchangeBytes, startGateway, startUpstream } from './test/gateway-rig.ts'

const H = 'Host: gw.test\r\n'
const REQUEST = `GET /Store/x HTTP/1.1\r\n${H}Connection: close\r\n\r\n`

/** Fields of each line of level info. */
function keptLines(): { readonly logger: Logger; readonly lines: (LogFields | undefined)[] } {
  const lines: (LogFields | undefined)[] = []
  return { lines, logger: { ...silentLogger, info: (_event, fields) => void lines.push(fields) } }
}

function problemOf(body: Buffer): Problem {
  return Problem.parse(JSON.parse(body.toString('utf8')))
}

describe('routes', () => {
  it('removes the prefix and keeps the rest of the target as it came', async () => {
    const upstream = await startUpstream()
    const { url } = await startGateway({ upstreamPort: upstream.port })
    for (const path of [
      '/Store/api/v1/products?a=%2f&b=1',
      '/Identity/api/v1/SignIn',
      '/Pharmacy/x%20y',
      '/Store',
      '/Store/',
      '/Store?q=1',
    ]) {
      expect((await call(url + path)).status).toBe(200)
    }
    expect(upstream.seen.map((one) => one.url)).toEqual([
      '/api/v1/products?a=%2f&b=1',
      '/api/v1/SignIn',
      '/x%20y',
      '/',
      '/',
      '/?q=1',
    ])
  })

  it('adds exactly one Source and a fresh trace id, which the service gets too', async () => {
    const upstream = await startUpstream()
    const { url } = await startGateway({ upstreamPort: upstream.port })
    const reply = await call(`${url}/Store/x`, { headers: { 'X-Trace-Id': 'mine' } })
    expect(reply.rawHeaders.filter((text) => text === 'Source')).toHaveLength(1)
    expect(reply.headers['source']).toBe('gateway')
    expect(reply.headers['x-trace-id']).toMatch(/^[0-9a-f]{32}$/)
    expect(upstream.seen[0]?.headers['x-trace-id']).toBe(reply.headers['x-trace-id'])
  })

  it('goes on with the trace id of a proven service alone, and writes a line for what it changes', async () => {
    const upstream = await startUpstream()
    const log = keptLines()
    const { url } = await startGateway({
      upstreamPort: upstream.port,
      verify: (token) =>
        Promise.resolve(token === 'good' ? { service: 'portal', expiresAtMs: 4_102_444_800_000 } : null),
      logger: log.logger,
    })
    const traceId = '1f'.repeat(16)
    const from = async (token: string, method: string) =>
      call(`${url}/Store/x`, { method, headers: { 'X-Trace-Id': traceId, 'X-Service-Token': token } })
    expect((await from('bad', 'POST')).headers['x-trace-id']).not.toBe(traceId)
    expect((await from('good', 'GET')).headers['x-trace-id']).toBe(traceId)
    await from('good', 'POST')
    expect(upstream.seen.map(({ headers }) => headers['x-trace-id'] === traceId)).toEqual([false, true, true])
    await until('the line', () => log.lines.length > 0)
    expect(log.lines).toEqual([
      expect.objectContaining({ traceId, method: 'POST', route: 'store', status: 200 }),
    ])
  })

  it('overwrites what clients claim about themselves, and stamps', async () => {
    const upstream = await startUpstream()
    const { url } = await startGateway({ upstreamPort: upstream.port })
    const claims = {
      'X-Forwarded-For': '9.9.9.9',
      'X-Forwarded-Port': '1',
      Forwarded: 'for=9.9.9.9',
      'X-Real-IP': '9.9.9.9',
      Via: '1.1 x',
    }
    const consumed = {
      'X-Service-Token': 'secret',
      'X-Client-Address': '9.9.9.9',
      'X-Gateway-Stamp': 'no',
      Host: 'shop.test',
    }
    await call(`${url}/Store/x`, {
      headers: { ...claims, ...consumed, Authorization: 'Bearer t', 'X-Other': 'kept' },
    })
    const headers = upstream.seen[0]?.headers ?? {}
    expect(headers).toMatchObject({
      'x-forwarded-for': '127.0.0.1',
      'x-forwarded-proto': 'http',
      'x-forwarded-host': 'shop.test',
      'x-forwarded-prefix': '/Store',
      'x-gateway-stamp': '1',
      host: `127.0.0.1:${upstream.port}`,
      authorization: 'Bearer t',
      'x-other': 'kept',
    })
    for (const gone of [
      'x-forwarded-port',
      'forwarded',
      'x-real-ip',
      'via',
      'x-service-token',
      'x-client-address',
    ]) {
      expect(headers).not.toHaveProperty(gone)
    }
  })

  it('answers unknown addresses and the reserved hub with 404 problem details', async () => {
    const upstream = await startUpstream()
    const { url } = await startGateway({ upstreamPort: upstream.port })
    for (const path of ['/', '/store/x', '/Storefoo', '/Pharmacy/hubs', '/Pharmacy/hubs/?EIO=4']) {
      const reply = await call(url + path)
      expect([reply.status, problemOf(reply.body).code]).toEqual([404, 'not_found'])
      expect(reply.headers).toMatchObject({
        source: 'gateway',
        'cache-control': 'no-store',
        'content-type': 'application/problem+json',
      })
      expect(problemOf(reply.body).traceId).toBe(reply.headers['x-trace-id'])
    }
    expect(upstream.seen).toEqual([])
  })
})

describe('order on one connection', () => {
  it('answers pipelined requests in order, however long each takes', async () => {
    const upstream = await startUpstream((_req, res, seen) => {
      setTimeout(() => res.end(`reply to ${seen.url};`), seen.url === '/0' ? 50 : 0)
    })
    const { port } = await startGateway({ upstreamPort: upstream.port })
    const wanted = Array.from({ length: 50 }, (_, at) => `/${at}`)
    const bytes = wanted.map((path) => `GET /Store${path} HTTP/1.1\r\n${H}\r\n`).join('')
    const { text } = await exchangeBytes(port, bytes, (so) => so.includes('reply to /49;'))
    expect([...text.matchAll(/reply to (\S+);/g)].map((found) => found[1])).toEqual(wanted)
  })

  it('keeps a connection on which a request without a body was refused', async () => {
    const upstream = await startUpstream()
    const { port } = await startGateway({ upstreamPort: upstream.port })
    const { statuses } = await exchangeBytes(port, `GET /nowhere HTTP/1.1\r\n${H}\r\n${REQUEST}`)
    expect(statuses).toEqual([404, 200])
  })

  it('executes nothing that comes behind a last request', async () => {
    const upstream = await startUpstream()
    const { port } = await startGateway({ upstreamPort: upstream.port })
    const bytes = `GET /Store/1 HTTP/1.1\r\n${H}Connection: close\r\n\r\nPOST /Store/2 HTTP/1.1\r\n${H}Content-Length: 0\r\n\r\n`
    const { statuses } = await exchangeBytes(port, bytes)
    expect([statuses, upstream.seen.length]).toEqual([[200], 1])
  })

  it('executes nothing that comes behind a refused request', async () => {
    const upstream = await startUpstream()
    const { port } = await startGateway({ upstreamPort: upstream.port })
    const bytes = `GET /Store/../1 HTTP/1.1\r\n${H}\r\nPOST /Store/2 HTTP/1.1\r\n${H}Content-Length: 0\r\n\r\n`
    const { statuses } = await exchangeBytes(port, bytes)
    expect([statuses, upstream.seen.length]).toEqual([[400], 0])
  })

  it('answers what came before garbage, then the garbage, then closes', async () => {
    const upstream = await startUpstream((_req, res) => setTimeout(() => res.end('late'), 50))
    const { port } = await startGateway({ upstreamPort: upstream.port })
    const { statuses } = await exchangeBytes(port, `GET /Store/1 HTTP/1.1\r\n${H}\r\n\x00\x01garbage\r\n\r\n`)
    expect(statuses).toEqual([200, 400])
  })
})

describe('limits', () => {
  it('refuses a target over 8 KiB with 414 and a head over 16 KiB or 64 fields with 431', async () => {
    const upstream = await startUpstream()
    const { url } = await startGateway({ upstreamPort: upstream.port })
    expect((await call(`${url}/Store/${'a'.repeat(8180)}`)).status).toBe(200)
    expect((await call(`${url}/Store/${'a'.repeat(8186)}`)).status).toBe(414)
    for (const length of [17_000, 60_000]) {
      const tooBig = await call(`${url}/Store/x`, { headers: { 'X-Big': 'a'.repeat(length) } })
      expect([tooBig.status, problemOf(tooBig.body).code]).toEqual([431, 'head_too_large'])
    }
    const many = Object.fromEntries(Array.from({ length: 65 }, (_, at) => [`X-N${at}`, '1']))
    expect((await call(`${url}/Store/x`, { headers: many })).status).toBe(431)
    expect(upstream.seen).toHaveLength(1)
  })

  it('refuses bodies over 1 MiB with 413, told or chunked, and takes 5 MiB where the table says so', async () => {
    const upstream = await startUpstream()
    const { url } = await startGateway({ upstreamPort: upstream.port })
    const body = Buffer.alloc(1_048_577, 1)
    const told = await call(`${url}/Store/x`, {
      method: 'POST',
      body,
      headers: { 'Content-Length': body.length },
    })
    expect([told.status, problemOf(told.body).code, told.headers['connection']]).toEqual([
      413,
      'too_large',
      'close',
    ])
    const chunked = await call(`${url}/Store/x`, {
      method: 'POST',
      body,
      headers: { 'Transfer-Encoding': 'chunked' },
    })
    expect(chunked.status).toBe(413)
    expect(upstream.seen).toEqual([])
    const batches = `${url}/Store/api/v1/relay-registry/batches`
    expect(
      (await call(batches, { method: 'POST', body, headers: { 'Content-Length': body.length } })).status,
    ).toBe(200)
  })

  it('answers 408 when a head or a body takes too long', async () => {
    const upstream = await startUpstream()
    const settings = { Gateway__Timeouts__HeadMs: '200', Gateway__Timeouts__RequestMs: '300' }
    const { port } = await startGateway({ upstreamPort: upstream.port, settings })
    const head = await exchangeBytes(port, `GET /Store/x HTTP/1.1\r\nHos`)
    expect(head.text).toContain('"code":"request_timeout"')
    const body = await exchangeBytes(port, `POST /Store/x HTTP/1.1\r\n${H}Content-Length: 10\r\n\r\nabc`)
    expect([head.statuses, body.statuses, upstream.seen.length]).toEqual([[408], [408], 0])
  })

  it('closes an idle connection', async () => {
    const upstream = await startUpstream()
    const { port } = await startGateway({
      upstreamPort: upstream.port,
      settings: { Gateway__Timeouts__IdleMs: '100' },
    })
    const { statuses } = await exchangeBytes(port, `GET /Store/x HTTP/1.1\r\n${H}\r\n`)
    expect(statuses).toEqual([200])
  })

  it('takes only so many connections from one address', async () => {
    const upstream = await startUpstream()
    const settings = { Gateway__Limits__ConnectionsPerAddress: '5' }
    const { port } = await startGateway({ upstreamPort: upstream.port, settings })
    const sockets = Array.from({ length: 8 }, () => net.connect(port, '127.0.0.1').on('error', () => {}))
    await until('three connections are closed', () => sockets.filter((socket) => socket.closed).length === 3)
    expect((await exchangeBytes(port, REQUEST)).statuses).toEqual([])
    for (const socket of sockets) socket.destroy()
    // The gateway hears of the closed ones a moment later.
    let again = await exchangeBytes(port, REQUEST)
    for (let tries = 0; tries < 100 && again.statuses.length === 0; tries++)
      again = await exchangeBytes(port, REQUEST)
    expect(again.statuses).toEqual([200])
  })

  it('answers Expect: 100-continue and forwards the body without it', async () => {
    const upstream = await startUpstream()
    const { port } = await startGateway({ upstreamPort: upstream.port })
    const bytes = `POST /Store/x HTTP/1.1\r\n${H}Expect: 100-continue\r\nConnection: close\r\nContent-Length: 5\r\n\r\nhello`
    const { statuses } = await exchangeBytes(port, bytes)
    expect(statuses).toEqual([100, 200])
    expect([upstream.seen[0]?.body.toString(), upstream.seen[0]?.headers['expect']]).toEqual([
      'hello',
      undefined,
    ])
  })
})
