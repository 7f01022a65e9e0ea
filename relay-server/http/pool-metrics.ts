// The connections of a service to its database, at /metrics.
import { Gauge, type Registry } from 'prom-client'

/** total, idle, waiting. */
export type PoolFacts = Readonly<Record<'total' | 'idle' | 'waiting', number>>

/** Read when somebody looks. `name`: the service's own, as dashboards know it. */
export function watchPool(registry: Registry, name: string, poolFacts: () => PoolFacts): void {
  new Gauge({
    name,
    help: 'Connections to the database by state: total, idle of them, and callers that are waiting for one',
    labelNames: ['state'],
    registers: [registry],
    collect() {
      for (const [state, count] of Object.entries(poolFacts())) this.set({ state }, count)
    },
  })
}
