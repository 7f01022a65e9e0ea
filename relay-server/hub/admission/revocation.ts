// What only the store knows about sessions of this hub: superseded elsewhere, ended by staff, or a copy that becomes another.
import type { RevokedSession } from '@pharmacy-relay/shared/hub/store-hub.ts'
import type { NewIdentity } from '@pharmacy-relay/shared/pairing.ts'
import type { Logger } from '@pharmacy-relay/shared/logger.ts'
import { closeBehindReply } from '../sessions/device-socket.ts'
import { redirectDevice } from './redirect.ts'
import type { Registrations } from './registration.ts'
import type { Session } from '../sessions/session.ts'
import type { HubSettings } from '../limits/settings.ts'

export interface RevocationParts {
  /** Every connected socket by session, also one whose open is still under way. */
  readonly connected: ReadonlyMap<string, Session>
  readonly registrations: Pick<Registrations, 'replace'>
  readonly settings: HubSettings
  readonly logger: Logger
}

export function supersede(parts: RevocationParts, sessionIds: readonly string[]): void {
  for (const session of present(parts, sessionIds)) parts.registrations.replace(session)
}

/** Ends them within the call; a device that is told nothing comes back as after a lost connection. */
export function revoke(parts: RevocationParts, sessions: readonly RevokedSession[]): void {
  for (const { sessionId, reason, end } of sessions) {
    const session = parts.connected.get(sessionId)
    if (session === undefined) continue
    if (end !== null) session.socket.tell('SessionEndedAsync', [end])
    closeBehindReply(session, reason)
    parts.logger.info('session.revoked', { sessionId, reason, code: end?.code ?? null })
  }
}

/** The device that does not answer hears it at its next connection. */
export async function giveNewIdentity(
  parts: RevocationParts,
  sessionId: string,
  newIdentity: NewIdentity,
): Promise<void> {
  for (const session of present(parts, [sessionId])) {
    const isTold = await redirectDevice(session, { newIdentity, movedTo: null }, parts)
    if (isTold) closeBehindReply(session, 'replaced')
  }
}

function present({ connected }: RevocationParts, sessionIds: readonly string[]): Session[] {
  return sessionIds.flatMap((sessionId) => connected.get(sessionId) ?? [])
}
