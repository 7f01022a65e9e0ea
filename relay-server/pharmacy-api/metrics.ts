// The pharmacy API's own figures at /metrics.
import { Counter, Gauge, type Registry } from 'prom-client'

export interface PharmacyMetrics {
  /** Counts a thread of an import that ended. */
  countRun(outcome: 'done' | 'failed'): void
}

export function createPharmacyMetrics(registry: Registry): PharmacyMetrics {
  const runs = new Counter({
    name: 'pharmacy_import_runs_total',
    help: 'Checks and applications of drug lists that ended, by outcome of their thread',
    labelNames: ['outcome'],
    registers: [registry],
  })
  return { countRun: (outcome) => runs.inc({ outcome }) }
}

/** A gauge that is read when somebody looks. */
export function watchDatabase(
  registry: Registry,
  poolFacts: () => { readonly total: number; readonly idle: number; readonly waiting: number },
): void {
  new Gauge({
    name: 'pharmacy_database_connections',
    help: 'Connections to the database, and callers that wait for one',
    labelNames: ['state'],
    registers: [registry],
    collect() {
      for (const [state, count] of Object.entries(poolFacts())) this.set({ state }, count)
    },
  })
}
