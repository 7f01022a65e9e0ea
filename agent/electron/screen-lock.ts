// Whoever locks the screen, or lets the computer sleep, has left: a pharmacist who is signed in in the window is so no longer.
import type { AgentCall } from '../contract/agent-api.ts'

/** Electron's powerMonitor. On Linux it tells of sleep alone: Electron knows no lock there. */
export interface PowerEvents {
  on(event: 'lock-screen' | 'suspend', listener: () => void): unknown
}

/** An agent that does not answer has nobody signed in, or ends him by itself. */
export function signOutOnLock(
  power: PowerEvents,
  signOut: (params: AgentCall<'signOut'>) => Promise<unknown>,
): void {
  const leave = (): void => void signOut({ because: 'lock' }).catch(() => undefined)
  power.on('lock-screen', leave)
  power.on('suspend', leave)
}
