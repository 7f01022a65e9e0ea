// For tests: the identity API's endpoints over memory, with users of every role.
import { randomUUID } from 'node:crypto'
import type { TestTokens } from '@pharmacy-relay/relay-server/auth/test-tokens.ts'
import type { EndpointHandlers } from '@pharmacy-relay/relay-server/http/endpoint-router.ts'
import { identityApi, type IdentityUser, type TokenPair } from '@pharmacy-relay/shared/api/identity-api.ts'
import { ProblemError } from '@pharmacy-relay/shared/problem.ts'
import { UserRole } from '@pharmacy-relay/shared/user-role.ts'

export const PASSWORD = 'correct horse battery'

const { signIn, refreshTokens, signOut, serviceToken, accountCheck, keys } = identityApi
/** What the portal asks of it. */
export const memoryIdentityApi = { signIn, refreshTokens, signOut, serviceToken, accountCheck, keys }

export class MemoryIdentity {
  readonly #tokens: TestTokens
  readonly users = UserRole.options.map((role): IdentityUser => userOf(role))
  /** How long access tokens last, in ms. */
  accessLifeMs = 600_000
  /** What every sign-in is refused with. */
  refuseSignIn: ProblemError | null = null
  /** Token exchanges that were asked for. */
  exchanges = 0
  readonly endedRefreshTokens = new Set<string>()
  readonly #userByRefreshToken = new Map<string, IdentityUser>()
  readonly #successor = new Map<string, TokenPair>()

  constructor(tokens: TestTokens) {
    this.#tokens = tokens
  }

  user(role: UserRole): IdentityUser {
    const found = this.users.find((user) => user.email === emailOf(role))
    if (found === undefined) throw new Error(`no user of role ${role}`)
    return found
  }

  handlers(): EndpointHandlers<typeof memoryIdentityApi> {
    return {
      signIn: async ({ body }) => {
        if (this.refuseSignIn !== null) throw this.refuseSignIn
        const user = this.users.find(({ email }) => email === body.email)
        if (user === undefined || body.password !== PASSWORD) throw refused()
        return { user, tokens: await this.#newPair(user), knownDevice: 'known' }
      },
      refreshTokens: async ({ body }) => {
        this.exchanges += 1
        const user = this.#userByRefreshToken.get(body.refreshToken)
        if (user === undefined || !user.isActive || this.endedRefreshTokens.has(body.refreshToken))
          throw refused()
        const tokens = this.#successor.get(body.refreshToken) ?? (await this.#newPair(user))
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
    }
  }

  async #newPair(user: IdentityUser): Promise<TokenPair> {
    const accessToken = await this.#tokens.tokenFor(user.role, {
      claims: { sub: user.guid, name: user.name },
    })
    const refreshToken = randomUUID()
    this.#userByRefreshToken.set(refreshToken, user)
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
