// Sessions of browsers: reading them, keeping tokens fresh, signing out. The cookie holds them, identity decides.
import { identityApi } from '@pharmacy-relay/shared/api/identity-api.ts'
import type { GivenCredential } from '@pharmacy-relay/shared/api/identity-passkeys.ts'
import type { Logger } from '@pharmacy-relay/shared/logger.ts'
import { ProblemError } from '@pharmacy-relay/shared/problem.ts'
import type { UpstreamApi } from '../upstream.ts'
import type { SessionMemory } from './session-memory.ts'
import type { SessionCookie } from './session-cookie.ts'
import { REFRESH_BEFORE_MS, sessionUser, withTokens, type SecondFactor, type Session } from './session.ts'

export interface SessionsParts {
  readonly identity: UpstreamApi
  readonly cookie: SessionCookie
  readonly memory: SessionMemory
  /** Wall clock, ms since 1970. */
  readonly wallNowMs: () => number
  readonly logger: Logger
  /** Whoever shows something live to a session or a user stops. */
  readonly onSessionEnded: (sessionId: string) => void
}

/** What a person gives to prove that it is him. */
export type Proof =
  | {
      readonly password: string
      /** Left out where the account has no second factor. */
      readonly code?: string
    }
  | { readonly credential: GivenCredential }

export interface ReadSession {
  /** What the cookie holds. */
  readonly written: Session | null
  /** What it stands for by now. */
  readonly live: Session | null
}

export class Sessions {
  readonly #parts: SessionsParts
  readonly #refreshing = new Map<string, Promise<Session>>()

  constructor(parts: SessionsParts) {
    this.#parts = parts
  }

  /** `live` is null for no cookie, a tampered one, an ended session, one beyond its limits. */
  async read(cookieHeader: string | undefined): Promise<ReadSession> {
    const written = await this.#parts.cookie.read(cookieHeader)
    const live = written === null ? null : this.#parts.memory.current(written, this.#parts.wallNowMs())
    return { written, live }
  }

  /** Notes that a person did something. */
  used(session: Session): Session {
    const nowMs = this.#parts.wallNowMs()
    this.#parts.memory.used(session, nowMs)
    return { ...session, seenAt: nowMs }
  }

  /**
   * A session that identity confirmed to this process and whose access token lasts another minute. Throws ProblemError `token_invalid` when identity refuses;
   * when identity does not answer, the old token serves as long as it lasts.
   */
  async fresh(session: Session, clientAddress: string): Promise<Session> {
    const { memory, wallNowMs } = this.#parts
    const nowMs = wallNowMs()
    const leftMs = Date.parse(session.tokens.accessExpiresAt) - nowMs
    if (leftMs >= REFRESH_BEFORE_MS && memory.isConfirmed(session, nowMs)) return session
    try {
      return await this.renewed(session, clientAddress)
    } catch (error) {
      if (leftMs > 0 && !isRefusal(error)) return session
      throw error
    }
  }

  /** New tokens at once; requests that ask at the same time share one exchange. Throws like `fresh`. */
  async renewed(session: Session, clientAddress: string): Promise<Session> {
    const spent = session.tokens.refreshToken
    const underWay = this.#refreshing.get(spent)
    if (underWay !== undefined) return await underWay
    const exchange = this.#exchange(session, clientAddress).finally(() => this.#refreshing.delete(spent))
    this.#refreshing.set(spent, exchange)
    return await exchange
  }

  /**
   * The same session, whose person has just proved once more who he is: its tokens say so from now on. Throws ProblemError `invalid`
   * with the reason for a password, a code or a passkey that is not right, `rate_limited`, `token_invalid` when the session has ended.
   */
  async again(session: Session, proof: Proof, clientAddress: string): Promise<Session> {
    // An exchange that began before would bring tokens of the older sign-in.
    const settled = await (this.#refreshing.get(session.tokens.refreshToken) ?? session)
    const { identity } = this.#parts
    const who = { clientAddress, token: settled.tokens.accessToken }
    const call = { params: null, query: null }
    if ('credential' in proof)
      await identity.forBrowser(identityApi.signInAgainWithPasskey, { ...call, body: proof }, who)
    else await identity.forBrowser(identityApi.signInAgain, { ...call, body: proof }, who)
    return await this.renewed(settled, clientAddress)
  }

  /** Ends a session here at once and at identity as soon as it answers. Never throws. */
  async end(session: Session, clientAddress: string): Promise<void> {
    const { identity, memory, wallNowMs, logger, onSessionEnded } = this.#parts
    memory.end(session, wallNowMs())
    onSessionEnded(session.id)
    const call = { params: null, query: null, body: { refreshToken: session.tokens.refreshToken } }
    try {
      await identity.forBrowser(identityApi.signOut, call, { clientAddress, token: null })
    } catch (error) {
      logger.error('sign-out.not-told', error)
    }
  }

  /** Identity has ended other sessions of this user: each is asked about at its next request, whatever its token still says. */
  doubtOthers({ user }: Session): void {
    this.#parts.memory.doubtUser(user.guid, this.#parts.wallNowMs())
  }

  /** The same where nobody says whose. */
  doubtAll(): void {
    this.#parts.memory.doubtAll()
  }

  async #exchange(session: Session, clientAddress: string): Promise<Session> {
    const { identity, memory, wallNowMs, onSessionEnded } = this.#parts
    const call = { params: null, query: null, body: { refreshToken: session.tokens.refreshToken } }
    const { user, tokens } = await identity.forBrowser(identityApi.refreshTokens, call, {
      clientAddress,
      token: null,
    })
    const factor = await this.#factorOf(session, tokens.accessToken, clientAddress)
    const after = { ...withTokens(session, sessionUser(user), tokens), factor }
    memory.succeeded(session, after, wallNowMs())
    memory.confirm(after, wallNowMs())
    if (after.id !== session.id) {
      memory.end(session, wallNowMs())
      onSessionEnded(session.id)
    }
    return after
  }

  /** As it was while identity does not say: tokens are worth more than this. */
  async #factorOf(session: Session, token: string, clientAddress: string): Promise<SecondFactor | null> {
    const { identity, logger } = this.#parts
    return await askFactor(identity, token, clientAddress).catch((error: unknown) => {
      logger.error('second-factor.not-asked', error)
      return session.factor
    })
  }
}

/** Whether the account behind an access token has a second factor. Throws ProblemError. */
export async function askFactor(
  identity: UpstreamApi,
  token: string,
  clientAddress: string,
): Promise<SecondFactor> {
  const call = { params: null, query: null, body: null }
  const reply = await identity.forBrowser(identityApi.getSecondFactor, call, { clientAddress, token })
  const { activeSince, passkeys = 0, couldSignInSince } = reply
  const sinceMs = couldSignInSince === undefined ? null : Date.parse(couldSignInSince)
  return { isActive: activeSince !== null || passkeys > 0, sinceMs }
}

function isRefusal(error: unknown): boolean {
  return error instanceof ProblemError && (error.code === 'token_invalid' || error.code === 'token_missing')
}
