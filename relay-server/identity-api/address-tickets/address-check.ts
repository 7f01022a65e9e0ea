// Asks the store API whether a computer still vouches for an address, at the moment a ticket is used.
import type { z } from 'zod'
import { storeAddressesApi } from '@pharmacy-relay/shared/api/store-addresses.ts'
import { INTERNAL_KEY_HEADER } from '@pharmacy-relay/shared/internal-api.ts'
import { causeOf, type Logger } from '@pharmacy-relay/shared/logger.ts'
import { createApiClient } from '../../http/api-client.ts'

type Given = z.input<typeof storeAddressesApi.checkAddress.body>

/** False also when the store API does not answer: then a code is asked for. Never throws. */
export type AddressCheck = (given: Given) => Promise<boolean>

const CALL_MS = 3_000

export function createAddressCheck(parts: {
  /** The store API itself: the gateway takes the internal key away. */
  readonly storeUrl: string
  readonly internalKey: string
  readonly logger: Logger
}): AddressCheck {
  const client = createApiClient({
    baseUrl: parts.storeUrl,
    timeoutMs: CALL_MS,
    headers: () => Promise.resolve({ [INTERNAL_KEY_HEADER]: parts.internalKey }),
  })
  return async (body) => {
    try {
      const call = { params: null, query: null, body }
      return (await client.call(storeAddressesApi.checkAddress, call, { token: null })).isProved
    } catch (error) {
      parts.logger.warn('address-check.failed', { cause: causeOf(error) })
      return false
    }
  }
}
