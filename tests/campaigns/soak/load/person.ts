// One of the load's people, through the gateway: signed in once, goes on by its refresh token as an agent or a panel does.
import { createApiClient, type ApiClient } from '@pharmacy-relay/relay-server/http/api-client.ts'
import type { Endpoint, EndpointCall, EndpointResult } from '@pharmacy-relay/shared/api/endpoint.ts'
import { identityApi } from '@pharmacy-relay/shared/api/identity-api.ts'
import { signIn } from '../../../platform/panel.ts'

export interface Credentials {
  readonly email: string
  readonly password: string
}

interface Tokens {
  readonly accessToken: string
  readonly refreshToken: string
}

/** A token is good for ten minutes. */
const RENEWED_AFTER_MS = 480_000
const TIMEOUT_MS = 30_000
const NONE = { params: null, query: null, body: null }

/** What is called with, and what a call may add. */
type Called<E extends Endpoint> = Partial<EndpointCall<E>> & {
  /** If-Match. */
  readonly version?: number
  readonly idempotencyKey?: string
}

export class Person {
  readonly #gatewayUrl: string
  readonly #credentials: Credentials
  #session: { readonly tokens: Tokens; readonly sinceMs: number } | null = null
  #renewing: Promise<string> | null = null

  constructor(gatewayUrl: string, { email, password }: Credentials) {
    this.#gatewayUrl = gatewayUrl
    this.#credentials = { email, password }
  }

  /** Comes and, half of the times, goes: the sessions of the others end by themselves. Throws ProblemError. */
  async signInAnew(leaves: boolean): Promise<void> {
    const { tokens } = await signIn({ gatewayUrl: this.#gatewayUrl }, this.#credentials)
    if (!leaves) return
    const body = { refreshToken: tokens.refreshToken }
    await this.#api('Identity').call(identityApi.signOut, { ...NONE, body }, { token: null })
  }

  /** Throws ProblemError. */
  async call<E extends Endpoint>(
    prefix: 'Identity' | 'Store' | 'Pharmacy',
    entry: E,
    { version, idempotencyKey, ...input }: Called<E>,
  ): Promise<EndpointResult<E>> {
    const call = { ...NONE, ...input } as unknown as EndpointCall<E>
    const token = await this.#token()
    return this.#api(prefix).call(entry, call, {
      token,
      ...(version === undefined ? {} : { version }),
      ...(idempotencyKey === undefined ? {} : { idempotencyKey }),
    })
  }

  async #token(): Promise<string> {
    const session = this.#session
    if (session !== null && performance.now() - session.sinceMs < RENEWED_AFTER_MS)
      return session.tokens.accessToken
    this.#renewing ??= this.#renewed(session?.tokens ?? null).finally(() => (this.#renewing = null))
    return this.#renewing
  }

  async #renewed(old: Tokens | null): Promise<string> {
    const { tokens } =
      old === null
        ? await signIn({ gatewayUrl: this.#gatewayUrl }, this.#credentials)
        : await this.#api('Identity').call(
            identityApi.refreshTokens,
            { ...NONE, body: { refreshToken: old.refreshToken } },
            { token: null },
          )
    this.#session = { tokens, sinceMs: performance.now() }
    return tokens.accessToken
  }

  #api(prefix: string): ApiClient {
    const baseUrl = `${this.#gatewayUrl}/${prefix}`
    return createApiClient({ baseUrl, timeoutMs: TIMEOUT_MS, headers: () => Promise.resolve({}) })
  }
}
