// Whether a customer has a phone: asked of the store API through the gateway, again and again for a minute while it is away.
import { storeApi } from '@pharmacy-relay/shared/api/store-api.ts'
import type { Cancel, Clock } from '@pharmacy-relay/shared/clock.ts'
import { causeOf, type Logger } from '@pharmacy-relay/shared/logger.ts'
import type { Random } from '@pharmacy-relay/shared/random.ts'
import { backoffMs } from '@pharmacy-relay/shared/waits.ts'
import type { ServiceTokens } from '../../auth/service-token.ts'
import { createApiClient } from '../../http/api-client.ts'

/** Throws ProblemError when nobody could say. */
export type FindByPhone = (phone: string) => Promise<boolean>

const CALL_MS = 5_000
const TRIED_MS = 60_000
const AGAIN = { firstMs: 1_000, lastMs: 10_000 }

export function createFindByPhone(parts: {
  /** Origin of the gateway. */
  readonly gatewayUrl: string
  readonly serviceTokens: ServiceTokens
}): FindByPhone {
  const { gatewayUrl, serviceTokens } = parts
  const client = createApiClient({
    baseUrl: `${gatewayUrl}/Store`,
    timeoutMs: CALL_MS,
    // So that the gateway counts it as a service's call.
    headers: async () => ({ 'x-service-token': await serviceTokens.current() }),
  })
  return async (phone) => {
    const call = { params: null, query: { phone }, body: null }
    const token = await serviceTokens.current()
    return (await client.call(storeApi.findCustomerByPhone, call, { token })).exists
  }
}

export interface Tries {
  readonly findByPhone: FindByPhone
  readonly clock: Clock
  readonly random: Random
  readonly logger: Logger
}

/** `away`: a minute after `askedAtMs` (monotonic) still nobody could say. Ends early, as `away`, when `stopping`. */
export async function triedForAMinute(
  { findByPhone, clock, random, logger }: Tries,
  { phone, askedAtMs, stopping }: { phone: string; askedAtMs: number; stopping: AbortSignal },
): Promise<'known' | 'unknown' | 'away'> {
  for (let failures = 1; ; failures += 1) {
    try {
      return (await findByPhone(phone)) ? 'known' : 'unknown'
    } catch (error) {
      logger.debug('find-by-phone.failed', { failures, cause: causeOf(error) })
    }
    const leftMs = askedAtMs + TRIED_MS - clock.monotonicMs()
    if (leftMs <= 0 || stopping.aborted) return 'away'
    const waitMs = backoffMs(failures, AGAIN, random.fraction())
    await pauseUnless(stopping, { clock, waitMs: Math.min(leftMs, waitMs) })
  }
}

async function pauseUnless(
  stopping: AbortSignal,
  { clock, waitMs }: { readonly clock: Clock; readonly waitMs: number },
): Promise<void> {
  let cancel: Cancel = () => {}
  let end = (): void => {}
  await new Promise<void>((resolve) => {
    end = resolve
    cancel = clock.after(waitMs, resolve)
    stopping.addEventListener('abort', end, { once: true })
  })
  cancel()
  stopping.removeEventListener('abort', end)
}
