// Binds a server to its port, or says in words which port is busy and which setting changes it.
import type { Server } from 'node:http'
import { errorCode } from './error-code.ts'

export interface ListenAddress {
  readonly host: string
  /** 0 picks a free port. */
  readonly port: number
  /** The setting that changes the port, named when it is busy. */
  readonly setting: string
}

/** The port cannot be had; the message names the setting to change. */
export class PortBusyError extends Error {
  readonly setting: string
  constructor(address: ListenAddress, cause: unknown) {
    super(
      `Port ${address.port} on ${address.host} is in use by another program. ` +
        `Stop that program, or choose another port with ${address.setting}=<port>.`,
      { cause },
    )
    this.name = 'PortBusyError'
    this.setting = address.setting
  }
}

/** Resolves with the port that was bound. Throws PortBusyError, or the system's error. */
export function listen(server: Server, address: ListenAddress): Promise<number> {
  return new Promise((resolve, reject) => {
    const failed = (error: Error): void => reject(errorCode(error) === 'EADDRINUSE' ? new PortBusyError(address, error) : error)
    server.once('error', failed)
    server.listen({ host: address.host, port: address.port }, () => {
      server.off('error', failed)
      const bound = server.address()
      resolve(bound !== null && typeof bound === 'object' ? bound.port : address.port)
    })
  })
}

/** Stops accepting, lets running requests end for `graceMs`, then cuts what is left. */
export async function closeServer(server: Server, graceMs: number): Promise<void> {
  if (!server.listening) return
  const closed = new Promise<void>((resolve) => {
    server.close(() => resolve())
  })
  server.closeIdleConnections()
  const cut = setTimeout(() => server.closeAllConnections(), graceMs)
  await closed
  clearTimeout(cut)
}
