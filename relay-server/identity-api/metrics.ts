// The identity API's own figures at /metrics.
import { Gauge, type Registry } from 'prom-client'
import type { Identity } from './identity.ts'

/** Read when somebody looks. */
export function watchIdentity(registry: Registry, { hub }: Pick<Identity, 'hub'>): void {
  new Gauge({
    name: 'identity_hub_connections',
    help: 'Services connected to the identity hub',
    registers: [registry],
    collect() {
      this.set(hub.connections())
    },
  })
}
