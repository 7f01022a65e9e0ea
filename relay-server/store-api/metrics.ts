// The store API's own figures at /metrics.
import { Counter, Gauge, Histogram, type Registry } from 'prom-client'
import type { OperationResult, RegistryOperation } from '@pharmacy-relay/shared/api/relay-registry.ts'

export interface StoreMetrics {
  /** Counts what became of the operations of a batch. */
  countBatch(operations: readonly RegistryOperation[], results: readonly OperationResult[]): void
  /** How long a batch took from its beginning, and its commit alone, in s. */
  batchTook(seconds: number, commitSeconds: number): void
  /** Counts assignments that went to a hub, or did not. */
  countPushes(count: number, outcome: 'sent' | 'failed'): void
}

export function createStoreMetrics(registry: Registry): StoreMetrics {
  const operations = new Counter({
    name: 'relay_registry_operations_total',
    help: 'Operations of relay hubs by kind and outcome',
    labelNames: ['kind', 'outcome'],
    registers: [registry],
  })
  const pushes = new Counter({
    name: 'relay_assignment_pushes_total',
    help: 'Printer assignments pushed to relay hubs by outcome',
    labelNames: ['outcome'],
    registers: [registry],
  })
  const batch = secondsOf(
    registry,
    'store_registry_batch_seconds',
    'One batch of a relay hub, with its commit',
  )
  const commit = secondsOf(registry, 'store_registry_commit_seconds', 'The commit of such a batch: the disk')
  return {
    batchTook: (seconds, commitSeconds) => {
      batch.observe(seconds)
      commit.observe(commitSeconds)
    },
    countPushes: (count, outcome) => pushes.inc({ outcome }, count),
    countBatch: (asked, results) => {
      for (const [index, { kind }] of asked.entries()) {
        const result = results[index]
        operations.inc({ kind, outcome: result === undefined ? 'INTERNAL' : result.ok ? 'ok' : result.code })
      }
    },
  }
}

function secondsOf(registry: Registry, name: string, help: string): Histogram {
  const buckets = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 5]
  return new Histogram({ name, help: `Seconds: ${help}`, buckets, registers: [registry] })
}

/** Read when somebody looks. */
export function watchHub(registry: Registry, connections: () => number): void {
  new Gauge({
    name: 'store_hub_connections',
    help: 'Services connected to the store hub',
    registers: [registry],
    collect() {
      this.set(connections())
    },
  })
}
