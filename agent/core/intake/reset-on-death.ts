// A process that is killed must not look like one that took the label.
//
// Linux and macOS end the connections of a killed process with a clean FIN when everything on them was read, and a FIN
// is our word for "it is on the disk". So a connection lingers for 0 s until its label is: whatever ends this process
// then resets it (SO_LINGER, socket(7)). Node has no call for that. A connection has it from its listener (accept(2) of
// macOS; sk_clone_lock in net/core/sock.c of Linux): one that came in and was not looked at yet gets no FIN either, which
// would reach its sender before the label left, and be taken for the answer. Windows resets them by itself, as far as
// documented; not tried.
import type { Server, Socket } from 'node:net'
import type { Logger } from '@pharmacy-relay/shared/logger.ts'
import { descriptorOf } from '../network/socket-descriptor.ts'

export interface ResetOnDeath {
  /** Every connection that comes in from now on is armed. */
  readonly armAll: (listener: Server) => void
  /** From now on the end of this process resets the connection. */
  readonly arm: (socket: Socket) => void
  /** From now on it ends as it always does. */
  readonly disarm: (socket: Socket) => void
}

/** Where the system does it by itself, or cannot. */
export const NO_RESET_ON_DEATH: ResetOnDeath = {
  armAll: () => undefined,
  arm: () => undefined,
  disarm: () => undefined,
}
/** SOL_SOCKET and SO_LINGER of sys/socket.h. */
const CONSTANTS: Partial<Record<NodeJS.Platform, { readonly level: number; readonly linger: number }>> = {
  linux: { level: 1, linger: 13 },
  darwin: { level: 0xffff, linger: 0x80 },
}

/** Never throws: labels are taken also where this cannot be done. */
export async function resetOnDeath(logger: Logger): Promise<ResetOnDeath> {
  const constants = CONSTANTS[process.platform]
  if (constants === undefined) return NO_RESET_ON_DEATH
  try {
    const { default: koffi } = await import('koffi')
    const setsockopt = koffi.load(null).func('int setsockopt(int, int, int, const void *, uint32)')
    const set = (socket: Socket | Server, isOn: boolean): void => {
      const fd = descriptorOf(socket)
      if (fd === null) return
      const linger = Buffer.from(new Int32Array([isOn ? 1 : 0, 0]).buffer)
      setsockopt(fd, constants.level, constants.linger, linger, linger.length)
    }
    const arm = (socket: Socket | Server): void => set(socket, true)
    return { armAll: arm, arm, disarm: (socket) => set(socket, false) }
  } catch (error) {
    logger.warn('raw-listener.no-reset-on-death', { why: error instanceof Error ? error.message : '' })
    return NO_RESET_ON_DEATH
  }
}
