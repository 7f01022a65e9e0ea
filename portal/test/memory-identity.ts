// For tests: the identity API's endpoints over memory, with users of every role.
import { randomBytes, randomUUID } from 'node:crypto'
import type { TestTokens } from '@pharmacy-relay/relay-server/auth/test-tokens.ts'
import type { EndpointHandlers } from '@pharmacy-relay/relay-server/http/endpoint-router.ts'
import { identityApi, type IdentityUser, type TokenPair } from '@pharmacy-relay/shared/api/identity-api.ts'
import { reason } from '@pharmacy-relay/shared/reasons/make-reason.ts'
import { ProblemError } from '@pharmacy-relay/shared/problem.ts'
import { UserRole } from '@pharmacy-relay/shared/user-role.ts'
import {
  CODE,
  MemoryAccount,
  PASSWORD,
  RECOVERY_CODES,
  memoryAccountApi,
  wrongCode,
  wrongPassword,
} from './memory-account.ts'
import { passkeysApi, type GivenCredential } from '@pharmacy-relay/shared/api/identity-passkeys.ts'
import { resetsApi } from '@pharmacy-relay/shared/api/identity-resets.ts'
import { MemoryPasskeys, PASSKEY_OPTIONS } from './memory-passkeys.ts'
import { MemoryResets } from './memory-resets.ts'
import { MemoryUsers, memoryUsersApi } from './memory-users.ts'

export { CODE, PASSWORD } from './memory-account.ts'

const { signIn, finishSignIn, signInAgain, refreshTokens, signOut, serviceToken, accountCheck, keys } =
  identityApi
/** What the portal asks of it. */
export const memoryIdentityApi = {
  signIn,
  finishSignIn,
  signInAgain,
  refreshTokens,
  signOut,
  serviceToken,
  accountCheck,
  keys,
  ...memoryAccountApi,
  ...memoryUsersApi,
  ...resetsApi,
  ...passkeysApi,
}

export class MemoryIdentity {
  readonly #tokens: TestTokens
  readonly users = UserRole.options.map((role): IdentityUser => userOf(role))
  readonly administration = new MemoryUsers()
  readonly resets = new MemoryResets()
  readonly passkeys = new MemoryPasskeys()
  /** How long access tokens last, in ms. */
  accessLifeMs = 600_000
  /** What every sign-in is refused with. */
  refuseSignIn: ProblemError | null = null
  /** Token exchanges that were asked for. */
  exchanges = 0
  readonly endedRefreshTokens = new Set<string>()
  /** How long ago people proved who they are, by the tokens that are made; signing in again makes it 0. */
  signedInAgoS = 0
  readonly account = new MemoryAccount()
  /** Sign-ins that wait for a code, and how many were wrong. */
  readonly #waiting = new Map<string, { readonly user: IdentityUser; wrong: number }>()
  /** What the sign-ins told of their browsers, oldest first. */
  readonly visitors: { readonly agent: string | null; readonly knownDevice: string | null }[] = []
  /** Of every sign-in, as its tokens name it; the newest last. */
  readonly sessionIds: string[] = []
  readonly #sessionByRefreshToken = new Map<string, { readonly user: IdentityUser; readonly sid: string }>()
  readonly #successor = new Map<string, TokenPair>()

  constructor(tokens: TestTokens) {
    this.#tokens = tokens
  }

  user(role: UserRole): IdentityUser {
    const found = this.users.find((user) => user.email === emailOf(role))
    if (found === undefined) throw new Error(`no user of role ${role}`)
    return found
  }

