// One batch of a hub: one transaction, and an answer for each operation whatever becomes of the others.
import type {
  OperationResult,
  RegistryBatch,
  RegistryBatchReply,
  RegistryOperation,
} from '@pharmacy-relay/shared/api/relay-registry.ts'
import type { Logger } from '@pharmacy-relay/shared/logger.ts'
import { isPassing, withoutValues } from '../../db/database-errors.ts'
import type { StoreDb, StoreTransaction } from '../database.ts'
import { appendEvents, type EventDraft } from '../events/outbox.queries.ts'
import type { StoreMetrics } from '../metrics.ts'
import type { Push } from '../printing/push-targets.queries.ts'
import type { Pusher } from '../printing/pusher.ts'
import type { HubSessionEnd, SessionEnds } from '../store-hub/session-ends.ts'
import { carryOut, type Outcome, type RegistryRules } from './operations.ts'
import { refusal } from './refusals.ts'
import { withSavepoint } from '../savepoint.queries.ts'

export interface RegistryParts {
  readonly db: StoreDb
  readonly rules: RegistryRules
  readonly metrics: StoreMetrics
  readonly pusher: Pusher
  readonly sessionEnds: SessionEnds
  readonly logger: Logger
}

/**
 * Operations are carried out as one set within one savepoint, which is quick. When the set fails, each is tried alone in
 * a savepoint of its own, so that the faulty one answers INTERNAL and spoils no other. Results stand in the order of the
 * operations. Throws when the database is away or busy: then nothing was done and the hub sends the batch again.
 */
export async function applyBatch(batch: RegistryBatch, parts: RegistryParts): Promise<RegistryBatchReply> {
  const beganAtMs = performance.now()
  let workedAtMs = beganAtMs
  const { results, pushes, ends, faults } = await parts.db.transaction().execute(async (trx) => {
    const outcome = await asOneSet(trx, batch, parts)
    await appendEvents(trx, outcome.events)
    workedAtMs = performance.now()
    return outcome
  })
  const endedAtMs = performance.now()
  parts.metrics.batchTook((endedAtMs - beganAtMs) / 1_000, (endedAtMs - workedAtMs) / 1_000)
  parts.pusher.push(pushes)
  parts.sessionEnds.tell(ends)
  for (const { computerId, fault } of faults)
    parts.logger.warn('registry.certificate-not-taken', { computerId, code: fault })
  parts.metrics.countBatch(batch.operations, results)
  return { results: [...results] }
}

async function asOneSet(trx: StoreTransaction, batch: RegistryBatch, parts: RegistryParts): Promise<Outcome> {
  try {
    return await withSavepoint(trx, () => carryOut(trx, batch, parts.rules))
  } catch (error) {
    if (isPassing(error) || batch.operations.length === 0) throw error
    return oneByOne(trx, batch, parts)
  }
}

async function oneByOne(trx: StoreTransaction, batch: RegistryBatch, parts: RegistryParts): Promise<Outcome> {
  const results: OperationResult[] = []
  const events: EventDraft[] = []
  const pushes: Push[] = []
  const ends: HubSessionEnd[] = []
  const faults: Outcome['faults'][number][] = []
  for (const operation of batch.operations) {
    const outcome = await alone(trx, { hubId: batch.hubId, operation }, parts)
    results.push(...outcome.results)
    events.push(...outcome.events)
    pushes.push(...outcome.pushes)
    ends.push(...outcome.ends)
    faults.push(...outcome.faults)
  }
  return { results, events, pushes, ends, faults }
}

async function alone(
  trx: StoreTransaction,
  { hubId, operation }: { readonly hubId: string; readonly operation: RegistryOperation },
  parts: RegistryParts,
): Promise<Outcome> {
  try {
    return await withSavepoint(trx, () => carryOut(trx, { hubId, operations: [operation] }, parts.rules))
  } catch (error) {
    if (isPassing(error)) throw error
    parts.logger.error('registry.operation-failed', withoutValues(error), { kind: operation.kind })
    const refused = refusal('INTERNAL', 'Something went wrong on our side')
    return { results: [{ id: operation.id, ...refused }], events: [], pushes: [], ends: [], faults: [] }
  }
}
