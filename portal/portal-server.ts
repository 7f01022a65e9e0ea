// The portal's HTTP server: bounded heads and waits, and no upgrade but the relay hub's.
import { createServer, type RequestListener, type Server } from 'node:http'
import { HUB_PATH } from '@pharmacy-relay/shared/hub/addresses.ts'

const HEAD_LIMIT_MS = 10_000
/** For receiving a request; event streams are replies and may last. */
const REQUEST_LIMIT_MS = 30_000
const KEEP_ALIVE_MS = 5_000
const MAX_HEAD_BYTES = 16_384
const MAX_HEAD_FIELDS = 100
/** Devices and browsers together. */
const MAX_CONNECTIONS = 25_000

/** Not listening yet. */
export function createPortalServer(app: RequestListener): Server {
  const server = createServer(
    {
      headersTimeout: HEAD_LIMIT_MS,
      requestTimeout: REQUEST_LIMIT_MS,
      keepAliveTimeout: KEEP_ALIVE_MS,
      maxHeaderSize: MAX_HEAD_BYTES,
    },
    app,
  )
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
