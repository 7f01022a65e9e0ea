// The portal's HTTP server: bounded heads and waits, and no upgrade but the relay hub's.
import type { RequestListener, Server } from 'node:http'
import { HUB_PATH } from '@pharmacy-relay/shared/hub/addresses.ts'
import { createLimitedServer } from '@pharmacy-relay/relay-server/http/limited-server.ts'

const KEEP_ALIVE_MS = 5_000
const MAX_HEAD_FIELDS = 100
/** Devices and browsers together. */
const MAX_CONNECTIONS = 25_000

/** Not listening yet. */
export function createPortalServer(app: RequestListener): Server {
  const server = createLimitedServer(app, KEEP_ALIVE_MS)
  server.maxHeadersCount = MAX_HEAD_FIELDS
  server.maxConnections = MAX_CONNECTIONS
  server.on('upgrade', (request, socket) => {
    if (isHubPath(request.url ?? '')) return
    // Someone who resets the connection meanwhile has left anyway.
    socket.on('error', () => socket.destroy())
    socket.end('HTTP/1.1 404 Not Found\r\nConnection: close\r\nContent-Length: 0\r\n\r\n')
  })
  return server
}

function isHubPath(target: string): boolean {
  const [path = ''] = target.split('?')
  return path === HUB_PATH || path === `${HUB_PATH}/`
}
