// The four programs as production starts them, on the hosts that are their defaults there: they reach each other, each takes
// what the gateway forwards, and machines that are not ours are cut.
import { randomBytes, randomUUID } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import net from 'node:net'
import os from 'node:os'
import path from 'node:path'
import { testClusterUrl } from '@pharmacy-relay/relay-server/db/test-cluster.ts'
import { withConnection, withDatabase } from '@pharmacy-relay/relay-server/db/postgres-connection.ts'
import { createApiClient } from '@pharmacy-relay/relay-server/http/api-client.ts'
import { identityApi } from '@pharmacy-relay/shared/api/identity-api.ts'
import { storeApi } from '@pharmacy-relay/shared/api/store-api.ts'
import { freePort } from '@pharmacy-relay/shared/test/free-port.ts'
import { until } from '@pharmacy-relay/shared/test/until.ts'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { writePrivateFile } from '../../scripts/start/demo-file.ts'
import { STOP_ORDER, startPlatform } from '../../scripts/start/platform.ts'
import { Supervisor } from '../../scripts/start/supervisor.ts'
import { METRICS_ABOVE } from '../running-demo.ts'

const PUBLIC = 'https://panel.example'
const SHOP = 'https://shop.example'
const USER = {
  email: 'admin@relay.example',
  name: 'Ada',
  role: 'Admin',
  password: 'correct horse battery staple',
  pharmacyId: null,
}
const secret = (): string => randomUUID() + randomUUID()

const folder = mkdtempSync(path.join(os.tmpdir(), 'relay-production-'))
const supervisor = new Supervisor(() => undefined)
const databases: string[] = []
const ports = { gateway: 0, identity: 0, store: 0, pharmacy: 0, portal: 0, storefront: 0 }

async function newDatabase(name: string): Promise<string> {
  const admin = await testClusterUrl()
  const database = `${name}_${randomUUID().replaceAll('-', '').slice(0, 12)}`
  await withConnection(admin, async (client) => client.query(`create database "${database}"`))
  databases.push(database)
  return withDatabase(admin, database)
}

async function productionSettings(): Promise<Record<string, string | undefined>> {
  for (const name of Object.keys(ports) as (keyof typeof ports)[])
    ports[name] = await freePort([METRICS_ABOVE])
  const [internal, portal, store, pharmacy] = [secret(), secret(), secret(), secret()]
  const storefront = secret()
  const seed = path.join(folder, 'users.json')
  writePrivateFile(seed, JSON.stringify([USER]))
  return {
    PATH: process.env['PATH'],
    NODE_ENV: 'production',
    Log__Level: 'info',
    Data__Folder: folder,
    Network__Private: '127.0.0.0/8',
    Gateway__Port: String(ports.gateway),
    Gateway__Routes__Identity: `http://127.0.50.2:${ports.identity}`,
    Gateway__Routes__Store: `http://127.0.50.3:${ports.store}`,
    Gateway__Routes__Pharmacy: `http://127.0.50.5:${ports.pharmacy}`,
    Identity__Port: String(ports.identity),
    Identity__SealKey: secret(),
    Identity__RefreshKey: secret(),
    Identity__ServiceClients: `portal:${portal},store:${store},pharmacy:${pharmacy},storefront:${storefront}`,
    Identity__Seed: seed,
    InternalApi__Key: internal,
    Services__Store: `http://127.0.50.3:${ports.store}`,
    ConnectionStrings__cs_identity: await newDatabase('production_identity'),
    Store__Port: String(ports.store),
    Store__DeviceKeySecret: secret(),
    Payments__ProviderUrl: 'https://127.0.50.3:9',
    Payments__ApiKey: secret(),
    Payments__WebhookSecret: secret(),
    Services__Identity: `http://127.0.50.2:${ports.identity}`,
    ServiceClient__Secret__store: store,
    ConnectionStrings__cs_store: await newDatabase('production_store'),
    Pharmacy__Port: String(ports.pharmacy),
    Pharmacy__SmsKey: secret(),
    ServiceClient__Secret__pharmacy: pharmacy,
    Pharmacy__ErasureFolder: path.join(folder, 'erasures'),
    Pharmacy__RetentionYears: 'TR=10',
    Pharmacy__DataKeys: `1:${randomBytes(32).toString('base64url')}`,
    Pharmacy__IndexKeys: `1:${randomBytes(32).toString('base64url')}`,
    ConnectionStrings__cs_medicine: await newDatabase('production_pharmacy'),
    Portal__Port: String(ports.portal),
    Portal__PublicUrl: PUBLIC,
    Portal__CookieKey: secret(),
    Portal__BehindTerminator: 'true',
    Services__Gateway: `http://127.0.50.1:${ports.gateway}`,
    ServiceClient__Secret__portal: portal,
    Storefront__Port: String(ports.storefront),
    Storefront__PublicUrl: SHOP,
    Storefront__CookieKey: secret(),
    Storefront__BehindTerminator: 'true',
    ServiceClient__Secret__storefront: storefront,
  }
}

