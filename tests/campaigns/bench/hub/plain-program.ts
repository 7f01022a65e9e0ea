// A program: a bare server of ws or of socket.io that holds connections and sends one of them a document. Arguments: which, port.
import { createServer, type Server as HttpServer } from 'node:http'
import { listening } from '@pharmacy-relay/shared/test/listening.ts'
import { HUB_PATH } from '@pharmacy-relay/shared/hub/addresses.ts'
import { Server } from 'socket.io'
import { WebSocketServer } from 'ws'
import { documentOf } from './documents.ts'
import { obey, tell } from './program.ts'

type Send = (text: string) => void

const [kind = '', port = '0'] = process.argv.slice(2)
/** In the order of arrival, which is that of the clients: they come one after the other. */
const sends: Send[] = []
const server = createServer()
if (kind === 'ws') serveWs(server)
else serveSocketIo(server)
obey({
  push: (device) => sends[device]?.(JSON.stringify(documentOf(1))),
  revoke: () => undefined,
})
tell({ news: 'listening', port: await listening(server, { port: Number(port) }) })

function serveWs(http: HttpServer): void {
  const sockets = new WebSocketServer({ server: http })
  sockets.on('connection', (socket) => {
    sends.push((text) => socket.send(text))
  })
}

/** As the library has it, but for the path, which the agent's socket dials. */
function serveSocketIo(http: HttpServer): void {
  const io = new Server(http, { path: HUB_PATH, serveClient: false, transports: ['websocket'] })
  io.on('connection', (socket) => {
    sends.push((text) => socket.emit('config', text))
  })
}
