// The real store API for hostile services, on a database of its own; and a good portal that goes on beside them.
import { randomUUID } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import type { Caller } from '@pharmacy-relay/relay-server/auth/access-token.ts'
import { createTestTokens } from '@pharmacy-relay/relay-server/auth/test-tokens.ts'
import { openDatabase } from '@pharmacy-relay/relay-server/db/database.ts'
import { createCustomer } from '@pharmacy-relay/relay-server/store-api/customers/customer-changes.ts'
import { MIGRATIONS_FOLDER } from '@pharmacy-relay/relay-server/store-api/database.ts'
import { createMetrics } from '@pharmacy-relay/relay-server/http/ops-server.ts'
import { createStoreMetrics } from '@pharmacy-relay/relay-server/store-api/metrics.ts'
import { nothingScheduled } from '@pharmacy-relay/relay-server/store-api/test/no-scheduler.ts'
import type { StoreSchema } from '@pharmacy-relay/relay-server/store-api/schema.ts'
import { privateNetwork } from '@pharmacy-relay/relay-server/http/private-network.ts'
import { providerIsAway } from '@pharmacy-relay/relay-server/store-api/shop/test/away-provider.ts'
import { startHealthKeeper } from '@pharmacy-relay/relay-server/store-api/health/health-keeper.ts'
import { createStoreApp } from '@pharmacy-relay/relay-server/store-api/store-app.ts'
import {
  INVOICES,
  identityIsAway,
  nobodySignsIn,
} from '@pharmacy-relay/relay-server/store-api/test/test-app.ts'
import { systemClock } from '@pharmacy-relay/shared/clock.ts'
import { answer, ask } from '@pharmacy-relay/shared/hub/request-reply.ts'
import { IStoreClient, IStoreHub } from '@pharmacy-relay/shared/hub/store-hub.ts'
import { silentLogger } from '@pharmacy-relay/shared/logger.ts'
import { io } from 'socket.io-client'

const WITNESS_LIMIT_MS = 60_000
const ADMIN: Caller = {
  subject: randomUUID(),
  role: 'Admin',
  name: 'Ada Admin',
  pharmacyId: null,
  sessionId: null,
  signedInAt: null,
  deviceKey: null,
  expiresAt: new Date('2100-01-01T00:00:00.000Z'),
}

export interface StoreUnderFuzz {
  readonly port: number
  /** Of a service that may connect, for a day. */
  readonly token: string
  /** Nobody may connect with one of these. */
  readonly badTokens: readonly [string, ...string[]]
  /** Sockets, the good portal's not counted. */
  readonly connections: () => number
  /** A pharmacy is added and the good portal hears of it; how long that took, in ms. Rejects when it does not. */
  witnessed(): Promise<number>
  stop(): Promise<void>
}

export async function startStoreUnderFuzz(): Promise<StoreUnderFuzz> {
  const folder = mkdtempSync(path.join(tmpdir(), 'relay-fuzz-'))
  const database = await openDatabase<StoreSchema>({
    connectionString: null,
    dataFolder: folder,
    name: 'store',
    migrationsFolder: MIGRATIONS_FOLDER,
    logger: silentLogger,
  })
  const tokens = await createTestTokens()
  const token = await tokens.tokenFor('Service', { claims: { exp: Math.floor(Date.now() / 1_000) + 86_400 } })
  const app = await createStoreApp({
    database,
    tokens: tokens.verifier,
    signInCustomer: nobodySignsIn,
    makeAccount: nobodySignsIn,
    loginWithIpAddress: identityIsAway,
    endDeviceSessions: identityIsAway,
    sendSms: async () => Promise.resolve('not_set_up'),
    clock: systemClock,
    logger: silentLogger,
    internalApi: { key: 'k'.repeat(40), previousKey: null },
    rules: {
      deviceKeySecret: 's'.repeat(40),
      previousDeviceKeySecret: null,
      oldestProtocolVersion: 1,
      leaseMs: 15_000,
    },
    shop: { currency: 'EUR', holdMs: 1_200_000 },
    invoices: INVOICES,
    paymentProvider: providerIsAway,
    startHealth: startHealthKeeper,
    sweepEveryMs: 5_000,
    scheduler: nothingScheduled,
    metrics: createStoreMetrics(createMetrics()),
    address: { host: '127.0.0.1', port: 0, setting: 'Store__Port' },
    network: privateNetwork([]),
  })
  const portal = await goodPortal(app.port, token)
  const { Service: _service, ...others } = tokens.tokens
  let count = 0
  return {
    port: app.port,
    token,
    connections: () => app.hubConnections() - 1,
    badTokens: ['x', ...Object.values(others), ...Object.values(tokens.badTokens)],
    witnessed: async () => {
      const startedMs = performance.now()
      count += 1
      const fields = { storeId: `P-${count}`, name: 'Pharmacy', email: 'p@example.org', phone: null }
      const { id } = await createCustomer(database.db, ADMIN, fields)
      await portal.hears(id)
      return performance.now() - startedMs
    },
    stop: async () => {
      portal.leave()
      await app.stop()
      await database.stop()
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

async function goodPortal(port: number, token: string) {
  const options = { path: '/hubs', transports: ['websocket'], reconnection: false, forceNew: true }
  const socket = io(`http://127.0.0.1:${port}`, { ...options, auth: { token } })
  const heard = new Set<number>()
  const contract = { RelayEventsAsync: IStoreClient.RelayEventsAsync }
  answer(socket, contract, {
    handlers: {
      RelayEventsAsync: async (rows) => {
        for (const { customerId } of rows) heard.add(customerId)
        return null
      },
    },
    logger: silentLogger,
  })
  const args: [string, null] = [randomUUID(), null]
  await ask(socket, IStoreHub, { event: 'SubscribeAsync', args, timeoutMs: WITNESS_LIMIT_MS })
  return {
    hears: async (customerId: number) => {
      const endMs = performance.now() + WITNESS_LIMIT_MS
      while (!heard.has(customerId)) {
        if (performance.now() > endMs) throw new Error('the good portal heard nothing')
        await new Promise((resolve) => setTimeout(resolve, 1))
      }
    },
    leave: () => void socket.disconnect(),
  }
}
