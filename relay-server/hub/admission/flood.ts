// Ends the connection of a device that says more than any device has to say, or again and again what the contract does not
// know: what is refused costs the hub as well.
import { HubError } from '@pharmacy-relay/shared/hub/request-reply.ts'
import type { Clock } from '@pharmacy-relay/shared/clock.ts'
import type { Logger } from '@pharmacy-relay/shared/logger.ts'
import type { Socket } from 'socket.io'
import { RateBucket } from '../limits/rates.ts'
import type { Session } from '../sessions/session.ts'
import type { HubSettings } from '../limits/settings.ts'

export interface FloodParts {
  readonly settings: Pick<HubSettings, 'framesPerSecond' | 'faultsPerSecond'>
  readonly clock: Clock
  readonly logger: Logger
}

/** Watches what the device sends from now on; the result is to be called with each event that was not understood. */
export function watchForFloods(session: Session, connection: Socket['conn'], parts: FloodParts): () => void {
  const { settings, clock, logger } = parts
  const end = (refusal: HubError): void => {
    const { sessionId, socket } = session
    if (!socket.usable) return
    logger.warn('session.flood', { sessionId, code: refusal.code })
    socket.tell('SessionEndedAsync', [{ code: refusal.code, message: refusal.message }])
    socket.close('protocol_error')
  }
  const frames = new RateBucket({ perSecond: settings.framesPerSecond, clock })
  connection.on('packet', () => {
    if (!frames.take()) end(new HubError('RATE_LIMITED', 'This computer sends more than a hub takes'))
  })
  // Most devices never make one.
  let faults: RateBucket | null = null
  return () => {
    faults ??= new RateBucket({ perSecond: settings.faultsPerSecond, clock })
    if (!faults.take()) end(new HubError('INVALID', 'This computer sends what a hub does not understand'))
  }
}