beforeAll(async () => {
  const environment = await productionSettings()
  await startPlatform(supervisor, { environment, logFolder: folder }, () => undefined)
})
afterAll(async () => {
  await supervisor.stopAll(STOP_ORDER)
  const admin = await testClusterUrl()
  for (const database of databases)
    await withConnection(admin, async (client) => client.query(`drop database "${database}" with (force)`))
  rmSync(folder, { recursive: true, force: true })
})

/** What came back on a connection until it ended. */
async function exchange(host: string, port: number, bytes: string): Promise<string> {
  const socket = net.connect({ host, port })
  let text = ''
  socket.on('data', (part: Buffer) => (text += part.toString('latin1'))).on('error', () => undefined)
  socket.write(bytes, 'latin1')
  await new Promise((resolve) => socket.once('close', resolve))
  return text
}

describe('the programs of production', () => {
  test('reach each other: a person signs in through the gateway and sees what the store has', async () => {
    const api = (prefix: string) =>
      createApiClient({
        baseUrl: `http://127.0.50.1:${ports.gateway}${prefix}`,
        timeoutMs: 60_000,
        headers: () => Promise.resolve({}),
      })
    const { email, password } = USER
    const body = { email, password }
    const call = { params: null, query: null, body }
    const signedIn = await api('/Identity').call(identityApi.signIn, call, { token: null })
    if (!('tokens' in signedIn)) throw new Error('a code was asked for')
    const query = { page: 1, pageSize: 10, sort: 'name' as const, q: '' }
    const list = await api('/Store').call(
      storeApi.listCustomers,
      { params: null, query: query as never, body: null },
      { token: signedIn.tokens.accessToken },
    )
    expect(list.total).toBe(0)
  })

  test('the portal follows the store hub through the gateway, and says that it is ready', async () => {
    await until('the portal is connected', async () => {
      const metrics = await fetch(`http://127.0.0.1:${ports.store + METRICS_ABOVE}/metrics`)
      return /^store_hub_connections 1$/m.test(await metrics.text())
    })
    expect((await fetch(`http://127.0.0.1:${ports.portal + METRICS_ABOVE}/readyz`)).status).toBe(200)
    const page = await fetch(`http://127.0.50.4:${ports.portal}/sign-in`)
    expect([page.status, page.headers.get('strict-transport-security') !== null]).toEqual([200, true])
  })

  test('the storefront shows the shop of the store API', async () => {
    expect((await fetch(`http://127.0.0.1:${ports.storefront + METRICS_ABOVE}/readyz`)).status).toBe(200)
    const page = await fetch(`http://127.0.50.6:${ports.storefront}/`)
    expect(page.headers.get('strict-transport-security')).not.toBeNull()
    expect(await page.text()).toContain(`<link rel="canonical" href="${SHOP}/"`)
  })

  test.skipIf(ownAddress() === null)('serve nobody whose address is not of the private network', async () => {
    for (const port of Object.values(ports))
      expect(await exchange(ownAddress() ?? '', port, 'GET / HTTP/1.0\r\n\r\n')).toBe('')
  })
})

describe('a head at the limits of the gateway', () => {
  const target = (prefix: string, bytes: number): string =>
    `${prefix}/x?${'q'.repeat(bytes - prefix.length - 3)}`
  const head = (path: string, fieldBytes: number): string => {
    const host = 'Host: gateway.test\r\nConnection: close\r\n'
    const name = 'X-Long: '
    return `GET ${path} HTTP/1.1\r\n${host}${name}${'v'.repeat(fieldBytes - host.length - name.length - 2)}\r\n\r\n`
  }
  test.each([
    ['/Identity', 8_192, 16_384, 404],
    ['/Store', 8_192, 16_384, 404],
    ['/Identity', 8_193, 1_000, 414],
    ['/Store', 8_193, 1_000, 414],
    ['/Identity', 1_000, 16_385, 431],
    ['/Store', 1_000, 16_385, 431],
  ])(
    '%s with a target of %d and fields of %d bytes is answered %d in the words of our programs',
    async (...given) => {
      const [prefix, targetBytes, fieldBytes, status] = given
      const reply = await exchange('127.0.50.1', ports.gateway, head(target(prefix, targetBytes), fieldBytes))
      expect(reply).toMatch(new RegExp(`^HTTP/1\\.1 ${status} `))
      expect(reply).toContain('application/problem+json')
      expect(reply).toContain('Source: gateway')
    },
  )
})

/** An address of this computer beyond loopback; null where it has none. */
function ownAddress(): string | null {
  const all = Object.values(os.networkInterfaces()).flatMap((addresses) => addresses ?? [])
  return all.find(({ internal, family }) => !internal && family === 'IPv4')?.address ?? null
}
