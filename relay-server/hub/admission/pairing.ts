// An unpaired computer brings a code: one try a connection, answered by the registry.
import { HubError, hubCodeOf } from '@pharmacy-relay/shared/hub/request-reply.ts'
import type { Logger } from '@pharmacy-relay/shared/logger.ts'
import type { PairingAnswer, PairingRequest } from '@pharmacy-relay/shared/pairing.ts'
import { closeBehindReply } from '../sessions/device-socket.ts'
import type { Registry } from '../registry/registry.ts'
import type { Session } from '../sessions/session.ts'

export interface PairingParts {
  readonly registry: Registry
  /** Origin by which devices reach the gateway; null: they are told none. */
  readonly gatewayUrl: string | null
  readonly logger: Logger
  /** Rejects with HubError UNAVAILABLE when the registry does not know this hub in time. */
  readonly untilLeased: () => Promise<void>
}

/** Throws HubError as PairDeviceAsync says; a refusal closes the connection behind the reply. */
export async function pairDevice(
  session: Session,
  request: PairingRequest,
  { registry, gatewayUrl, logger, untilLeased }: PairingParts,
): Promise<PairingAnswer> {
  const { hello, remoteIp, proof } = session.facts
  try {
    if (session.hasBroughtCode) throw new HubError('INVALID', 'One code a connection')
    session.hasBroughtCode = true
    const certificate = await proof
    await untilLeased()
    const { state, pharmacyId, pharmacyName } = await registry.pair({ hello, request, certificate, remoteIp })
    logger.info('device.paired', { installId: hello.installId, customerId: pharmacyId, state })
    return { state, pharmacyId, pharmacyName, ...(gatewayUrl === null ? {} : { gatewayUrl }) }
  } catch (error) {
    logger.warn('pairing.refused', { code: hubCodeOf(error) })
    closeBehindReply(session, 'protocol_error')
    throw error
  }
}
