// Which user of this computer is at the other end of the control socket, for the record of who looked at a label.
//
// The system knows it from the connect (SO_PEERCRED, unix(7)); Node has no call for that. On other systems than Linux it
// is not asked: there the socket's own rights say who may connect, and the record says `this computer`.
import type { Socket } from 'node:net'
import type { Logger } from '@pharmacy-relay/shared/logger.ts'
import { descriptorOf } from '../network/socket-descriptor.ts'

export type SocketUser = (socket: Socket) => string

export const ANY_USER = 'this computer'
/** SOL_SOCKET and SO_PEERCRED of sys/socket.h; struct ucred is pid, uid, gid. */
const LINUX = { level: 1, option: 17, bytes: 12, uidAt: 4 }

/** Never throws: who cannot be told is `this computer`. */
export async function socketUser(logger: Logger): Promise<SocketUser> {
  if (process.platform !== 'linux') return () => ANY_USER
  try {
    const { default: koffi } = await import('koffi')
    const getsockopt = koffi.load(null).func('int getsockopt(int, int, int, _Out_ void *, _Inout_ uint32 *)')
    return (socket) => {
      const fd = descriptorOf(socket)
      const told = Buffer.alloc(LINUX.bytes)
      const failed = fd === null || getsockopt(fd, LINUX.level, LINUX.option, told, [LINUX.bytes]) !== 0
      return failed ? ANY_USER : `${ANY_USER}, user ${told.readUInt32LE(LINUX.uidAt)}`
    }
  } catch (error) {
    logger.warn('control.no-socket-user', { why: error instanceof Error ? error.message : '' })
    return () => ANY_USER
  }
}

/** Number of the user in what a SocketUser said; null where it could not be told. */
export function userIdIn(who: string): number | null {
  const told = /, user (\d+)$/.exec(who)?.[1]
  return told === undefined ? null : Number(told)
}
