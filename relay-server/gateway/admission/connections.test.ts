// Connections at the gateway: strangers share what an address may hold, a proven service counts by its own name.
import net from 'node:net'
import { expect, onTestFinished, test } from 'vitest'
import { until } from '@pharmacy-relay/shared/test/until.ts'
import { exchangeBytes, startGateway, startUpstream } from '../test/gateway-rig.ts'

const FAR = 4_102_444_800_000
const PROOF = 'X-Service-Token: proof-portal\r\n'

function request(fields = ''): string {
  return `GET /Store/x HTTP/1.1\r\nHost: gw.test\r\n${fields}\r\n`
}

/** A connection that stays, once it was answered or cut; what came back. */
async function hold(port: number, bytes: string, localAddress = '127.0.0.1'): Promise<string> {
  const socket = net.connect({ port, host: '127.0.0.1', localAddress })
  onTestFinished(() => void socket.destroy())
  let text = ''
  socket.on('error', () => undefined).on('data', (part: Buffer) => (text += part.toString('latin1')))
  socket.write(bytes)
  await until('it was answered', () => text.includes('\r\n\r\n') || socket.closed)
  return text.slice(0, 12)
}

async function startSmall(settings: Readonly<Record<string, string>>): Promise<number> {
  const upstream = await startUpstream()
  const verify = (token: string) =>
    Promise.resolve(token === 'proof-portal' ? { service: 'portal', expiresAtMs: FAR } : null)
  const gateway = await startGateway({ upstreamPort: upstream.port, verify, settings })
  return gateway.port
}

test('a proven service leaves the share of its address, and has one of its own', async () => {
  const port = await startSmall({
    Gateway__Limits__ConnectionsPerAddress: '2',
    Gateway__Limits__ConnectionsPerService: '4',
  })
  for (let count = 0; count < 4; count += 1) expect(await hold(port, request(PROOF))).toBe('HTTP/1.1 200')
  for (let count = 0; count < 2; count += 1) expect(await hold(port, request())).toBe('HTTP/1.1 200')
  // The share of strangers is full now; the service has had its own.
  expect(await hold(port, request(PROOF))).toBe('')
})

test('addresses that fill all places keep out nobody who comes from another one', async () => {
  const port = await startSmall({
    Gateway__Limits__Connections: '20',
    Gateway__Limits__ConnectionsPerAddress: '5',
  })
  for (let place = 0; place < 20; place += 1) void hold(port, '', `127.0.9.${1 + (place % 4)}`)
  for (let place = 0; place < 3; place += 1)
    expect(await hold(port, request(PROOF), '127.0.8.1')).toBe('HTTP/1.1 200')
  expect(await hold(port, request(), '127.0.8.2')).toBe('HTTP/1.1 200')
})

test('an address opens so many connections in 10 s', async () => {
  const port = await startSmall({ Gateway__Limits__NewConnections: '3' })
  const close = request('Connection: close\r\n')
  const statuses = []
  for (let count = 0; count < 5; count += 1)
    statuses.push((await exchangeBytes(port, close)).statuses[0] ?? null)
  expect(statuses).toEqual([200, 200, 200, null, null])
})
