// What the tests of this folder share: a store database with a time that steps, pharmacies, devices, batches.
import { randomUUID } from 'node:crypto'
import type {
  OperationResult,
  RegistryOperation,
  RenewedLease,
  OpenedSession,
} from '@pharmacy-relay/shared/api/relay-registry.ts'
import type { CloseReason } from '@pharmacy-relay/shared/device.ts'
import { silentLogger } from '@pharmacy-relay/shared/logger.ts'
import type { PrinterList } from '@pharmacy-relay/shared/printer.ts'
import { newCertificate, type TestCertificate } from '@pharmacy-relay/shared/test/test-certificates.ts'
import type { z } from 'zod'
import type { Caller } from '../../auth/access-token.ts'
import { createTestDatabase, type TestDatabase } from '../../db/test-cluster.ts'
import { MIGRATIONS_FOLDER } from '../database.ts'
import { createCustomer } from '../customers/customer-changes.ts'
import { makePairingCode } from '../customers/pairing-codes.ts'
import { mintCode } from '../enrolment/mint-code.ts'
import { applyBatch, type RegistryParts } from '../registry/batch.ts'
import type { StoreSchema } from '../schema.ts'

export type StoreTestDatabase = TestDatabase<StoreSchema>

export async function openTestStore(name: string): Promise<StoreTestDatabase> {
  return createTestDatabase<StoreSchema>({ name, migrationsFolder: MIGRATIONS_FOLDER })
}

export const LEASE_MS = 15_000
export const admin: Caller = {
  subject: '7b5cc1de-6a43-4b50-8a15-3f4de8a4f2a1',
  role: 'Admin',
  name: 'Ada Admin',
  pharmacyId: null,
  sessionId: null,
  signedInAt: null,
  deviceKey: null,
  expiresAt: new Date('2100-01-01T00:00:00.000Z'),
}

export const rules = {
  deviceKeySecret: 'a-secret-of-the-tests-that-is-long-enough',
  previousDeviceKeySecret: null,
  oldestProtocolVersion: 1,
  leaseMs: LEASE_MS,
}

export { stepDatabaseTime } from './stepped-database.ts'

export interface TestPharmacy {
  readonly id: number
  readonly storeId: string
}

let nextStoreNumber = 1_000

export async function newPharmacy({ db }: StoreTestDatabase): Promise<TestPharmacy> {
  nextStoreNumber += 1
  const storeId = `P-${nextStoreNumber}`
  const fields = { storeId, name: `Pharmacy ${storeId}`, email: 'p@example.org', phone: null }
  const { id } = await createCustomer(db, admin, fields)
  return { id, storeId }
}

export interface TestDevice {
  readonly pharmacy: TestPharmacy
  readonly installId: string
  readonly bootId: string
  readonly computerName: string
  readonly certificate: TestCertificate
}

/** It belongs to no pharmacy before it paired, which `open` of a test hub sees to. */
export function newDevice(pharmacy: TestPharmacy, computerName = 'COUNTER-1'): TestDevice {
  const certificate = newCertificate()
  return { pharmacy, installId: randomUUID(), bootId: randomUUID(), computerName, certificate }
}

export type PairOperation = Extract<RegistryOperation, { kind: 'pair' }>

export function pairOf(
  device: TestDevice,
  code: string,
  changes: Partial<PairOperation> = {},
): PairOperation {
  const { computerName, certificate } = device
  return {
    kind: 'pair',
    id: 1,
    hello: helloOf(device),
    request: { code, computerName, username: 'till' },
    certificate: certificate.pem,
    remoteIp: '203.0.113.5',
    ...changes,
  }
}

function helloOf({ installId, bootId }: TestDevice): PairOperation['hello'] {
  return { protocolVersion: 1, agentVersion: '1.0.0', installId, bootId }
}

export async function codeFor(
  { db }: StoreTestDatabase,
  pharmacy: Pick<TestPharmacy, 'id'>,
  needsApproval = false,
): Promise<string> {
  const { code } = await makePairingCode({ db, rules }, admin, { customerId: pharmacy.id, needsApproval })
  return code
}

/** A code for each, without the staff log: more than staff may have open at once. */
export async function codesFor(
  { db }: StoreTestDatabase,
  pharmacies: readonly Pick<TestPharmacy, 'id'>[],
): Promise<string[]> {
  return db.transaction().execute(async (trx) => {
    const codes: string[] = []
    for (const { id } of pharmacies) {
      const kind = { customerId: id, needsApproval: false, copyOfComputerId: null }
      codes.push((await mintCode(trx, kind, rules.deviceKeySecret))?.code ?? '')
    }
    return codes
  })
}

/** Pairs each device with its pharmacy, and expects it to work. */
export async function pairAll(store: StoreTestDatabase, devices: readonly TestDevice[]): Promise<void> {
  const codes = await codesFor(
    store,
    devices.map(({ pharmacy }) => pharmacy),
  )
  const operations = devices.map((device, index) => pairOf(device, codes[index] ?? ''))
  const refused = (await newHub(store).send(...operations)).find(({ ok }) => !ok)
  if (refused !== undefined) throw new Error(`not paired: ${JSON.stringify(refused)}`)
}

