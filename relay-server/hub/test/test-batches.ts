// For tests: registry batches whose sending the test answers, batch by batch.
import { randomUUID } from 'node:crypto'
import {
  RegistryBatch,
  type OperationResult,
  type RegistryBatchReply,
  type RegistryOperation,
} from '@pharmacy-relay/shared/api/relay-registry.ts'
import { silentLogger } from '@pharmacy-relay/shared/logger.ts'
import { createRegistryBatches, type RegistryBatches } from '../registry/registry-batches.ts'
import { SteppedClock } from '@pharmacy-relay/shared/test/stepped-clock.ts'

export interface Sent {
  readonly operations: readonly RegistryOperation[]
  reply(results?: OperationResult[]): void
  fail(): void
}

export interface TestBatches {
  readonly batches: RegistryBatches
  readonly clock: SteppedClock
  readonly sent: Sent[]
}

/** Batches whose answers the test gives, on a clock that the test moves. */
export function startTestBatches(): TestBatches {
  const clock = new SteppedClock()
  const sent: Sent[] = []
  const send = async (batch: RegistryBatch) =>
    new Promise<RegistryBatchReply>((resolve, reject) => {
      const { operations } = RegistryBatch.parse(batch)
      sent.push({
        operations,
        reply: (results = operations.map((operation) => done(operation.id))) => resolve({ results }),
        fail: () => reject(new Error('the registry is away')),
      })
    })
  const random = { uuid: () => randomUUID(), fraction: () => 0.5 }
  const batches = createRegistryBatches({ hubId: randomUUID(), send, clock, random, logger: silentLogger })
  return { batches, clock, sent }
}

export function done(id: number): OperationResult {
  return { id, ok: true, data: { kind: 'done' } }
}

export async function settled(): Promise<void> {
  for (let turn = 0; turn < 3; turn += 1) await new Promise((resolve) => setImmediate(resolve))
}

export function nudge(sessionId: string, latencyMs = 1) {
  return { sessionId, latencyMs, config: { version: 0, hash: '' }, clockAheadMs: 0 }
}