  /** As an Admin would: no session of this user can be renewed. */
  endEverything(role: UserRole): void {
    for (const [token, { user }] of this.#sessionByRefreshToken)
      if (user.email === emailOf(role)) this.endedRefreshTokens.add(token)
  }

  handlers(): EndpointHandlers<typeof memoryIdentityApi> {
    return {
      signIn: async ({ body }) => {
        if (this.refuseSignIn !== null) throw this.refuseSignIn
        const user = this.users.find(({ email }) => email === body.email)
        this.visitors.push({ agent: body.client?.agent ?? null, knownDevice: body.knownDevice ?? null })
        if (user === undefined || body.password !== PASSWORD) throw refused()
        return this.account.hasFactor(user.guid) ? this.#wait(user) : await this.#enter(user)
      },
      finishSignIn: async ({ body }) => {
        const waiting = this.#waiting.get(body.pendingToken)
        if (waiting === undefined || waiting.wrong >= 5) throw refused()
        if (body.code !== CODE) {
          waiting.wrong += 1
          throw wrongCode(body.code)
        }
        this.#waiting.delete(body.pendingToken)
        return await this.#enter(waiting.user)
      },
      ...this.#ownAccount(),
      signInAgain: async ({ body, caller }) => {
        if (body.password !== PASSWORD) throw wrongPassword('body.password')
        const needsCode = this.account.hasFactor(caller.subject)
        if (needsCode && body.code !== CODE) throw wrongCode(body.code ?? '')
        this.signedInAgoS = 0
        return { accessToken: 'not used', accessExpiresAt: new Date().toISOString() }
      },
      refreshTokens: async ({ body }) => {
        this.exchanges += 1
        const session = this.#sessionByRefreshToken.get(body.refreshToken)
        const user = session?.user
        if (
          session === undefined ||
          user === undefined ||
          !user.isActive ||
          this.endedRefreshTokens.has(body.refreshToken)
        )
          throw refused()
        const tokens = this.#successor.get(body.refreshToken) ?? (await this.#newPair(user, session.sid))
        this.#successor.set(body.refreshToken, tokens)
        return { user, tokens }
      },
      signOut: async ({ body }) => {
        this.endedRefreshTokens.add(body.refreshToken)
        return null
      },
      serviceToken: async () => ({
        accessToken: this.#tokens.tokens.Service,
        accessExpiresAt: new Date(Date.now() + 600_000).toISOString(),
      }),
      accountCheck: async ({ params }) => {
        const user = this.users.find(({ guid }) => guid === params.guid)
        if (user === undefined) throw new ProblemError('not_found', 'There is no such user')
        return user
      },
      keys: async () => ({ keys: [] }),
      ...this.administration.handlers(),
      ...this.resets.handlers(),
      ...this.passkeys.handlers(),
      ...this.#passkeySignIns(),
    }
  }

  /** What of the account takes passkeys, too. */
  #ownAccount() {
    const account = this.account.handlers()
    return {
      ...account,
      getSecondFactor: async (given) => ({
        ...(await account.getSecondFactor(given)),
        passkeys: this.passkeys.passkeys.length,
      }),
    } satisfies Partial<EndpointHandlers<typeof memoryIdentityApi>>
  }

  #passkeySignIns() {
    const options = async () => ({ options: PASSKEY_OPTIONS })
    const whose = ({ id }: GivenCredential): IdentityUser => {
      const user = this.users.find(({ guid }) => guid === id)
      if (user === undefined) throw new ProblemError('token_invalid', reason('passkey_refused', {}))
      return user
    }
    const prove = ({ id }: GivenCredential): void => {
      if (this.users.some(({ guid }) => guid === id)) return
      throw new ProblemError('invalid', reason('passkey_refused', {}))
    }
    return {
      beginPasskeySignIn: options,
      beginPasskeyFactor: options,
      beginPasskeyAgain: options,
      signInWithPasskey: async ({ body }) => await this.#enter(whose(body.credential)),
      finishWithPasskey: async ({ body }) => {
        if (!this.#waiting.has(body.pendingToken)) throw refused()
        const user = whose(body.credential)
        this.#waiting.delete(body.pendingToken)
        return await this.#enter(user)
      },
      signInAgainWithPasskey: async ({ body }) => {
        prove(body.credential)
        this.signedInAgoS = 0
        return { accessToken: 'not used', accessExpiresAt: new Date().toISOString() }
      },
      makeRecoveryCodesByPasskey: async ({ body }) => {
        prove(body.credential)
        return { recoveryCodes: RECOVERY_CODES }
      },
    } satisfies Partial<EndpointHandlers<typeof memoryIdentityApi>>
  }

  #wait(user: IdentityUser) {
    const token = randomBytes(32).toString('base64url')
    this.#waiting.set(token, { user, wrong: 0 })
    const expiresAt = new Date(Date.now() + 300_000).toISOString()
    return { pending: { token, expiresAt, ways: ['passkey' as const, 'app' as const, 'recovery' as const] } }
  }

  async #enter(user: IdentityUser) {
    const sid = randomUUID()
    this.sessionIds.push(sid)
    return { user, tokens: await this.#newPair(user, sid), knownDevice: `known-${user.role}` }
  }

  async #newPair(user: IdentityUser, sid: string): Promise<TokenPair> {
    const accessToken = await this.#tokens.tokenFor(user.role, {
      claims: {
        sub: user.guid,
        name: user.name,
        sid,
        auth_time: Math.floor(Date.now() / 1_000) - this.signedInAgoS,
      },
    })
    const refreshToken = randomUUID()
    this.#sessionByRefreshToken.set(refreshToken, { user, sid })
    const inMs = (ms: number): string => new Date(Date.now() + ms).toISOString()
    return {
      accessToken,
      accessExpiresAt: inMs(this.accessLifeMs),
      refreshToken,
      refreshExpiresAt: inMs(86_400_000),
    }
  }
}

export function emailOf(role: UserRole): string {
  return `${role.toLowerCase()}@example.com`
}

function userOf(role: UserRole): IdentityUser {
  return {
    guid: randomUUID(),
    email: emailOf(role),
    name: `Test ${role}`,
    role,
    isActive: true,
    pharmacyId: null,
  }
}

function refused(): ProblemError {
  return new ProblemError('token_invalid', 'The credentials are not valid')
}
