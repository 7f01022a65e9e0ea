// Asks the store API whose computer has a certificate or a device key, and whether it vouches for an address.
import type { EndpointResult } from '@pharmacy-relay/shared/api/endpoint.ts'
import type { z } from 'zod'
import { storeAddressesApi } from '@pharmacy-relay/shared/api/store-addresses.ts'
import { INTERNAL_KEY_HEADER } from '@pharmacy-relay/shared/internal-api.ts'
import { createApiClient } from '../../http/api-client.ts'

type Given = z.input<typeof storeAddressesApi.checkDevice.body>
export type KnownDevice = EndpointResult<typeof storeAddressesApi.checkDevice>['device']

/** Throws ProblemError `upstream_unavailable` or `upstream_timeout`: nobody can say. */
export type DeviceCheck = (given: Given) => Promise<KnownDevice>

const CALL_MS = 3_000

export function createDeviceCheck(parts: {
  /** The store API itself: the gateway takes the internal key away. */
  readonly storeUrl: string
  readonly internalKey: string
}): DeviceCheck {
  const client = createApiClient({
    baseUrl: parts.storeUrl,
    timeoutMs: CALL_MS,
    headers: () => Promise.resolve({ [INTERNAL_KEY_HEADER]: parts.internalKey }),
  })
  return async (body) => {
    const call = { params: null, query: null, body }
    return (await client.call(storeAddressesApi.checkDevice, call, { token: null })).device
  }
}
