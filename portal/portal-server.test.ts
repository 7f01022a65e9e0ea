// The server around the pages: head fields, assets, upgrades, the relay hub at the same address.
import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { createServer } from 'node:http'
import net from 'node:net'
import { describe, expect, onTestFinished, test } from 'vitest'
import { IRelayHub } from '@pharmacy-relay/shared/hub/relay-hub.ts'
import { ask } from '@pharmacy-relay/shared/hub/request-reply.ts'
import { PROTOCOL_VERSION } from '@pharmacy-relay/shared/hub/version.ts'
import { Challenge } from '@pharmacy-relay/shared/pairing.ts'
import { newCertificate } from '@pharmacy-relay/shared/test/test-certificates.ts'
import { SettingsError, readSettings } from '@pharmacy-relay/shared/env.ts'
import { listen } from '@pharmacy-relay/relay-server/http/listen.ts'
import express from 'express'
import { io } from 'socket.io-client'
import { portalOptions, portalSettings } from './settings.ts'
import { securityHeaders } from './http/security-headers.ts'
import { startPortalRig } from './test/portal-rig.ts'
import { ASSETS } from './assets/asset-paths.ts'

const CSP =
  "default-src 'none';script-src 'self';style-src 'self';img-src 'self' data:;connect-src 'self';" +
  "form-action 'self';base-uri 'none';frame-ancestors 'none';font-src 'self'"

describe('every reply', () => {
  test('has the strict content policy, and no word of https on plain loopback', async () => {
    const rig = await startPortalRig()
    const browser = await rig.signedIn()
    for (const path of [
      '/relay',
      '/sign-in',
      '/nothing',
      '/assets/portal.css',
      '/events?after=x',
      '/relay/table',
    ]) {
      const { headers } = path.startsWith('/events') ? await rig.browser().get(path) : await browser.get(path)
      expect(headers.get('content-security-policy'), path).toBe(CSP)
      expect(headers.get('strict-transport-security'), path).toBeNull()
      expect(headers.get('referrer-policy'), path).toBe('same-origin')
      expect(headers.get('x-content-type-options'), path).toBe('nosniff')
      expect(headers.get('x-powered-by'), path).toBeNull()
    }
  })

  test('that shows anything of a person or a pharmacy is never kept', async () => {
    const rig = await startPortalRig()
    const browser = await rig.signedIn()
    const paths = [
      '/relay',
      '/relay/table',
      '/relay/P-1001',
      '/relay/P-1001/computers',
      '/relay/P-9999',
      '/relay/new',
    ]
    for (const path of [...paths, '/relay/P-1001/edit', '/sign-in', '/', '/relay?page=0']) {
      expect((await browser.get(path)).headers.get('cache-control'), path).toBe('no-store')
    }
  })

  test('insists on https where browsers come by https', async () => {
    const app = express().use(
      securityHeaders({ isSecure: true }),
      (_request, response) => void response.end(),
    )
    const server = createServer(app)
    onTestFinished(() => void server.close())
    const port = await listen(server, { host: '127.0.0.1', port: 0, setting: 'none' })
    const { headers } = await fetch(`http://127.0.0.1:${port}/`)
    expect(headers.get('strict-transport-security')).toContain('max-age=31536000')
    expect(headers.get('content-security-policy')).toContain('upgrade-insecure-requests')
  })
})

describe('assets', () => {
  test('that pages name are there, typed, and may be kept for ever', async () => {
    const rig = await startPortalRig()
    const page = await (await rig.signedIn()).get('/relay')
    const addresses = [...page.text.matchAll(/(?:src|href)="(\/assets\/[^"]+)"/g)].map(
      ([, address]) => address ?? '',
    )
    expect(addresses).toHaveLength(Object.values(ASSETS).flat().length)
    for (const address of addresses) {
      const asset = await rig.browser().get(address.replaceAll('&amp;', '&'))
      expect(asset.status, address).toBe(200)
      expect(asset.headers.get('cache-control'), address).toBe('public, max-age=31536000, immutable')
      expect(asset.headers.get('content-type'), address).toMatch(
        /^(text\/(css|javascript); charset=utf-8|image\/svg\+xml)$/,
      )
      expect(asset.text.length, address).toBeGreaterThan(100)
    }
  })

  test('of another version are asked about each time, by their digest', async () => {
    const rig = await startPortalRig()
    const asset = await rig.browser().get('/assets/portal.css?v=other')
    expect(asset.headers.get('cache-control')).toBe('no-cache')
    const etag = asset.headers.get('etag') ?? ''
    expect((await rig.browser().get('/assets/portal.css', { 'if-none-match': etag })).status).toBe(304)
  })

  test.each([
    '/assets/',
    '/assets/../package.json',
    '/assets/..%2fpackage.json',
    '/assets/%2e%2e/package.json',
    '/assets/..%5cpackage.json',
    '/assets//portal.css',
    '/assets/PORTAL.CSS',
    '/assets/node_modules/htmx.org/package.json',
    '/assets/portal.css/',
    '/assets/constructor',
    '/node_modules/htmx.org/dist/htmx.js',
    '/browser/main.ts',
  ])('%s is not there', async (target) => {
    const rig = await startPortalRig()
    const reply = await rawExchange(
      rig.port,
      `GET ${target} HTTP/1.1\r\nHost: 127.0.0.1\r\nConnection: close\r\n\r\n`,
    )
    expect(reply).toMatch(/^HTTP\/1\.1 404 /)
    expect(reply).not.toContain('@tabler/core')
  })
})

