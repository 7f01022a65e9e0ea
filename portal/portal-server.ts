// The portal's HTTP server: strangers in a small pot, bounded heads and waits, and no upgrade but the relay hub's.
import type { RequestListener } from 'node:http'
import { HUB_PATH } from '@pharmacy-relay/shared/hub/addresses.ts'
import { createFront, type Front } from '@pharmacy-relay/relay-server/http/admission/front.ts'
import type { ConnectionLimits } from '@pharmacy-relay/relay-server/http/admission/client-connections.ts'

const TIMEOUTS = { headMs: 10_000, requestMs: 30_000, idleMs: 5_000, clientStallMs: 60_000 } as const
/** Devices and browsers together. */
const MAX_CONNECTIONS = 25_000
const MAX_STRANGERS = 4_000

/** An office has its agents and browsers behind one address until each of them proved itself. */
const LIMITS: ConnectionLimits = {
  strangers: { perAddress: 100, perNetwork: 400, total: MAX_STRANGERS },
  opensPerAddress: 1_500,
  perProven: 64,
}
/** All connections are the terminator's own: it counts its clients' connections, the portal their requests. */
const BEHIND_TERMINATOR: ConnectionLimits = {
  strangers: { perAddress: MAX_CONNECTIONS, perNetwork: MAX_CONNECTIONS, total: MAX_CONNECTIONS },
  opensPerAddress: 1_000_000,
  perProven: MAX_CONNECTIONS,
}

export interface PortalServerParts {
  readonly app: RequestListener
  readonly behindTerminator: boolean
  /** Monotonic, in milliseconds. */
  readonly nowMs: () => number
}

/** Not listening yet. */
export function createPortalServer({ app, behindTerminator, nowMs }: PortalServerParts): Front {
  const limits = behindTerminator ? BEHIND_TERMINATOR : LIMITS
  const isUpgrade = (): boolean => true
  const front = createFront({ app, timeouts: TIMEOUTS, limits, nowMs, isUpgrade })
  front.server.maxConnections = MAX_CONNECTIONS
  front.server.on('upgrade', (request, socket) => {
    if (isHubPath(request.url ?? '')) return
    // Someone who resets the connection meanwhile has left anyway.
    socket.on('error', () => socket.destroy())
    socket.end('HTTP/1.1 404 Not Found\r\nConnection: close\r\nContent-Length: 0\r\n\r\n')
  })
  return front
}

function isHubPath(target: string): boolean {
  const [path = ''] = target.split('?')
  return path === HUB_PATH || path === `${HUB_PATH}/`
}
