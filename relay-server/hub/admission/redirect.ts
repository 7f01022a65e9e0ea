// Tells a device what it has to become before it is let in: of another pharmacy, or a computer of its own.
import type { Redirect } from '@pharmacy-relay/shared/api/relay-registry.ts'
import { HubError } from '@pharmacy-relay/shared/hub/request-reply.ts'
import type { Logger } from '@pharmacy-relay/shared/logger.ts'
import type { Session } from '../sessions/session.ts'
import type { HubSettings } from '../limits/settings.ts'

export interface RedirectParts {
  readonly settings: Pick<HubSettings, 'assignmentTimeoutMs'>
  readonly logger: Logger
}

/** False when the device did not say that it keeps it: it hears it again at its next connection. */
export async function redirectDevice(
  { socket, sessionId }: Session,
  { movedTo, newIdentity }: Pick<Redirect, 'movedTo' | 'newIdentity'>,
  { settings, logger }: RedirectParts,
): Promise<boolean> {
  const timeoutMs = settings.assignmentTimeoutMs
  try {
    if (newIdentity !== null) await socket.ask({ event: 'NewIdentityAsync', args: [newIdentity], timeoutMs })
    else if (movedTo !== null) await socket.ask({ event: 'PharmacyChangedAsync', args: [movedTo], timeoutMs })
    logger.info('device.redirected', { sessionId, movedTo: movedTo?.pharmacyId ?? null })
    return true
  } catch (error) {
    if (!(error instanceof HubError)) throw error
    logger.warn('device.not-redirected', { sessionId, code: error.code })
    return false
  }
}
