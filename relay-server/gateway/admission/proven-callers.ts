// Who proves himself by a token: services, computers of pharmacies at which a pharmacist is signed in, and people for whom a service calls.
import type { Clock } from '@pharmacy-relay/shared/clock.ts'
import type { Logger } from '@pharmacy-relay/shared/logger.ts'
import {
  ProvenTokens,
  type ProvenDevice,
  type ProvenPerson,
  type ProvenService,
  type VerifyToken,
} from './proven-tokens.ts'

export interface ProvenCallersParts {
  readonly verifyServiceToken: VerifyToken<ProvenService>
  readonly verifyDeviceToken: VerifyToken<ProvenDevice>
  readonly verifyPersonToken: VerifyToken<ProvenPerson>
  readonly clock: Clock
  readonly logger: Logger
}

/** A service brings few tokens; of the computers of a platform each has one at a time. */
const REMEMBERED = { services: 1_000, devices: 50_000, people: 50_000 }

export function provenCallers(parts: ProvenCallersParts) {
  const { clock, logger } = parts
  const wallNowMs = (): number => clock.wallMs()
  const failed = (event: string) => (error: unknown) => logger.error(event, error)
  return {
    services: new ProvenTokens({
      verify: parts.verifyServiceToken,
      maxRemembered: REMEMBERED.services,
      wallNowMs,
      onVerifyFailure: failed('service-token.not-verified'),
    }),
    devices: new ProvenTokens({
      verify: parts.verifyDeviceToken,
      maxRemembered: REMEMBERED.devices,
      wallNowMs,
      onVerifyFailure: failed('device-token.not-verified'),
    }),
    people: new ProvenTokens({
      verify: parts.verifyPersonToken,
      maxRemembered: REMEMBERED.people,
      wallNowMs,
      onVerifyFailure: failed('person-token.not-verified'),
    }),
  }
}