export type OpenOperation = Extract<RegistryOperation, { kind: 'open' }>

export function openOf(device: TestDevice, changes: Partial<OpenOperation> = {}): OpenOperation {
  const { pharmacy, computerName, certificate } = device
  return {
    kind: 'open',
    id: 1,
    sessionId: randomUUID(),
    hello: helloOf(device),
    registration: {
      computerName,
      username: 'till',
      localIpAddress: '192.168.1.10',
      email: '',
      clientVersion: '1.0.0',
      pharmacyId: pharmacy.id,
      role: 'Client',
    },
    certificate: certificate.pem,
    remoteIp: '203.0.113.5',
    reassert: false,
    ...changes,
  }
}

type ReportOperation = Extract<RegistryOperation, { kind: 'report' }>
type NudgeOperation = Extract<RegistryOperation, { kind: 'nudge' }>

/** A report that says only what is given. */
export function reportOf(sessionId: string, told: Partial<ReportOperation>): ReportOperation {
  return {
    kind: 'report',
    id: 1,
    sessionId,
    role: null,
    system: null,
    printers: null,
    config: null,
    jobs: null,
    ...told,
  }
}

/** A heartbeat of a device that holds this assignment. */
export function nudgeOf(
  sessionId: string,
  held: { readonly version: number; readonly hash: string },
): NudgeOperation {
  const measured = { latencyMs: 1, clockAheadMs: null }
  return { kind: 'nudge', id: 1, sessionId, ...measured, config: { version: held.version, hash: held.hash } }
}

/** Printers of these ids, as a device reports them. */
export function printersOf(...ids: readonly string[]): PrinterList {
  return ids.map((id) => ({ id, name: id, detail: '' }))
}

type Lease = z.infer<typeof RenewedLease>
type Opened = z.infer<typeof OpenedSession>

/** A hub that speaks straight to the registry. */
export interface TestHub {
  readonly hubId: string
  send(...operations: readonly RegistryOperation[]): Promise<OperationResult[]>
  /** Pairs the device unless its installation is known already; opens, and expects both to work. */
  open(device: TestDevice, changes?: Partial<OpenOperation>): Promise<Opened>
  close(sessionId: string, reason?: CloseReason, agoMs?: number): Promise<void>
  lease(sessionIds?: readonly string[] | null): Promise<Lease>
  /** A lease whose list is made now; it is sent when the answer is called. */
  makeLease(sessionIds: readonly string[] | null): () => Promise<Lease>
}

export function newHub(store: StoreTestDatabase, changes: Partial<RegistryParts> = {}): TestHub {
  const hubId = randomUUID()
  const parts: RegistryParts = {
    db: store.db,
    rules,
    metrics: { countBatch: () => {}, batchTook: () => {}, countPushes: () => {} },
    pusher: { push: () => {}, idle: () => Promise.resolve() },
    sessionEnds: { tell: () => {}, stop: () => Promise.resolve() },
    logger: silentLogger,
    ...changes,
  }
  let lastId = 0
  const numbered = <O extends RegistryOperation>(operation: O): O => ({ ...operation, id: (lastId += 1) })
  const apply = async (operations: readonly RegistryOperation[]) =>
    (await applyBatch({ hubId, operations: [...operations] }, parts)).results
  const send = async (...operations: readonly RegistryOperation[]) => apply(operations.map(numbered))
  const makeLease = (sessionIds: readonly string[] | null) => {
    const list = sessionIds === null ? null : [...sessionIds]
    const lease = numbered({ kind: 'lease', id: 1, draining: false, sessionIds: list })
    return async (): Promise<Lease> => {
      const [result] = await apply([lease])
      if (!result?.ok || result.data.kind !== 'lease') throw new Error(`no lease: ${JSON.stringify(result)}`)
      return result.data
    }
  }
  return {
    hubId,
    send,
    open: async (device, changes = {}) => {
      if (!(await isPaired(store, device))) await pairAll(store, [device])
      const [result] = await send(openOf(device, changes))
      if (!result?.ok || result.data.kind !== 'open') throw new Error(`not opened: ${JSON.stringify(result)}`)
      return result.data
    },
    close: async (sessionId, reason = 'bye', agoMs = 0) => {
      await send({ kind: 'close', id: 1, sessionId, reason, agoMs })
    },
    lease: async (sessionIds = null) => makeLease(sessionIds)(),
    makeLease,
  }
}

async function isPaired({ db }: StoreTestDatabase, { installId }: TestDevice): Promise<boolean> {
  const known = db.selectFrom('RelayComputers').select('id').where('installId', '=', installId)
  return (await known.executeTakeFirst()) !== undefined
}

export interface ShownPresence {
  readonly state: string
  readonly status: string
  readonly presenceSeq: number
  readonly reason: string | null
}

/** What the panel would show of a computer; null when it was never online. */
export async function shown({ db }: StoreTestDatabase, computerId: number): Promise<ShownPresence | null> {
  const row = await db
    .selectFrom('RelayPresence')
    .select(['state', 'status', 'presenceSeq', 'reason'])
    .where('computerId', '=', computerId)
    .executeTakeFirst()
  return row ?? null
}
