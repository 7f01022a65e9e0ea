// How a connection ends behind what was said last on it.
import type { CloseReason } from '@pharmacy-relay/shared/device.ts'
import type { Session } from './session.ts'

/** How long a device may take for what was sent before its connection is closed; then it is cut. */
export const GOODBYE_MS = 1_000

/** The reply leaves in a microtask of this turn; closing in the next turn keeps the order. */
export function closeBehindReply({ socket }: Pick<Session, 'socket'>, reason: CloseReason): void {
  setImmediate(() => socket.close(reason))
}
