// The rate limit as callers meet it: on the wire, by address, by class, by proof.
import { describe, expect, it } from 'vitest'
import { call, exchangeBytes, startGateway, startUpstream } from '../test/gateway-rig.ts'
import type { ProvenService, VerifyToken } from './proven-tokens.ts'

const DOCUMENTED = { Gateway__RateLimit__Permit: '100' }
const SMALL = { Gateway__RateLimit__Permit: '3', Gateway__RateLimit__ServicePermit: '5' }
const FAR = 4_102_444_800_000

function request(fields = '', path = '/Store/x'): string {
  return `GET ${path} HTTP/1.1\r\nHost: gw.test\r\n${fields}\r\n`
}

/** Sends requests on one connection and counts the replies by status. */
async function tally(port: number, requests: readonly string[]): Promise<Record<number, number>> {
  const { statuses } = await exchangeBytes(
    port,
    requests.join('') + request('Connection: close\r\n', '/last'),
  )
  const counts: Record<number, number> = {}
  for (const status of statuses.slice(0, requests.length)) counts[status] = (counts[status] ?? 0) + 1
  return counts
}

describe('the limit on the wire', () => {
  it('lets 100 pass and refuses the 101st with Retry-After and without asking a service', async () => {
    const upstream = await startUpstream()
    const { port, url } = await startGateway({ upstreamPort: upstream.port, settings: DOCUMENTED })
    const { statuses } = await exchangeBytes(
      port,
      request().repeat(200),
      (text) => text.split('HTTP/1.1 429').length === 101,
    )
    expect(statuses).toEqual([...Array<number>(100).fill(200), ...Array<number>(100).fill(429)])
    expect(upstream.seen).toHaveLength(100)
    const refused = await call(`${url}/Store/x`)
    expect(refused.headers).toMatchObject({
      'content-type': 'application/problem+json',
      'ratelimit-limit': '100',
      'ratelimit-remaining': '0',
      source: 'gateway',
      'cache-control': 'no-store',
    })
    expect(Number(refused.headers['retry-after'])).toBeGreaterThanOrEqual(1)
    expect(Number(refused.headers['retry-after'])).toBeLessThanOrEqual(10)
    expect(JSON.parse(refused.body.toString())).toMatchObject({ code: 'rate_limited', status: 429 })
  })

  it('counts by the last entry of X-Forwarded-For behind a terminator, whatever stands before it', async () => {
    const upstream = await startUpstream()
    const settings = { ...SMALL, Gateway__BehindTerminator: 'true' }
    const { port } = await startGateway({ upstreamPort: upstream.port, settings })
    const from = (list: string) => request(`X-Forwarded-For: ${list}\r\n`)
    const spoofed = ['1', '2', '3', '4'].map((last) => from(`198.51.100.${last}, 203.0.113.9`))
    expect(await tally(port, spoofed)).toEqual({ 200: 3, 429: 1 })
    expect(await tally(port, [from('203.0.113.10')])).toEqual({ 200: 1 })
    const twice = 'X-Forwarded-For: 203.0.113.77\r\nX-Forwarded-For: 203.0.113.9\r\n'
    expect(await tally(port, [request(twice)])).toEqual({ 429: 1 })
    expect(upstream.seen.map(({ headers }) => headers['x-forwarded-for'])).toEqual([
      ...Array<string>(3).fill('203.0.113.9'),
      '203.0.113.10',
    ])
  })

  it('counts by the terminator itself when what it says is no address', async () => {
    const upstream = await startUpstream()
    const settings = { ...SMALL, Gateway__BehindTerminator: 'true' }
    const { port } = await startGateway({ upstreamPort: upstream.port, settings })
    const nonsense = Array<string>(4).fill(request('X-Forwarded-For: 203.0.113.9, unknown\r\n'))
    expect(await tally(port, nonsense)).toEqual({ 200: 3, 429: 1 })
    expect(upstream.seen[0]?.headers['x-forwarded-for']).toBe('127.0.0.1')
  })

  it('opens again after the window', async () => {
    let now = 1000
    const upstream = await startUpstream()
    const { port } = await startGateway({ upstreamPort: upstream.port, settings: SMALL, nowMs: () => now })
    expect(await tally(port, Array<string>(4).fill(request()))).toEqual({ 200: 3, 429: 1 })
    now += 9_999
    expect(await tally(port, [request()])).toEqual({ 429: 1 })
    now += 1
    expect(await tally(port, Array<string>(4).fill(request()))).toEqual({ 200: 3, 429: 1 })
  })

  it.each([
    'X-Forwarded-For',
    'Forwarded',
    'X-Real-IP',
    'True-Client-IP',
    'CF-Connecting-IP',
    'X-Client-IP',
    'X-Client-Address',
  ])('is not escaped by a new %s each time', async (name) => {
    const upstream = await startUpstream()
    const { port } = await startGateway({ upstreamPort: upstream.port, settings: SMALL })
    const requests = Array.from({ length: 6 }, (_, at) => request(`${name}: 203.0.113.${at}\r\n`))
    expect(await tally(port, requests)).toEqual({ 200: 3, 429: 3 })
  })

  it('counts requests that are refused for other reasons, and garbage', async () => {
    const upstream = await startUpstream()
    const { port } = await startGateway({ upstreamPort: upstream.port, settings: SMALL })
    expect((await exchangeBytes(port, request('X_Y: 1\r\n'))).statuses).toEqual([400])
    expect((await exchangeBytes(port, request('Connection: close\r\n', '/nowhere'))).statuses).toEqual([404])
    expect((await exchangeBytes(port, '\x00\r\n\r\n')).statuses).toEqual([400])
    expect((await exchangeBytes(port, request('Connection: close\r\n'))).statuses).toEqual([429])
  })

  it('counts WebSocket upgrades in the same bucket', async () => {
    const upstream = await startUpstream()
    const { port } = await startGateway({ upstreamPort: upstream.port, settings: SMALL })
    expect(await tally(port, Array<string>(2).fill(request()))).toEqual({ 200: 2 })
    const upgrade =
      'Connection: Upgrade\r\nUpgrade: websocket\r\nSec-WebSocket-Version: 13\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n'
    const { statuses, text } = await exchangeBytes(port, request(upgrade, '/Store/hubs/'))
    expect(statuses).toEqual([429])
    expect(text).toContain('Retry-After: ')
    expect(upstream.seen).toHaveLength(2)
  })
})

