// A service's own access token: fetched with its client credentials, kept until shortly before its end.
import { identityApi } from '@pharmacy-relay/shared/api/identity-api.ts'
import type { SettingsTable } from '@pharmacy-relay/shared/env.ts'
import { ProblemError } from '@pharmacy-relay/shared/problem.ts'
import { z } from 'zod'
import { createApiClient } from '../http/api-client.ts'

export interface ServiceTokens {
  /** A token that is valid for another minute at least. Throws ProblemError as `notOurCaller` makes it. */
  current(): Promise<string>
}

/** A new token is fetched this long before the old one ends, in ms. */
const RENEW_BEFORE_MS = 60_000

/** The setting that holds a service's secret: `ServiceClient__Secret__portal`. */
export function serviceSecretSettings<N extends string>(service: N) {
  const setting = {
    schema: z.string().min(16).max(256),
    help: `Client secret of the service ${service}`,
    fallback: null,
    secret: true,
  } as const
  return { [`ServiceClient__Secret__${service}`]: setting } as Record<
    `ServiceClient__Secret__${N}`,
    typeof setting
  > satisfies SettingsTable
}

/**
 * What a service answers its own callers when it was refused itself: `unavailable` in place of `token_invalid`, which
 * would tell a person that their password is wrong or their session over, and in place of `rate_limited`, which would
 * tell them that they ask too often. Any other error stays as it is.
 */
export function notOurCaller(error: unknown): unknown {
  if (!(error instanceof ProblemError)) return error
  if (error.code !== 'token_invalid' && error.code !== 'rate_limited') return error
  return new ProblemError('unavailable', `This service itself was refused: ${error.message}`, {
    ...(error.retryAfterS === null ? {} : { retryAfterS: error.retryAfterS }),
    cause: error,
  })
}

/** Callers that come while a fetch is under way share it. `baseUrl` is the identity API, direct or through the gateway. */
export function createServiceTokens(parts: {
  readonly baseUrl: string
  readonly clientId: string
  readonly clientSecret: string
}): ServiceTokens {
  const client = createApiClient({
    baseUrl: parts.baseUrl,
    timeoutMs: 5_000,
    headers: () => Promise.resolve({}),
  })
  const body = { clientId: parts.clientId, clientSecret: parts.clientSecret }
  let kept: { token: string; renewAt: number } | null = null
  let underWay: Promise<string> | null = null

  const fetchToken = async (): Promise<string> => {
    const reply = await client
      .call(identityApi.serviceToken, { params: null, query: null, body }, { token: null })
      .catch((error: unknown) => {
        throw notOurCaller(error)
      })
    kept = { token: reply.accessToken, renewAt: Date.parse(reply.accessExpiresAt) - RENEW_BEFORE_MS }
    return reply.accessToken
  }

  return {
    current: () => {
      if (kept !== null && Date.now() < kept.renewAt) return Promise.resolve(kept.token)
      underWay ??= fetchToken().finally(() => {
        underWay = null
      })
      return underWay
    },
  }
}
