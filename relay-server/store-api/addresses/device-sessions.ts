// Whoever is signed in at a computer is so no longer once the computer was revoked, removed or moved: identity is told after it.
import type { DeviceKey } from '@pharmacy-relay/shared/device.ts'
import type { z } from 'zod'
import { causeOf, type Logger } from '@pharmacy-relay/shared/logger.ts'
import type { StoreDb } from '../database.ts'
import { deviceKeyOf } from './approved-computers.queries.ts'

/** EndDeviceSessionsAsync of the identity hub. Throws HubError. */
export type EndDeviceSessions = (deviceKey: z.input<typeof DeviceKey>) => Promise<unknown>

export interface DeviceSessionParts {
  readonly db: StoreDb
  readonly endDeviceSessions: EndDeviceSessions
  readonly logger: Logger
}

/** Identity is not waited for. When it is away, it asks itself at the next refresh of such a session, within 10 minutes. */
export async function withoutSessions<R>(
  { db, endDeviceSessions, logger }: DeviceSessionParts,
  { computerId }: { readonly computerId: number },
  change: () => Promise<R>,
): Promise<R> {
  const deviceKey = await deviceKeyOf(db, computerId)
  const changed = await change()
  if (deviceKey !== null)
    void endDeviceSessions(deviceKey).catch((error: unknown) =>
      logger.warn('device-sessions.not-ended', { computerId, cause: causeOf(error) }),
    )
  return changed
}