describe('callers that a service vouches for', () => {
  const asked: string[] = []
  const verify: VerifyToken<ProvenService> = (token) => {
    asked.push(token)
    return Promise.resolve(token.startsWith('proof-') ? { service: token.slice(6), expiresAtMs: FAR } : null)
  }
  const by = (token: string, address = ''): string =>
    request(`X-Service-Token: ${token}\r\n${address === '' ? '' : `X-Client-Address: ${address}\r\n`}`)

  it('are counted by their own address, which the services are told', async () => {
    const upstream = await startUpstream()
    const { port } = await startGateway({ upstreamPort: upstream.port, settings: SMALL, verify })
    const requests = ['203.0.113.1', '203.0.113.2'].flatMap((address) =>
      Array<string>(4).fill(by('proof-portal', address)),
    )
    expect(await tally(port, requests)).toEqual({ 200: 6, 429: 2 })
    expect(upstream.seen.map((one) => one.headers['x-forwarded-for']).slice(0, 2)).toEqual([
      '203.0.113.1',
      '203.0.113.1',
    ])
    expect(
      upstream.seen.some((one) => 'x-service-token' in one.headers || 'x-client-address' in one.headers),
    ).toBe(false)
  })

  it('count in the class of their service, so one class cannot starve another', async () => {
    const upstream = await startUpstream()
    const { port } = await startGateway({ upstreamPort: upstream.port, settings: SMALL, verify })
    for (const service of ['storefront', 'portal', 'store']) {
      expect(await tally(port, Array<string>(4).fill(by(`proof-${service}`, '203.0.113.1')))).toEqual({
        200: 3,
        429: 1,
      })
    }
    expect(await tally(port, [by('proof-pharmacy', '203.0.113.1')])).toEqual({ 429: 1 })
  })

  it('are not believed without proof', async () => {
    const upstream = await startUpstream()
    const { port } = await startGateway({ upstreamPort: upstream.port, settings: SMALL, verify })
    expect(
      await tally(
        port,
        Array.from({ length: 5 }, (_, at) => by('forged', `203.0.113.${at}`)),
      ),
    ).toEqual({ 200: 3, 429: 2 })
  })

  it('leave the service its own larger allowance, also when the address is no address', async () => {
    const upstream = await startUpstream()
    const { port } = await startGateway({ upstreamPort: upstream.port, settings: SMALL, verify })
    const requests = [
      ...Array<string>(3).fill(by('proof-portal')),
      ...Array<string>(4).fill(by('proof-portal', 'nonsense')),
    ]
    expect(await tally(port, requests)).toEqual({ 200: 5, 429: 2 })
  })

  it('cost one verification per token', async () => {
    asked.length = 0
    const upstream = await startUpstream()
    const { port } = await startGateway({ upstreamPort: upstream.port, verify })
    await tally(port, Array<string>(20).fill(by('proof-portal', '203.0.113.9')))
    expect(asked).toEqual(['proof-portal'])
  })

  it('lets a stranger make the gateway verify only so many tokens', async () => {
    asked.length = 0
    const upstream = await startUpstream()
    const { port } = await startGateway({ upstreamPort: upstream.port, verify })
    await tally(
      port,
      Array.from({ length: 50 }, (_, at) => by(`forged-${at}`)),
    )
    expect(asked).toHaveLength(20)
  })
})
