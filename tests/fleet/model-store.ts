// The store API of the model: its own code on a real database, which can be away.
import { createHash, randomUUID } from 'node:crypto'
import type { KyselyPlugin } from 'kysely'
import { sql } from 'kysely'
import type { RegistryBatch, RegistryBatchReply } from '@pharmacy-relay/shared/api/relay-registry.ts'
import type { Clock } from '@pharmacy-relay/shared/clock.ts'
import { silentLogger } from '@pharmacy-relay/shared/logger.ts'
import { newCertificate, type TestCertificate } from '@pharmacy-relay/shared/test/test-certificates.ts'
import type { StoreDb } from '@pharmacy-relay/relay-server/store-api/database.ts'
import {
  createGraceTimer,
  type GraceTimer,
} from '@pharmacy-relay/relay-server/store-api/presence/grace-timer.ts'
import { createSweeper, type Sweeper } from '@pharmacy-relay/relay-server/store-api/presence/sweeper.ts'
import { createPusher, type Pusher } from '@pharmacy-relay/relay-server/store-api/printing/pusher.ts'
import { applyBatch, type RegistryParts } from '@pharmacy-relay/relay-server/store-api/registry/batch.ts'
import type { HubSockets } from '@pharmacy-relay/relay-server/store-api/store-hub/hub-sockets.ts'
import {
  createSessionEnds,
  type SessionEnds,
} from '@pharmacy-relay/relay-server/store-api/store-hub/session-ends.ts'
import type { UnderWay } from './model-time.ts'
import { DEVICES } from './weather.ts'

const LEASE_MS = 15_000
const SWEEP_MS = 5_000

export interface ModelStore {
  /** As the parts of the store API see it: away while it is paused. */
  readonly db: StoreDb
  readonly pusher: Pusher
  readonly sessionEnds: SessionEnds
  readonly graces: GraceTimer
  carryOut(batch: RegistryBatch): Promise<RegistryBatchReply>
  stop(): void
}

export interface ModelStoreParts {
  readonly db: StoreDb
  readonly clock: Clock
  readonly underWay: UnderWay
  readonly sockets: HubSockets
  readonly isPaused: () => boolean
  /** Left out, to show that the invariants notice. */
  readonly without: 'sweeper' | 'graces' | null
}

export function startModelStore(parts: ModelStoreParts): ModelStore {
  const { clock, underWay, sockets } = parts
  const logger = silentLogger
  const db = parts.db.withPlugin(pausing(parts.isPaused))
  const metrics = { countBatch: () => {}, countPushes: () => {} }
  const pusher = createPusher({ sockets, metrics, logger })
  const sessionEnds = createSessionEnds({ sockets, clock, logger })
  const sweeper = createSweeper({ db, clock, logger, leaseMs: LEASE_MS, everyMs: SWEEP_MS })
  const endGraces = async () => (parts.without === 'graces' ? null : underWay.track(sweeper.endGraces()))
  const stop = parts.without === 'sweeper' ? () => {} : sweepEvery(sweeper, { clock, underWay, endGraces })
  const rules = {
    ...{ deviceKeySecret: 'a-secret-of-the-model-that-is-long-enough', oldestProtocolVersion: 1 },
    leaseMs: LEASE_MS,
  }
  const registry: RegistryParts = { db, rules, metrics, pusher, sessionEnds, logger }
  const graces = createGraceTimer({ clock, endGraces })
  return {
    ...{ db, pusher, sessionEnds, graces, stop },
    carryOut: async (batch) => underWay.track(applyBatch(batch, registry)),
  }
}

// As the sweeper's own rounds, but known to be under way.
function sweepEvery(
  sweeper: Sweeper,
  parts: { readonly clock: Clock; readonly underWay: UnderWay; readonly endGraces: () => Promise<unknown> },
): () => void {
  const { clock, underWay, endGraces } = parts
  let cancel = (): void => {}
  let isStopped = false
  const next = (): void => {
    if (isStopped) return
    cancel = clock.after(SWEEP_MS, () => {
      void underWay.track(sweeper.sweep().then(endGraces)).then(next)
    })
  }
  next()
  return () => {
    isStopped = true
    cancel()
  }
}

function pausing(isPaused: () => boolean): KyselyPlugin {
  return {
    transformQuery: ({ node }) => {
      if (isPaused()) throw Object.assign(new Error('the database is away'), { code: 'ECONNREFUSED' })
      return node
    },
    transformResult: async ({ result }) => result,
  }
}

export interface ModelComputer {
  readonly pharmacyId: number
  readonly computerId: number
  readonly deviceKey: string
  readonly installId: string
  readonly certificate: string
}

const certificates: TestCertificate[] = []
let pharmacies = 0

/** For each case two pharmacies, and its devices in them as enrolled computers. */
export async function enrolAll(db: StoreDb, cases: number): Promise<ModelComputer[]> {
  while (certificates.length < cases * DEVICES) certificates.push(newCertificate())
  const rows = Array.from({ length: cases * 2 }, () => {
    pharmacies += 1
    return { storeId: `P-${pharmacies}`, name: `Pharmacy ${pharmacies}`, email: 'p@example.org' }
  })
  const customers = await db.insertInto('Customers').values(rows).returning('id').execute()
  const computers = await db
    .insertInto('RelayComputers')
    .values(
      Array.from({ length: cases * DEVICES }, (_none, index) => {
        const device = index % DEVICES
        const pharmacy = customers[Math.floor(index / DEVICES) * 2 + (device === DEVICES - 1 ? 1 : 0)]
        const installId = randomUUID()
        return {
          ...{ customerId: pharmacy?.id ?? 0, pcName: `PC-${device + 1}`, username: 'till', installId },
          ...{ localIpAddress: '192.168.1.10', softwareVersion: '1.0.0' },
          deviceKey: createHash('sha256').update(installId).digest('hex'),
          reportedPrinters: JSON.stringify([{ id: 'cups:ZD421', name: 'ZD421', detail: '' }]),
        }
      }),
    )
    .returning(['id', 'customerId', 'deviceKey', 'installId'])
    .execute()
  const pinned = computers.map(({ id, customerId, deviceKey, installId }, index) => {
    const { pem = '', fingerprint = '' } = certificates[index] ?? {}
    const computer = { computerId: id, pharmacyId: customerId, deviceKey, installId, certificate: pem }
    return { computer, row: { computerId: id, place: 'pinned' as const, fingerprint, pem } }
  })
  await db
    .insertInto('RelayCertificates')
    .values(pinned.map(({ row }) => row))
    .execute()
  return pinned.map(({ computer }) => computer)
}

/** Everything that a batch of cases left, so that the next one is as quick. */
export async function removeAll(db: StoreDb): Promise<void> {
  await sql`truncate "Customers", "RelayHubs", "RelayEvents", "StaffOperationHistory" cascade`.execute(db)
}

/** Leaves out rule P3, to show that the invariants notice: a session that ends takes the others of its computer with it. */
export async function letClosesSpread(db: StoreDb): Promise<void> {
  await sql`
    create or replace function close_others() returns trigger language plpgsql as $$
    begin
      update "RelaySessions" set "closedAt" = new."closedAt", "closeReason" = new."closeReason"
      where "computerId" = new."computerId" and "closedAt" is null;
      return null;
    end $$`.execute(db)
  await sql`
    create or replace trigger "close_others" after update of "closedAt" on "RelaySessions" for each row
    when (old."closedAt" is null and new."closedAt" is not null and pg_trigger_depth() < 1)
    execute function close_others()`.execute(db)
}
