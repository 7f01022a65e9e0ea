// A pharmacy API that listens on a free port over a database that is open already, with keys and tokens for tests.
import { createHash } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { createServer } from 'node:http'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { Registry } from 'prom-client'
import type { Endpoint, EndpointCall, EndpointResult } from '@pharmacy-relay/shared/api/endpoint.ts'
import { systemClock, type Clock } from '@pharmacy-relay/shared/clock.ts'
import { silentLogger, type Logger } from '@pharmacy-relay/shared/logger.ts'
import type { UserRole } from '@pharmacy-relay/shared/user-role.ts'
import type { AccountEnds } from '../../auth/account-tokens.ts'
import type { TokenVerifier } from '../../auth/token-verifier.ts'
import type { TestTokens } from '../../auth/test-tokens.ts'
import type { Database } from '../../db/database.ts'
import { createApiClient } from '../../http/api-client.ts'
import { listen } from '../../http/listen.ts'
import { privateNetwork } from '../../http/private-network.ts'
import { createPharmacyMetrics } from '../metrics.ts'
import { createErasureList } from '../patients/erasure-list.ts'
import { createPharmacyApp } from '../pharmacy-app.ts'
import type { RetentionYears } from '../retention/retention-years.ts'
import type { PharmacySchema } from '../schema.ts'
import type { SealingKeys } from '../sealing/key-ring.ts'
import { createSmsMetrics } from '../sms/sms-metrics.ts'
import type { SmsGiven } from '../sms/sms.ts'

/** Of a pharmacy API under test; left out, they are its own. */
export interface TestPharmacyOptions {
  readonly clock?: Clock
  /** Of other tokens than those of tests. */
  readonly verifier?: TokenVerifier
  /** Left out, nothing goes. */
  readonly retentionYears?: RetentionYears
  /** Left out, nobody ends. */
  readonly ends?: AccountEnds
  readonly keys?: SealingKeys
  /** Of the erasure list; goes when the API stops, where it was left out. */
  readonly erasureFolder?: string
  /** Left out, nobody has a phone, and nothing is sent. */
  readonly sms?: Partial<Omit<SmsGiven, 'metrics'>>
  readonly logger?: Logger
}

export interface TestPharmacyApi {
  readonly database: Database<PharmacySchema>
  readonly baseUrl: string
  readonly tokens: TestTokens
  readonly registry: Registry
  /** Resolves when nothing is done any more behind an answer. */
  idle(): Promise<void>
  /** Calls an endpoint as an Admin, unless told otherwise; throws ProblemError. */
  call<E extends Endpoint>(
    entry: E,
    input: Partial<EndpointCall<E>> & { readonly version?: number },
    role?: UserRole,
  ): Promise<EndpointResult<E>>
  stop(): Promise<void>
}

const NO_ENDS: AccountEnds = { onEnd: () => undefined, isEnded: () => false }

/** Without a store API nobody has a phone, and nothing is sent. */
const NO_SMS: Omit<SmsGiven, 'metrics'> = {
  key: 's'.repeat(40),
  codesPerHour: 500,
  patientSmsPerDay: 100_000,
  publicUrl: 'https://panel.example',
  findByPhone: () => Promise.resolve(false),
  handOver: () => Promise.resolve({ state: 'failed', reason: 'not_set_up', smsId: null }),
}

/** One more over the same database, which its `stop` leaves open. */
export async function serveTestPharmacy(
  database: Database<PharmacySchema>,
  tokens: TestTokens,
  options: TestPharmacyOptions = {},
): Promise<TestPharmacyApi> {
  const { clock = systemClock, keys = testKeys('1'), logger = silentLogger } = options
  const own = mkdtempSync(path.join(tmpdir(), 'relay-erasures-'))
  const folder = options.erasureFolder ?? own
  const registry = new Registry()
  const pharmacy = await createPharmacyApp({
    database,
    tokens: options.verifier ?? tokens.verifier,
    ends: options.ends ?? NO_ENDS,
    internalApi: { key: 'k'.repeat(40), previousKey: null },
    keys,
    erasures: createErasureList({ folder, now: () => new Date(clock.wallMs()) }),
    retentionYears: options.retentionYears ?? new Map(),
    clock,
    metrics: createPharmacyMetrics(registry),
    sms: { ...NO_SMS, ...options.sms, metrics: createSmsMetrics(registry) },
    network: privateNetwork([]),
    logger,
  })
  const server = createServer(pharmacy.app)
  const port = await listen(server, { host: '127.0.0.1', port: 0, setting: 'Pharmacy__Port' })
  const baseUrl = `http://127.0.0.1:${port}`
  return {
    database,
    baseUrl,
    tokens,
    registry,
    idle: () => pharmacy.idle(),
    call: callerAt(baseUrl, tokens),
    stop: async () => {
      server.close()
      server.closeAllConnections()
      await pharmacy.stop()
      rmSync(own, { recursive: true, force: true })
    },
  }
}

/** Keys with these ids, the newest first. An id has the same key wherever it is named. */
export function testKeys(...ids: readonly string[]): SealingKeys {
  const keyOf = (kind: string, id: string) => ({
    id,
    key: createHash('sha256').update(`${kind} ${id}`).digest(),
  })
  return {
    dataKeys: ids.map((id) => keyOf('data', id)),
    indexKeys: ids.map((id) => keyOf('index', id)),
  }
}

/** Calls a pharmacy API wherever it listens. */
export function callerAt(baseUrl: string, tokens: TestTokens): TestPharmacyApi['call'] {
  const client = createApiClient({ baseUrl, timeoutMs: 60_000, headers: () => Promise.resolve({}) })
  return (entry, { version, ...input }, role = 'Admin') =>
    client.call(entry, { params: null, query: null, body: null, ...input } as EndpointCall<typeof entry>, {
      token: tokens.tokens[role],
      ...(version === undefined ? {} : { version }),
    })
}
