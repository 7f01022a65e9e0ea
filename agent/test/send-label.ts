// Sends a label to a port 9100 as a program on the computer does.
import { systemClock } from '@pharmacy-relay/shared/clock.ts'
import { SOCKET_LIMITS, writeToSocket, type SocketWriteOutcome } from '../core/printers/socket-writer.ts'

/** Never throws; answers once the connection is closed. */
export async function sendLabel(
  to: { readonly address: string; readonly port: number },
  label: Uint8Array | string,
): Promise<SocketWriteOutcome> {
  return writeToSocket({
    address: { host: to.address, port: to.port },
    payload: Buffer.from(label),
    limits: SOCKET_LIMITS,
    clock: systemClock,
    signal: new AbortController().signal,
  })
}
