// Text messages of the store API: the identity API sends them, asked directly and with the internal key, as the gateway takes it away.
import type { CodeSms } from '@pharmacy-relay/shared/api/relay-panel.ts'
import { smsApi, type SmsRequest } from '@pharmacy-relay/shared/api/identity-sms.ts'
import { INTERNAL_KEY_HEADER } from '@pharmacy-relay/shared/internal-api.ts'
import { causeOf, type Logger } from '@pharmacy-relay/shared/logger.ts'
import { ProblemError } from '@pharmacy-relay/shared/problem.ts'
import { createApiClient } from '../../http/api-client.ts'

/** Somebody waits before a page, whose own call ends after 12 s. */
const CALL_MS = 8_000

/** Before anything was done; with every other answer, and without one, the message may be on its way. */
const REFUSED: ReadonlySet<string> = new Set(['token_invalid', 'invalid', 'rate_limited', 'state_conflict'])

export interface SmsSenderParts {
  /** The identity API itself, not through the gateway. */
  readonly identityUrl: string
  readonly internalKey: string
  readonly logger: Logger
}

/** What became of it, never a throw. The same key is never sent twice. `unknown`: it may come all the same. */
export type SendSms = (request: SmsRequest) => Promise<CodeSms>

export function createSmsSender({ identityUrl, internalKey, logger }: SmsSenderParts): SendSms {
  const client = createApiClient({
    baseUrl: identityUrl,
    timeoutMs: CALL_MS,
    headers: () => Promise.resolve({ [INTERNAL_KEY_HEADER]: internalKey }),
  })
  return async (body) => {
    try {
      const call = { params: null, query: null, body }
      const { state } = await client.call(smsApi.sendSms, call, { token: null })
      // Another call with the key is under way only where this one was said twice.
      return state === 'sending' ? 'unknown' : state
    } catch (error) {
      const code = error instanceof ProblemError ? error.code : null
      if (code === 'not_supported') return 'not_set_up'
      logger.warn('sms.not-sent', { cause: causeOf(error) })
      return REFUSED.has(code ?? 'internal') ? 'failed' : 'unknown'
    }
  }
}
