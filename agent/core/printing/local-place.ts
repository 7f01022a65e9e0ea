// Where a program of this computer reaches the port on which labels are taken. Pure.
import type { SocketAddress } from '../printers/socket-writer.ts'
import type { ListenSetup } from './print-setup.ts'

const LOOPBACK = '127.0.0.1'

/** `port`: the one that is open; null while none is. One address alone is listened on where the settings say so. */
export function localPlace(listen: ListenSetup | null, port: number | null): SocketAddress | null {
  return port === null ? null : { host: listen?.host ?? LOOPBACK, port }
}
