// Calls of the pharmacy API for the pharmacist who is signed in: with his token, which nobody else sees.
import type { Endpoint, EndpointCall, EndpointResult } from '@pharmacy-relay/shared/api/endpoint.ts'
import { ProblemError } from '@pharmacy-relay/shared/problem.ts'
import { reason } from '@pharmacy-relay/shared/reasons/make-reason.ts'
import type { GatewayCallOptions, GatewayClient } from './gateway-client.ts'
import type { SignedInPharmacist } from './pharmacist-session.ts'

export type PharmacyCallOptions = Pick<GatewayCallOptions, 'signal' | 'timeoutMs' | 'version'>

export interface PharmacyCalls {
  /** Throws ProblemError `state_conflict` (`not_signed_in`), and as the API refuses. */
  call<E extends Endpoint>(
    entry: E,
    call: EndpointCall<E>,
    options?: PharmacyCallOptions,
  ): Promise<EndpointResult<E>>
}

export interface PharmacyClient {
  /** For what this asker does at the window: each call counts as doing something. */
  of(who: string): PharmacyCalls
  /** For what the agent does by itself meanwhile. */
  readonly quiet: PharmacyCalls
}

export interface PharmacyClientParts {
  readonly gateway: GatewayClient
  readonly pharmacist: Pick<SignedInPharmacist, 'token' | 'quietToken' | 'end'>
}

export function createPharmacyClient({ gateway, pharmacist }: PharmacyClientParts): PharmacyClient {
  const callsWith = (tokenOf: () => Promise<string>): PharmacyCalls => ({
    call: async (entry, call, options = {}) => {
      const token = await tokenOf()
      return gateway.call(entry, call, { ...options, api: 'Pharmacy', token }).catch((error: unknown) => {
        if (!(error instanceof ProblemError) || error.code !== 'token_invalid') throw error
        // The account or its session ended elsewhere: identity knows more than the token says.
        pharmacist.end('account')
        throw new ProblemError('state_conflict', reason('not_signed_in', {}), { cause: error })
      })
    },
  })
  return {
    of: (who) => callsWith(async () => pharmacist.token(who)),
    quiet: callsWith(async () => pharmacist.quietToken()),
  }
}
