// The gateway's figures: replies by route and status, refusals by code, time per request, open connections.
import { Counter, Gauge, Histogram, type Registry } from 'prom-client'

export interface GatewayMetrics {
  /** A request was answered. `route` is `none` when it never had one. */
  replied(facts: { readonly route: string; readonly status: number; readonly seconds: number }): void
  connections(clients: number, tunnels: number): void
}

export function createGatewayMetrics(registry: Registry): GatewayMetrics {
  const registers = [registry]
  const replies = new Counter({
    name: 'gateway_replies_total',
    help: 'Replies by route and status',
    labelNames: ['route', 'status'],
    registers,
  })
  const seconds = new Histogram({
    name: 'gateway_request_seconds',
    help: 'From the parsed head to the end of the reply',
    labelNames: ['route'],
    buckets: [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 1, 5, 30],
    registers,
  })
  const clients = new Gauge({
    name: 'gateway_client_connections',
    help: 'Open client connections',
    registers,
  })
  const tunnels = new Gauge({ name: 'gateway_tunnels', help: 'Open WebSockets', registers })
  return {
    replied: (facts) => {
      replies.inc({ route: facts.route, status: String(facts.status) })
      seconds.observe({ route: facts.route }, facts.seconds)
    },
    connections: (clientCount, tunnelCount) => {
      clients.set(clientCount)
      tunnels.set(tunnelCount)
    },
  }
}
