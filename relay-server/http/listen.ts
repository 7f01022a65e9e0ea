// Binds a server to its port, or says in words which port is busy and which setting changes it.
import type { Server } from 'node:http'
import { setTimeout as delay } from 'node:timers/promises'
import { errorCode } from './error-code.ts'

export interface ListenAddress {
  readonly host: string
  /** 0 picks a free port. */
  readonly port: number
  /** The setting that changes the port, named when it is busy. */
  readonly setting: string
  /** Whose connections are taken, by their address; the others are cut. Null or left out: everybody's. */
  readonly peers?: ((address: string) => boolean) | null
}

/** The port cannot be had; the message names the setting to change. */
export class PortBusyError extends Error {
  readonly setting: string
  constructor(address: ListenAddress, cause: unknown) {
    super(textFor(address, errorCode(cause)), { cause })
    this.name = 'PortBusyError'
    this.setting = address.setting
  }
}

const KNOWN_CODES = new Set(['EADDRINUSE', 'EACCES', 'EADDRNOTAVAIL'])

function textFor({ host, port, setting }: ListenAddress, code: string | null): string {
  const another = `choose another port with ${setting}=<port>.`
  if (code === 'EACCES') return `Port ${port} on ${host} is not open to this account: ${another}`
  if (code === 'EADDRNOTAVAIL')
    return `This computer has no address ${host} for port ${port} (${setting}): choose another host.`
  return `Port ${port} on ${host} is in use by another program. Stop that program, or ${another}`
}

/** Resolves with the port that was bound. Throws PortBusyError, or the system's error. */
export async function listen(server: Server, address: ListenAddress): Promise<number> {
  const { peers } = address
  if (typeof peers === 'function')
    server.on('connection', (socket) => void (peers(socket.remoteAddress ?? '') || socket.destroy()))
  return new Promise((resolve, reject) => {
    const failed = (error: Error): void =>
      reject(KNOWN_CODES.has(errorCode(error) ?? '') ? new PortBusyError(address, error) : error)
    server.once('error', failed)
    server.listen({ host: address.host, port: address.port }, () => {
      server.off('error', failed)
      const bound = server.address()
      resolve(bound !== null && typeof bound === 'object' ? bound.port : address.port)
    })
  })
}

// After the cut only sockets that left HTTP (WebSockets) are open; their owner closes them.
const AFTER_CUT_MS = 500

/** Stops accepting, lets running requests end for `graceMs`, then cuts what is left. Ends in any case soon after. */
export async function closeServer(server: Server, graceMs: number): Promise<void> {
  if (!server.listening) return
  const closed = new Promise<void>((resolve) => {
    server.close(() => resolve())
  })
  server.closeIdleConnections()
  const cut = setTimeout(() => server.closeAllConnections(), graceMs)
  await Promise.race([closed, delay(graceMs + AFTER_CUT_MS, undefined, { ref: false })])
  clearTimeout(cut)
}
