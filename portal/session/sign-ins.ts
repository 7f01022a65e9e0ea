// Signing in: a password, where the account asks for it a code, then a session.
import { may } from '@pharmacy-relay/shared/api/access.ts'
import type { Endpoint, EndpointCall, EndpointResult } from '@pharmacy-relay/shared/api/endpoint.ts'
import { identityApi } from '@pharmacy-relay/shared/api/identity-api.ts'
import type { GivenCredential } from '@pharmacy-relay/shared/api/identity-passkeys.ts'
import type { SignedIn } from '@pharmacy-relay/shared/api/identity-user.ts'
import { storeApi } from '@pharmacy-relay/shared/api/store-api.ts'
import { ProblemError } from '@pharmacy-relay/shared/problem.ts'
import type { UpstreamApi } from '../upstream.ts'
import type { SessionMemory } from './session-memory.ts'
import { newSession, sessionUser, viewerOf, type Session } from './session.ts'
import { askFactor, type Sessions } from './sessions.ts'

export interface SignInsParts {
  readonly identity: UpstreamApi
  readonly memory: SessionMemory
  readonly sessions: Sessions
  /** Wall clock, ms since 1970. */
  readonly wallNowMs: () => number
}

export interface Credentials {
  readonly email: string
  readonly password: string
}

/** The browser that signs in. */
export interface Visitor {
  readonly clientAddress: string
  /** Its User-Agent, cut; null for none. */
  readonly agent: string | null
  /** What it keeps of a sign-in before; null for none. */
  readonly knownDevice: string | null
}

export interface Entered {
  readonly kind: 'entered'
  readonly session: Session
  /** For the browser to keep. */
  readonly knownDevice: string
}

/** The password was right, and a code is asked for: no session yet. */
export interface Waiting {
  readonly kind: 'waiting'
  readonly token: string
  /** A passkey is as good as a code. */
  readonly hasPasskey: boolean
}

export class SignIns {
  readonly #parts: SignInsParts

  constructor(parts: SignInsParts) {
    this.#parts = parts
  }

  /** Throws ProblemError: `token_invalid` for wrong credentials, `role_not_allowed` for who is not staff, `rate_limited`. */
  async begin(credentials: Credentials, visitor: Visitor): Promise<Entered | Waiting> {
    const { agent, knownDevice } = visitor
    const client = { kind: 'panel', agent } as const
    const body = { ...credentials, client, ...(knownDevice === null ? {} : { knownDevice }) }
    const reply = await this.#ask(identityApi.signIn, { params: null, query: null, body }, visitor)
    if ('pending' in reply) {
      const { token, ways } = reply.pending
      return { kind: 'waiting', token, hasPasskey: ways.includes('passkey') }
    }
    return await this.#enter(reply, visitor)
  }

  /** Throws ProblemError: `invalid` with the reason for a code that is not taken, `token_invalid` when the sign-in is over. */
  async finish(pendingToken: string, code: string, visitor: Visitor): Promise<Entered> {
    const call = { params: null, query: null, body: { pendingToken, code } }
    return await this.#enter(await this.#ask(identityApi.finishSignIn, call, visitor), visitor)
  }

  /** What the browser is asked in order to sign in with a passkey alone. Throws ProblemError `rate_limited`, `not_supported`. */
  async passkeyOptions(visitor: Visitor) {
    const call = { params: null, query: null, body: null }
    return await this.#ask(identityApi.beginPasskeySignIn, call, visitor)
  }

  /** Throws ProblemError `token_invalid` for a passkey that is not taken, `role_not_allowed` for who is not staff. */
  async byPasskey(credential: GivenCredential, visitor: Visitor): Promise<Entered> {
    const { agent, knownDevice } = visitor
    const client = { kind: 'panel', agent } as const
    const body = { credential, client, ...(knownDevice === null ? {} : { knownDevice }) }
    const call = { params: null, query: null, body }
    return await this.#enter(await this.#ask(identityApi.signInWithPasskey, call, visitor), visitor)
  }

  /** The same after the password was right. Throws ProblemError `token_invalid` when the sign-in is over. */
  async factorOptions(pendingToken: string, visitor: Visitor) {
    const call = { params: null, query: null, body: { pendingToken } }
    return await this.#ask(identityApi.beginPasskeyFactor, call, visitor)
  }

  /** Throws ProblemError `token_invalid`, with a reason where only the passkey was not taken. */
  async finishByPasskey(
    pendingToken: string,
    credential: GivenCredential,
    visitor: Visitor,
  ): Promise<Entered> {
    const call = { params: null, query: null, body: { pendingToken, credential } }
    return await this.#enter(await this.#ask(identityApi.finishWithPasskey, call, visitor), visitor)
  }

  async #enter({ user, tokens, knownDevice }: SignedIn, { clientAddress }: Visitor): Promise<Entered> {
    const { identity, memory, sessions, wallNowMs } = this.#parts
    const session = newSession(sessionUser(user), tokens, wallNowMs())
    // Whose role may not see the first page has no business here.
    if (!may(viewerOf(session.user), storeApi.listCustomers)) {
      await sessions.end(session, clientAddress)
      throw new ProblemError('role_not_allowed', 'This account may not use the panel')
    }
    const params = { guid: user.guid }
    const checked = await identity.asService(identityApi.accountCheck, { params, query: null, body: null })
    if (!checked.isActive) throw new ProblemError('token_invalid', 'The credentials are not valid')
    const factor = await askFactor(identity, tokens.accessToken, clientAddress)
    memory.confirm(session, wallNowMs())
    return { kind: 'entered', session: { ...session, factor }, knownDevice }
  }

  async #ask<E extends Endpoint>(
    entry: E,
    call: EndpointCall<E>,
    { clientAddress }: Visitor,
  ): Promise<EndpointResult<E>> {
    return await this.#parts.identity.forBrowser(entry, call, { clientAddress, token: null })
  }
}
