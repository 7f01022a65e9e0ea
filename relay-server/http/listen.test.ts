// Ports, operators' listeners and the rule about listening in clear.
import { once } from 'node:events'
import { createServer, request, type Server } from 'node:http'
import { connect } from 'node:net'
import { Registry } from 'prom-client'
import { describe, expect, onTestFinished, test } from 'vitest'
import { startApiServer } from './api-server.ts'
import { PortBusyError, closeServer, listen } from './listen.ts'
import { startOpsServer } from './ops-server.ts'
import { clearPeers } from './tls-rule.ts'

const local = (port: number) => ({ host: '127.0.0.1', port, setting: 'Test__Port' })

async function listening(server: Server): Promise<number> {
  onTestFinished(() => server.close().closeAllConnections())
  return listen(server, local(0))
}

describe('a port that cannot be had', () => {
  test('because it is busy is named with the setting that changes it, and the server can try another', async () => {
    const port = await listening(createServer())
    const second = createServer()
    const error: unknown = await listen(second, local(port)).catch((caught: unknown) => caught)
    expect(error).toBeInstanceOf(PortBusyError)
    expect(String(error)).toContain(`Port ${port} on 127.0.0.1 is in use by another program.`)
    expect(String(error)).toContain('Test__Port=<port>')
    expect(await listening(second)).toBeGreaterThan(0)
  })

  test('because the address is not of this computer says so', async () => {
    const listenElsewhere = listen(createServer(), { host: '192.0.2.1', port: 0, setting: 'Test__Port' })
    await expect(listenElsewhere).rejects.toThrow('This computer has no address 192.0.2.1')
  })

  test('as the metrics port of a main port is said before anything is bound', async () => {
    const parts = {
      registry: new Registry(),
      isReady: () => Promise.resolve(true),
      mainPort: 60_000,
      setting: 'Test__Port',
    }
    await expect(startOpsServer(parts)).rejects.toThrow('Test__Port=60000: at most 55535')
  })
})

describe('closing a server', () => {
  test('lets a running request end', async () => {
    const finish: (() => void)[] = []
    const server = createServer((_request, response) => {
      finish.push(() => response.end('done'))
    })
    const port = await listening(server)
    const asked = fetch(`http://127.0.0.1:${port}/`)
    await once(server, 'request')
    const closed = closeServer(server, 5_000)
    finish[0]?.()
    expect(await (await asked).text()).toBe('done')
    await closed
  })

  test('cuts a request that does not end, and does not wait for sockets that left HTTP', async () => {
    const server = createServer(() => {})
    server.on('upgrade', (_request, socket) =>
      socket.write('HTTP/1.1 101 x\r\nConnection: upgrade\r\nUpgrade: x\r\n\r\n'),
    )
    const port = await listening(server)
    const endless = fetch(`http://127.0.0.1:${port}/`).catch((error: unknown) => error)
    await once(server, 'request')
    const upgraded = connect(port, '127.0.0.1')
    onTestFinished(() => void upgraded.destroy())
    upgraded.write('GET / HTTP/1.1\r\nHost: x\r\nConnection: upgrade\r\nUpgrade: x\r\n\r\n')
    await once(upgraded, 'data')
    await closeServer(server, 50)
    expect(await endless).toBeInstanceOf(Error)
    await expect(fetch(`http://127.0.0.1:${port}/`)).rejects.toThrow('fetch failed')
  })

  test('that never listened is no error', async () => {
    await closeServer(createServer(), 10)
  })
})

test('the listener for operators tells health, readiness and metrics, and 503 when asking for readiness fails', async () => {
  const registry = new Registry()
  let ready: () => Promise<boolean> = () => Promise.resolve(true)
  const ops = await startOpsServer({ registry, isReady: () => ready(), mainPort: 0, setting: 'Test__Port' })
  onTestFinished(() => ops.stop())
  const statusOf = async (path: string): Promise<number> =>
    (await fetch(`http://127.0.0.1:${ops.port}${path}`)).status
  expect(await Promise.all(['/healthz', '/readyz', '/metrics', '/', '/other'].map(statusOf))).toEqual([
    200, 200, 200, 404, 404,
  ])
  ready = () => Promise.resolve(false)
  expect(await statusOf('/readyz')).toBe(503)
  ready = () => Promise.reject(new Error('asking failed'))
  expect([await statusOf('/readyz'), await statusOf('/healthz')]).toEqual([503, 200])
  ready = () => Promise.resolve(true)
  expect(await statusOf('/readyz')).toBe(200)
  ops.leave()
  expect([await statusOf('/readyz'), await statusOf('/healthz')]).toEqual([503, 200])
})

