// The store API of the model: its own code on a real database, which can be away.
import type { RegistryBatch, RegistryBatchReply } from '@pharmacy-relay/shared/api/relay-registry.ts'
import type { Clock } from '@pharmacy-relay/shared/clock.ts'
import { silentLogger } from '@pharmacy-relay/shared/logger.ts'
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
import { pausingDatabase } from '@pharmacy-relay/relay-server/store-api/test/pausing-database.ts'
import type { LeftOut } from './left-out.ts'
import type { UnderWay } from './model-time.ts'

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
  readonly leftOut: LeftOut
}

export function startModelStore(parts: ModelStoreParts): ModelStore {
  const { clock, underWay, sockets } = parts
  const logger = silentLogger
  const db = pausingDatabase(parts.db, parts.isPaused)
  const metrics = { countBatch: () => {}, batchTook: () => {}, countPushes: () => {} }
  const pusher = createPusher({ sockets, metrics, logger })
  const sessionEnds = createSessionEnds({ sockets, clock, logger })
  const sweeper = createSweeper({ db, clock, logger, leaseMs: LEASE_MS, everyMs: SWEEP_MS })
  const endGraces = async () => (parts.leftOut === 'graces' ? null : underWay.track(sweeper.endGraces()))
  const stop = parts.leftOut === 'sweeper' ? () => {} : sweepEvery(sweeper, { clock, underWay, endGraces })
  const rules = {
    deviceKeySecret: 'a-secret-of-the-model-that-is-long-enough',
    previousDeviceKeySecret: null,
    oldestProtocolVersion: 1,
    leaseMs: LEASE_MS,
  }
  const registry: RegistryParts = { db, rules, metrics, pusher, sessionEnds, logger }
  const graces = createGraceTimer({ clock, endGraces })
  return {
    db,
    pusher,
    sessionEnds,
    graces,
    stop,
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