describe('upgrades', () => {
  test.each(['/', '/relay', '/events', '/hubs/other', '/hubsx', '/Store/hubs'])(
    'at %s are refused',
    async (path) => {
      const rig = await startPortalRig()
      expect(await rawExchange(rig.port, upgrade(`${path}?EIO=4&transport=websocket`))).toMatch(
        /^HTTP\/1\.1 404 /,
      )
    },
  )

  test('of a browser at the hub are refused', async () => {
    const rig = await startPortalRig()
    const target = '/hubs/?EIO=4&transport=websocket'
    const reply = await rawExchange(rig.port, upgrade(target, `Origin: ${rig.url}\r\n`))
    expect(reply).not.toContain('101')
  })
})

describe('the relay hub at the portal’s address', () => {
  test('registers a device through the registry behind the gateway, on the service’s own account', async () => {
    const rig = await startPortalRig()
    const identities = { installId: randomUUID(), bootId: randomUUID() }
    const device = io(rig.url, {
      path: '/hubs',
      transports: ['websocket'],
      reconnection: false,
      forceNew: true,
      auth: { protocolVersion: PROTOCOL_VERSION, agentVersion: '1.0.0', ...identities },
    })
    const audience = new URL(rig.url).host
    const proven = Promise.withResolvers<void>()
    device.once('ChallengeAsync', (question: unknown, reply: (answer: unknown) => void) => {
      const { nonce } = Challenge.parse(question)
      reply({ ok: true, data: newCertificate().prove({ nonce, audience, ...identities }) })
      proven.resolve()
    })
    await proven.promise
    const identity = await ask(device, IRelayHub, {
      event: 'RegisterDeviceAsync',
      args: [
        {
          computerName: 'COUNTER-1',
          username: 'till',
          localIpAddress: '10.0.0.7',
          email: '',
          clientVersion: '1.0.0',
          pharmacyId: 1,
          role: 'None',
        },
      ],
      timeoutMs: 10_000,
    })
    device.disconnect()
    expect(identity.deviceKey).toBe('a'.repeat(64))
    expect(rig.upstream.store.operations.map(({ kind }) => kind)).toContain('open')
    const batch = rig.upstream.seen.find(({ path }) => path === '/Store/api/v1/relay-registry/batches')
    expect(batch?.headers['x-client-address']).toBeUndefined()
    expect(batch?.headers.authorization).toBe(`Bearer ${batch?.headers['x-service-token']?.toString()}`)
  })
})

describe('the settings', () => {
  const needed = { Portal__CookieKey: 'a'.repeat(43), ServiceClient__Secret__portal: 'x'.repeat(32) }

  test('have documented defaults', () => {
    const options = portalOptions(readSettings(portalSettings(false), needed), false)
    expect(options).toMatchObject({ host: '127.0.0.1', port: 5132, publicOrigin: 'http://127.0.0.1:5132' })
    expect(options.sessionLimits).toEqual({ idleMs: 900_000, absoluteMs: 43_200_000 })
    expect(portalOptions(readSettings(portalSettings(false), needed), true).loopbackOrigins).toBe(false)
  })

  test('are refused all at once, without repeating a secret', () => {
    const wrong = { Portal__CookieKey: 'short-secret', Portal__Port: 'http', Portal__PublicUrl: 'ftp://x' }
    const read = (): unknown => readSettings(portalSettings(false), wrong)
    expect(read).toThrow(SettingsError)
    expect(read).toThrow(/Portal__CookieKey[^]*|Portal__Port/)
    expect(read).not.toThrow(/short-secret/)
  })
})

function upgrade(target: string, fields = ''): string {
  return (
    `GET ${target} HTTP/1.1\r\nHost: 127.0.0.1\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n` +
    `Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: ${Buffer.alloc(16).toString('base64')}\r\n${fields}\r\n`
  )
}

/** Sends bytes and gives everything that came back until the portal closed. */
async function rawExchange(port: number, request: string): Promise<string> {
  const socket = net.connect({ host: '127.0.0.1', port })
  let text = ''
  socket.on('data', (chunk: Buffer) => (text += chunk.toString('latin1')))
  socket.write(request)
  await once(socket, 'close', { signal: AbortSignal.timeout(5_000) })
  return text
}
