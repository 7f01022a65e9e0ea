// Who proves himself by a token: services, and computers of pharmacies at which a pharmacist is signed in.
import type { Clock } from '@pharmacy-relay/shared/clock.ts'
import type { Logger } from '@pharmacy-relay/shared/logger.ts'
import { ProvenTokens, type ProvenDevice, type ProvenService, type VerifyToken } from './proven-tokens.ts'

export interface ProvenCallersParts {
  readonly verifyServiceToken: VerifyToken<ProvenService>
  readonly verifyDeviceToken: VerifyToken<ProvenDevice>
  readonly clock: Clock
  readonly logger: Logger
}

/** A service brings few tokens; of the computers of a platform each has one at a time. */
const REMEMBERED = { services: 1_000, devices: 50_000 }

export function provenCallers({ verifyServiceToken, verifyDeviceToken, clock, logger }: ProvenCallersParts) {
  const wallNowMs = (): number => clock.wallMs()
  const failed = (event: string) => (error: unknown) => logger.error(event, error)
  return {
    services: new ProvenTokens({
      verify: verifyServiceToken,
      maxRemembered: REMEMBERED.services,
      wallNowMs,
      onVerifyFailure: failed('service-token.not-verified'),
    }),
    devices: new ProvenTokens({
      verify: verifyDeviceToken,
      maxRemembered: REMEMBERED.devices,
      wallNowMs,
      onVerifyFailure: failed('device-token.not-verified'),
    }),
  }
}
