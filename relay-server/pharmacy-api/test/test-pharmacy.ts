// A pharmacy API that listens on a free port, over a database and with tokens of its own, and imports into it over HTTP.
import { createHash } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { createServer } from 'node:http'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { Registry } from 'prom-client'
import type { Endpoint, EndpointCall, EndpointResult } from '@pharmacy-relay/shared/api/endpoint.ts'
import { pharmacyApi } from '@pharmacy-relay/shared/api/pharmacy-api.ts'
import type {
  DrugImport,
  ImportFinding,
  ListEncoding,
  ListFileName,
} from '@pharmacy-relay/shared/api/pharmacy-imports.ts'
import { systemClock, type Clock } from '@pharmacy-relay/shared/clock.ts'
import { silentLogger, type Logger } from '@pharmacy-relay/shared/logger.ts'
import { ProblemError } from '@pharmacy-relay/shared/problem.ts'
import { until } from '@pharmacy-relay/shared/test/until.ts'
import type { UserRole } from '@pharmacy-relay/shared/user-role.ts'
import { createTestTokens, type TestTokens } from '../../auth/test-tokens.ts'
import { createTestDatabase, type TestDatabase } from '../../db/test-cluster.ts'
import { createApiClient } from '../../http/api-client.ts'
import { privateNetwork } from '../../http/private-network.ts'
import { listen } from '../../http/listen.ts'
import { MIGRATIONS_FOLDER } from '../database.ts'
import { createPharmacyMetrics } from '../metrics.ts'
import { createErasureList } from '../patients/erasure-list.ts'
import { createPharmacyApp } from '../pharmacy-app.ts'
import type { PharmacySchema } from '../schema.ts'
import type { SealingKeys } from '../sealing/key-ring.ts'
import { createSmsMetrics } from '../sms/sms-metrics.ts'
import type { SmsGiven } from '../sms/sms.ts'

/** Of a pharmacy API under test; left out, they are its own. */
export interface TestPharmacyOptions {
  readonly clock?: Clock
  readonly keys?: SealingKeys
  /** Of the erasure list; goes when the API stops, where it was left out. */
  readonly erasureFolder?: string
  readonly sms?: Partial<Omit<SmsGiven, 'metrics'>>
  readonly logger?: Logger
}

export interface TestPharmacyApi {
  readonly database: TestDatabase<PharmacySchema>
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

/** Without a store API nobody has a phone, and nothing is sent. */
const NO_SMS: Omit<SmsGiven, 'metrics'> = {
  key: 's'.repeat(40),
  codesPerHour: 500,
  findByPhone: () => Promise.resolve(false),
  handOver: () => Promise.resolve({ state: 'failed', reason: 'not_set_up', smsId: null }),
}

export async function startTestPharmacy(
  name: string,
  options: TestPharmacyOptions = {},
): Promise<TestPharmacyApi> {
  const database = await createTestDatabase<PharmacySchema>({ name, migrationsFolder: MIGRATIONS_FOLDER })
  const served = await serveTestPharmacy(database, await createTestTokens(), options)
  return {
    ...served,
    stop: async () => {
      await served.stop()
      await database.stop()
    },
  }
}

/** One more over the same database, which its `stop` leaves open. */
export async function serveTestPharmacy(
  database: TestDatabase<PharmacySchema>,
  tokens: TestTokens,
  options: TestPharmacyOptions = {},
): Promise<TestPharmacyApi> {
  const { clock = systemClock, keys = testKeys('1'), logger = silentLogger } = options
  const own = mkdtempSync(path.join(tmpdir(), 'relay-erasures-'))
  const folder = options.erasureFolder ?? own
  const registry = new Registry()
  const pharmacy = await createPharmacyApp({
    database,
    tokens: tokens.verifier,
    internalApi: { key: 'k'.repeat(40), previousKey: null },
    keys,
    erasures: createErasureList({ folder, now: () => new Date(clock.wallMs()) }),
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

export interface TestList {
  readonly source: string
  readonly encoding?: ListEncoding
  readonly files: Readonly<Partial<Record<ListFileName, Buffer>>>
}

type Site = Pick<TestPharmacyApi, 'call'>

/** All files sent and checked: `checked`, or `refused`. */
export async function checkedImport(site: Site, list: TestList): Promise<DrugImport> {
  const { id } = await sentImport(site, list)
  await site.call(pharmacyApi.checkDrugImport, { params: { importId: String(id) } })
  return settled(site, id)
}

/** Begun, and all files sent. */
export async function sentImport({ call }: Site, { source, encoding, files }: TestList): Promise<DrugImport> {
  const sent = Object.entries(files) as [ListFileName, Buffer][]
  const announced = sent.map(([name, bytes]) => ({ name, bytes: bytes.length, sha256: sha256(bytes) }))
  const body = { source, encoding: encoding ?? 'windows-1252', files: announced }
  const begun = await call(pharmacyApi.startDrugImport, { body })
  const params = { importId: String(begun.id) }
  for (const [name, bytes] of sent)
    await call(pharmacyApi.putDrugImportFile, { params: { ...params, name }, body: new Uint8Array(bytes) })
  return begun
}

/** Checked and applied; fails the test when it was refused. */
export async function appliedImport(
  site: Site,
  list: TestList,
  confirmWithdrawn = false,
): Promise<DrugImport> {
  const checked = await checkedImport(site, list)
  if (checked.state !== 'checked')
    throw new Error(`the list is ${checked.state}: ${JSON.stringify(checked.rules)}`)
  return applied(site, checked.id, confirmWithdrawn)
}

export async function applied(site: Site, id: number, confirmWithdrawn = false): Promise<DrugImport> {
  await site.call(pharmacyApi.applyDrugImport, {
    params: { importId: String(id) },
    body: { confirmWithdrawn },
  })
  return settled(site, id)
}

/** As it is when nothing is under way any more. */
export async function settled({ call }: Site, id: number): Promise<DrugImport> {
  let last: DrugImport | null = null
  await until('the import is settled', async () => {
    last = await call(pharmacyApi.getDrugImport, { params: { importId: String(id) } })
    return last.state !== 'checking' && last.state !== 'applying'
  })
  if (last === null) throw new Error('the import was never read')
  return last
}

export async function findingsOf({ call }: Site, id: number): Promise<readonly ImportFinding[]> {
  const query = { pageSize: '200' }
  const { items } = await call(pharmacyApi.listImportFindings, { params: { importId: String(id) }, query })
  return items
}

/** How often a rule found something, by file. */
export function countOf({ rules }: DrugImport, file: ListFileName, rule: string): number {
  return rules.find((one) => one.file === file && one.rule === rule)?.count ?? 0
}

export async function namesFound({ call }: Site, q: string): Promise<string[]> {
  const { items } = await call(pharmacyApi.searchDrugs, { query: { q } }, 'Pharmacist')
  return items.map(({ name }) => name)
}

/** The problem that a call ends in; fails the test when it succeeds. */
export async function problemOf(call: Promise<unknown>): Promise<ProblemError> {
  try {
    await call
  } catch (error) {
    if (error instanceof ProblemError) return error
    throw error
  }
  throw new Error('the call was not refused')
}

export function sha256(bytes: Uint8Array): string {
  return createHash('sha256').update(bytes).digest('hex')
}
