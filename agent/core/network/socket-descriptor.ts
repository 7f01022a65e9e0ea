// The system's number of a socket or a listener, for calls that Node has not.
import type { Server, Socket } from 'node:net'

/** Null once the socket is closed, and on systems where it has none. */
export function descriptorOf(socket: Socket | Server): number | null {
  const handle: unknown = Reflect.get(socket, '_handle')
  if (typeof handle !== 'object' || handle === null) return null
  const fd: unknown = Reflect.get(handle, 'fd')
  return typeof fd === 'number' && fd >= 0 ? fd : null
}
