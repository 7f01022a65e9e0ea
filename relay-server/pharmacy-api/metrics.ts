// The pharmacy API's own figures at /metrics.
import { Counter, type Registry } from 'prom-client'

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
