// Services prove themselves with their client secret and get a token of role Service.
import type { identityApi } from '@pharmacy-relay/shared/api/identity-api.ts'
import { ProblemError } from '@pharmacy-relay/shared/problem.ts'
import { secretEquals } from '../../auth/internal-key.ts'
import type { EndpointHandlers } from '../../http/endpoint-router.ts'
import { makeAccessToken } from '../sessions/access-tokens.ts'
import type { IdentityParts } from '../identity-parts.ts'
import { createWrongTries, limitedAddress } from '../lock-out/wrong-tries.ts'

const TRIES_PER_ADDRESS = 10
const MAX_KEYS = 20_000

export function serviceClientHandlers(
  parts: IdentityParts,
): Pick<EndpointHandlers<typeof identityApi>, 'serviceToken'> {
  const byAddress = createWrongTries({ perMinute: TRIES_PER_ADDRESS, maxKeys: MAX_KEYS }, parts.now)
  return {
    serviceToken: ({ body, clientAddress }) => {
      const { clientId, clientSecret } = body
      // The right secret always works: wrong tries of somebody at the same address must not stop a service.
      if (isSecretOf(parts.serviceClients.get(clientId) ?? [], clientSecret)) {
        const subject = {
          sub: clientId,
          role: 'Service',
          name: clientId,
          pharmacyId: null,
          sid: null,
          signedInAt: null,
          deviceKey: null,
        } as const
        return makeAccessToken(parts.keys, subject, parts.now())
      }
      const address = limitedAddress(clientAddress)
      byAddress.check(address)
      byAddress.count(address)
      parts.logger.warn('service-token.refused', { clientId })
      throw new ProblemError('token_invalid', 'Client id or secret is not right')
    },
  }
}

/** Compares with every secret, and with one that nobody has, so that time tells neither the id nor the match. */
function isSecretOf(secrets: readonly string[], presented: string): boolean {
  return ['', ...secrets].map((secret) => secretEquals(presented, secret)).includes(true, 1)
}
