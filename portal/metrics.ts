// The portal's own figures: what the hub counts, and how many event streams are open.
import type { Registry } from 'prom-client'
import { Gauge } from 'prom-client'
import type { Portal } from './portal.ts'

/** Read anew at each scrape. */
export function registerPortalMetrics(registry: Registry, portal: Portal): void {
  new Gauge({
    name: 'portal_event_streams',
    help: 'Event streams that are open',
    registers: [registry],
    collect() {
      this.set(portal.streams.size)
    },
  })
  new Gauge({
    name: 'portal_identity_away_seconds',
    help: 'For how long the identity hub has not been heard; 0 while it is',
    registers: [registry],
    collect() {
      this.set((portal.identityAwayMs() ?? 0) / 1_000)
    },
  })
  new Gauge({
    name: 'relay_hub',
    help: 'Figures of the relay hub by name: counters since the start, and what is there now',
    labelNames: ['figure'],
    registers: [registry],
    collect() {
      const { mesh: _, ...figures } = portal.hub.facts()
      for (const [figure, value] of Object.entries(figures)) this.set({ figure }, Number(value))
    },
  })
  if (portal.hub.facts().mesh !== null) registerMeshMetrics(registry, portal)
}

function registerMeshMetrics(registry: Registry, portal: Portal): void {
  new Gauge({
    name: 'relay_hub_mesh',
    help: 'Figures of the way to other hubs by name: isUp is 0 while NATS is away',
    labelNames: ['figure'],
    registers: [registry],
    collect() {
      for (const [figure, value] of Object.entries(portal.hub.facts().mesh ?? {}))
        this.set({ figure }, Number(value))
    },
  })
}
