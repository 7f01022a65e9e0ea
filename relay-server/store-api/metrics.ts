// The store API's own figures at /metrics.
import { Counter, Gauge, type Registry } from 'prom-client'
import type { OperationResult, RegistryOperation } from '@pharmacy-relay/shared/api/relay-registry.ts'

export interface StoreMetrics {
  /** Counts what became of the operations of a batch. */
  countBatch(operations: readonly RegistryOperation[], results: readonly OperationResult[]): void
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
  return {
    countPushes: (count, outcome) => pushes.inc({ outcome }, count),
    countBatch: (asked, results) => {
      for (const [index, { kind }] of asked.entries()) {
        const result = results[index]
        operations.inc({ kind, outcome: result === undefined ? 'INTERNAL' : result.ok ? 'ok' : result.code })
      }
    },
  }
}

/** Gauges that are read when somebody looks. */
export function watchStore(
  registry: Registry,
  facts: {
    readonly poolFacts: () => { readonly total: number; readonly idle: number; readonly waiting: number }
    readonly hubConnections: () => number
  },
): void {
  new Gauge({
    name: 'store_database_connections',
    help: 'Connections to the database, and callers that wait for one',
    labelNames: ['state'],
    registers: [registry],
    collect() {
      for (const [state, count] of Object.entries(facts.poolFacts())) this.set({ state }, count)
    },
  })
  new Gauge({
    name: 'store_hub_connections',
    help: 'Services connected to the store hub',
    registers: [registry],
    collect() {
      this.set(facts.hubConnections())
    },
  })
}
