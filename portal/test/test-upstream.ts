// For tests: a small real server in the gateway's place, with the endpoint tables over memory and a store hub.
import { createServer, type IncomingHttpHeaders } from 'node:http'
import { createApiApp } from '@pharmacy-relay/relay-server/http/api-app.ts'
import { listen } from '@pharmacy-relay/relay-server/http/listen.ts'
import { createTestTokens } from '@pharmacy-relay/relay-server/auth/test-tokens.ts'
import { schedulerApi } from '@pharmacy-relay/shared/api/scheduler.ts'
import { relayStoreApi } from '@pharmacy-relay/shared/api/store-api.ts'
import { supportDeskApi } from '@pharmacy-relay/shared/api/support/desk-api.ts'
import { taskFilesApi } from '@pharmacy-relay/shared/api/support/task-files-api.ts'
import { supportTasksApi } from '@pharmacy-relay/shared/api/support/support-tasks-api.ts'
import { silentLogger } from '@pharmacy-relay/shared/logger.ts'
import { MemoryIdentity, memoryIdentityApi } from './memory-identity.ts'
import { MemoryPharmacy, memoryPharmacyApi } from './memory-pharmacy.ts'
import { MemoryStore } from './memory-store.ts'
import { MemoryShop, memoryShopApi } from './shop/memory-shop.ts'
import { TestIdentityHub } from './test-identity-hub.ts'
import { TestStoreHub } from './test-store-hub.ts'
import { withTest, type Lasting } from '@pharmacy-relay/shared/test/lasting.ts'

export interface SeenRequest {
  readonly method: string
  readonly path: string
  readonly headers: IncomingHttpHeaders
}

export interface TestUpstream {
  readonly url: string
  readonly identity: MemoryIdentity
  readonly store: MemoryStore
  readonly shop: MemoryShop
  readonly pharmacy: MemoryPharmacy
  readonly storeHub: TestStoreHub
  readonly identityHub: TestIdentityHub
  /** Every request that arrived, oldest first. */
  readonly seen: SeenRequest[]
  /** So many calls of the store with a person's token are refused as if the token had been revoked. */
  rejectUserTokens: number
  /** Requests whose method and path (`GET /Store/…`) hold these words get no answer: their connection is cut. */
  cutPath: string | null
}

export async function startTestUpstream(lasts: Lasting = withTest): Promise<TestUpstream> {
  const tokens = await createTestTokens()
  const identity = new MemoryIdentity(tokens)
  const store = new MemoryStore()
  const shop = new MemoryShop()
  const pharmacy = new MemoryPharmacy()
  const parts = {
    tokens: tokens.verifier,
    internalApi: null,
    logger: silentLogger,
    translate: () => null,
  }
  const apps = {
    Identity: createApiApp({
      ...parts,
      title: 'identity',
      table: memoryIdentityApi,
      handlers: identity.handlers(),
    }),
    Store: createApiApp({
      ...parts,
      title: 'store',
      table: {
        ...relayStoreApi,
        ...schedulerApi,
        ...memoryShopApi,
        ...supportTasksApi,
        ...supportDeskApi,
        ...taskFilesApi,
      },
      handlers: {
        ...store.handlers(),
        ...shop.handlers(),
        ...store.supportTasks.handlers(),
        ...store.supportDesk.handlers(),
        ...store.taskFiles.handlers(),
      },
    }),
    Pharmacy: createApiApp({
      ...parts,
      title: 'pharmacy',
      table: memoryPharmacyApi,
      handlers: pharmacy.handlers(),
      scanners: pharmacy.scanners.verifier,
    }),
  }
  const server = createServer((request, response) => {
    const [, prefix = '', rest = ''] = /^\/(\w+)(\/.*)$/.exec(request.url ?? '') ?? []
    upstream.seen.push({ method: request.method ?? '', path: request.url ?? '', headers: request.headers })
    const asked = `${request.method} ${request.url}`
    if (upstream.cutPath !== null && asked.includes(upstream.cutPath)) return request.socket.destroy()
    if (prefix === 'Store' && upstream.rejectUserTokens > 0) {
      upstream.rejectUserTokens -= 1
      request.headers.authorization = 'Bearer revoked'
    }
    const app = Object.entries(apps).find(([name]) => name === prefix)?.[1]
    if (app === undefined) return response.writeHead(404).end()
    request.url = rest
    app(request, response)
  })
  const storeHub = new TestStoreHub(server)
  const identityHub = new TestIdentityHub(server)
  const port = await listen(server, { host: '127.0.0.1', port: 0, setting: 'none' })
  lasts(async () => {
    await storeHub.stop()
    await identityHub.stop()
    server.close()
    server.closeAllConnections()
  })
  const url = `http://127.0.0.1:${port}`
  const upstream: TestUpstream = {
    url,
    identity,
    store,
    shop,
    pharmacy,
    storeHub,
    identityHub,
    seen: [],
    cutPath: null,
    rejectUserTokens: 0,
  }
  return upstream
}
