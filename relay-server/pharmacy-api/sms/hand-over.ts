// Hands a message over to the identity API, directly and with the internal key; when the answer is lost, asks by the same key.
import { smsApi, type SmsRequest } from '@pharmacy-relay/shared/api/identity-sms.ts'
import type { EndpointResult } from '@pharmacy-relay/shared/api/endpoint.ts'
import type { Clock } from '@pharmacy-relay/shared/clock.ts'
import { INTERNAL_KEY_HEADER } from '@pharmacy-relay/shared/internal-api.ts'
import { causeOf, type Logger } from '@pharmacy-relay/shared/logger.ts'
import { ProblemError } from '@pharmacy-relay/shared/problem.ts'
import { pause } from '@pharmacy-relay/shared/waits.ts'
import { createApiClient, type ApiClient } from '../../http/api-client.ts'
import type { Outcome } from './sms-logs.queries.ts'

/** Longer than identity waits for the provider. */
const CALL_MS = 12_000
const ASKED = 4
const AGAIN_MS = 3_000

/** Before anything was done; with every other answer, and without one, the message may be on its way. */
const REFUSED: ReadonlySet<string> = new Set(['token_invalid', 'invalid', 'rate_limited', 'state_conflict'])

/** What became of it, never a throw. The same key is never sent twice. */
export type HandOver = (request: SmsRequest) => Promise<Outcome>

export interface HandOverParts {
  /** The identity API itself, not through the gateway. */
  readonly identityUrl: string
  readonly internalKey: string
  readonly clock: Clock
  readonly logger: Logger
}

export function createHandOver({ identityUrl, internalKey, clock, logger }: HandOverParts): HandOver {
  const client = createApiClient({
    baseUrl: identityUrl,
    timeoutMs: CALL_MS,
    headers: () => Promise.resolve({ [INTERNAL_KEY_HEADER]: internalKey }),
  })
  return async (request) => {
    for (let asked = 1; asked <= ASKED; asked += 1) {
      const outcome = await ask(client, request, logger)
      if (outcome !== null) return outcome
      if (asked < ASKED) await pause(clock, AGAIN_MS)
    }
    return { state: 'unknown', reason: 'no_answer', smsId: null }
  }
}

/** Null when it is worth asking again: the answer was lost, or an earlier call with the key is under way. */
async function ask(client: ApiClient, body: SmsRequest, logger: Logger): Promise<Outcome | null> {
  try {
    return outcomeOf(await client.call(smsApi.sendSms, { params: null, query: null, body }, { token: null }))
  } catch (error) {
    logger.warn('sms.not-handed-over', { key: body.idempotencyKey, cause: causeOf(error) })
    const code = error instanceof ProblemError ? error.code : 'internal'
    if (code === 'not_supported') return { state: 'failed', reason: 'not_set_up', smsId: null }
    return REFUSED.has(code) ? { state: 'failed', reason: 'refused', smsId: null } : null
  }
}

function outcomeOf({ id, state, fault }: EndpointResult<typeof smsApi.sendSms>): Outcome | null {
  if (state === 'sending') return null
  if (state === 'sent') return { state: 'handed_over', reason: null, smsId: id }
  const reason = fault === 'refused' ? 'refused' : 'no_answer'
  return { state: state === 'failed' ? 'failed' : 'unknown', reason, smsId: id }
}