test('the listener for operators says what does not work although the program is ready', async () => {
  const shortcomings = ['The other one is away']
  const ops = await startOpsServer({
    registry: new Registry(),
    isReady: () => Promise.resolve(true),
    shortcomings: () => shortcomings,
    mainPort: 0,
    setting: 'Test__Port',
  })
  onTestFinished(() => ops.stop())
  const ready = async (): Promise<string> => (await fetch(`http://127.0.0.1:${ops.port}/readyz`)).text()
  expect(await ready()).toBe('ready\nThe other one is away\n')
  shortcomings.length = 0
  expect(await ready()).toBe('ready\n')
})

test('a balancer on another machine hears whether the program is ready, never its metrics; others are cut', async () => {
  let isOurs = true
  const ops = await startOpsServer({
    registry: new Registry(),
    isReady: () => Promise.resolve(true),
    mainPort: 0,
    setting: 'Test__Port',
    health: { host: '127.0.0.2', peers: () => isOurs },
  })
  onTestFinished(() => ops.stop())
  const statusOf = async (path: string): Promise<number> =>
    (await fetch(`http://127.0.0.2:${ops.port}${path}`, { headers: { connection: 'close' } })).status
  expect(await Promise.all(['/healthz', '/readyz', '/metrics'].map(statusOf))).toEqual([200, 200, 404])
  ops.leave()
  expect(await statusOf('/readyz')).toBe(503)
  isOurs = false
  await expect(statusOf('/readyz')).rejects.toThrow('fetch failed')
})

test('an API server answers 503 with Retry-After until its app is there', async () => {
  const server = await startApiServer(local(0))
  onTestFinished(() => server.stop())
  const ask = (): Promise<Response> =>
    fetch(`http://127.0.0.1:${server.port}/`, { method: 'POST', body: '{}' })
  const early = await ask()
  expect([early.status, early.headers.get('retry-after'), early.headers.get('content-type')]).toEqual([
    503,
    '2',
    'application/problem+json',
  ])
  expect(await early.json()).toMatchObject({ code: 'unavailable', status: 503 })
  server.serve((_request, response) => response.end('served'))
  expect(await (await ask()).text()).toBe('served')
})

describe('listening in clear', () => {
  const listener = {
    isProduction: true,
    host: '0.0.0.0',
    behindTerminator: false,
    section: 'Identity',
    privateRanges: [],
  }
  test('beyond loopback in production is refused, naming every way out', () => {
    expect(() => clearPeers(listener)).toThrow(
      /Network__Private.*Identity__BehindTerminator=true.*Identity__Host/,
    )
    for (const host of ['10.0.0.5', '::', 'identity-api', '128.0.0.1', '127.0.0.1.evil.example']) {
      expect(() => clearPeers({ ...listener, host })).toThrow(host)
    }
  })
  test.each(['127.0.0.1', '127.3.4.5', '::1', 'localhost'])('on %s is always fine', (host) => {
    expect(clearPeers({ ...listener, host })).toBeNull()
  })
  test('in development, or behind a terminator, is fine', () => {
    expect(clearPeers({ ...listener, isProduction: false })).toBeNull()
    expect(clearPeers({ ...listener, behindTerminator: true })).toBeNull()
  })
  test('is for the machines of the private network alone, once it is named', () => {
    const peers = clearPeers({ ...listener, privateRanges: ['10.0.0.0/8', '192.0.2.7', 'fd00::/8'] })
    const taken = ['10.200.0.1', '::ffff:10.0.0.9', '192.0.2.7', 'fd00:1::1', '127.0.0.1', '::1']
    const cut = ['11.0.0.1', '192.0.2.8', '2001:db8::1', '::ffff:203.0.113.1', '', 'nonsense']
    for (const address of taken) expect(peers?.(address), address).toBe(true)
    for (const address of cut) expect(peers?.(address), address).toBe(false)
  })
  test('cuts the connection of who is none of them', async () => {
    const server = createServer((_request, response) => response.end('served'))
    const peers = (address: string): boolean => address === '127.0.7.1'
    const port = await listen(server, { ...local(0), peers })
    onTestFinished(() => void server.close())
    const ask = async (localAddress: string): Promise<number> =>
      new Promise((resolve) => {
        const asking = request({ host: '127.0.0.1', port, localAddress, agent: false })
        asking
          .once('response', (reply) => resolve(reply.resume().statusCode ?? 0))
          .once('error', () => resolve(0))
        asking.end()
      })
    expect([await ask('127.0.7.1'), await ask('127.0.7.2')]).toEqual([200, 0])
  })
})
