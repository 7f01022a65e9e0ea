// The pharmacist who is signed in at this computer: his tokens in memory alone, until he leaves, or has to.
import { IDLE_MS, type PharmacistSession, type SignOutCause } from '../../contract/dispensing.ts'
import type { SignInReply, TokenPair } from '@pharmacy-relay/shared/api/identity-user.ts'
import { instant, type Cancel, type Clock } from '@pharmacy-relay/shared/clock.ts'
import type { Logger } from '@pharmacy-relay/shared/logger.ts'
import { ProblemError } from '@pharmacy-relay/shared/problem.ts'
import { reason } from '@pharmacy-relay/shared/reasons/make-reason.ts'
import type { IdentityCalls } from './identity-calls.ts'

export interface SignedInPharmacistParts {
  readonly identity: IdentityCalls
  /** The pharmacy of this computer; null: it is in none, or was shut out. */
  readonly pharmacyId: () => number | null
  /** Somebody has signed in, or nobody is any more. */
  readonly onChange?: (isSignedIn: boolean) => void
  readonly clock: Clock
  readonly logger: Logger
}

interface Pending {
  readonly who: string
  readonly token: string
  readonly hasApp: boolean
  readonly endsAtMs: number
}

interface Open {
  readonly who: string
  readonly pharmacyId: number
  readonly name: string
  readonly email: string
  tokens: TokenPair
  usedAtMs: number
}

type State =
  | { readonly kind: 'none'; readonly because: SignOutCause | null }
  | { readonly kind: 'pending'; readonly pending: Pending }
  | { readonly kind: 'open'; readonly open: Open }

/** An access token is exchanged so long before its end. */
const RENEW_BEFORE_MS = 60_000
/** What ends a session without a word of anybody is looked for so often. */
const LOOK_EVERY_MS = 500

export class SignedInPharmacist {
  readonly #parts: SignedInPharmacistParts
  #state: State = { kind: 'none', because: null }
  #cancel: Cancel | null = null
  #renewing: Promise<string> | null = null
  /** Of this sign-in; an older one that is answered late is dropped. */
  #turn = 0

  constructor(parts: SignedInPharmacistParts) {
    this.#parts = parts
  }

  /** As that asker may see it. */
  view(who: string): PharmacistSession {
    this.#look()
    const state = this.#state
    if (state.kind === 'pending' && state.pending.who === who) {
      const { hasApp, endsAtMs } = state.pending
      return { state: 'code_needed', hasApp, endsAt: instant(endsAtMs) }
    }
    if (state.kind === 'open' && state.open.who === who) {
      const { name, email, usedAtMs } = state.open
      const leftMs = usedAtMs + IDLE_MS - this.#parts.clock.monotonicMs()
      return { state: 'signed_in', name, email, idleEndsAt: instant(this.#parts.clock.wallMs() + leftMs) }
    }
    return { state: 'signed_out', because: state.kind === 'none' ? state.because : null }
  }

  /** Throws ProblemError as the contract says. */
  async signIn(who: string, given: { readonly email: string; readonly password: string }): Promise<void> {
    this.end('person')
    if (this.#parts.pharmacyId() === null) throw new ProblemError('state_conflict', reason('not_paired', {}))
    const turn = this.#turn
    this.#take({ who, turn }, await this.#parts.identity.signIn(given))
  }

  /** The second step. Throws ProblemError as the contract says. */
  async finish(who: string, code: string): Promise<void> {
    const pending = this.#state.kind === 'pending' ? this.#state.pending : null
    if (pending?.who !== who) throw new ProblemError('state_conflict', reason('sign_in_over', {}))
    const turn = this.#turn
    const given = { pendingToken: pending.token, code }
    this.#take({ who, turn }, await this.#parts.identity.finish(given))
  }

  /** A person did something. */
  used(who: string): void {
    this.#look()
    if (this.#state.kind === 'open' && this.#state.open.who === who)
      this.#state.open.usedAtMs = this.#parts.clock.monotonicMs()
  }

  /** Asked again, it changes nothing. What was under way is dropped when it is answered. */
  end(because: SignOutCause): void {
    this.#turn += 1
    this.#cancel?.()
    const state = this.#state
    if (state.kind === 'none') return
    this.#state = { kind: 'none', because }
    this.#renewing = null
    if (state.kind !== 'open') return
    this.#parts.logger.info('dispensing.signed-out', { because })
    this.#parts.onChange?.(false)
    void this.#parts.identity.signOut(state.open.tokens.refreshToken)
  }

  /**
   * An access token for a call that this asker's act needs, which counts as doing something. Throws ProblemError
   * `state_conflict` (`not_signed_in`) when nobody is signed in, and as the identity API is away.
   */
  async token(who: string): Promise<string> {
    this.used(who)
    const open = this.#state.kind === 'open' && this.#state.open.who === who ? this.#state.open : null
    if (open === null) throw new ProblemError('state_conflict', reason('not_signed_in', {}))
    return this.#fresh(open)
  }

  /** The same for what the agent does by itself, whoever is signed in; it counts as nothing. */
  async quietToken(): Promise<string> {
    this.#look()
    if (this.#state.kind !== 'open') throw new ProblemError('state_conflict', reason('not_signed_in', {}))
    return this.#fresh(this.#state.open)
  }

  async #fresh(open: Open): Promise<string> {
    const leftMs = Date.parse(open.tokens.accessExpiresAt) - this.#parts.clock.wallMs()
    if (leftMs > RENEW_BEFORE_MS) return open.tokens.accessToken
    this.#renewing ??= this.#renew(open).finally(() => (this.#renewing = null))
    return this.#renewing
  }

  async #renew(open: Open): Promise<string> {
    const turn = this.#turn
    const tokens = await this.#parts.identity.refresh(open.tokens.refreshToken)
    if (turn !== this.#turn) throw new ProblemError('state_conflict', reason('not_signed_in', {}))
    if (tokens === null) {
      this.end('account')
      throw new ProblemError('state_conflict', reason('not_signed_in', {}))
    }
    open.tokens = tokens
    return tokens.accessToken
  }

  #take({ who, turn }: { readonly who: string; readonly turn: number }, reply: SignInReply): void {
    const pharmacyId = this.#parts.pharmacyId()
    if (turn !== this.#turn || pharmacyId === null) {
      if ('tokens' in reply) void this.#parts.identity.signOut(reply.tokens.refreshToken)
      throw new ProblemError('state_conflict', reason('sign_in_over', {}))
    }
    this.#state = 'pending' in reply ? pendingOf(who, reply.pending) : this.#opened(who, pharmacyId, reply)
    this.#lookSoon()
    if (this.#state.kind === 'open') this.#parts.onChange?.(true)
  }

  #opened(who: string, pharmacyId: number, { user, tokens }: Extract<SignInReply, { user: unknown }>): State {
    this.#parts.logger.info('dispensing.signed-in', { user: user.guid })
    const { name, email } = user
    const usedAtMs = this.#parts.clock.monotonicMs()
    return { kind: 'open', open: { who, pharmacyId, name, email, tokens, usedAtMs } }
  }

  #lookSoon(): void {
    this.#cancel?.()
    this.#cancel = this.#parts.clock.after(LOOK_EVERY_MS, () => {
      this.#look()
      if (this.#state.kind !== 'none') this.#lookSoon()
    })
  }

  /** Ends what has no right to go on: idle, too late, or of a computer that is not that pharmacy's any more. */
  #look(): void {
    const { clock, pharmacyId } = this.#parts
    const state = this.#state
    if (state.kind === 'pending' && clock.wallMs() >= state.pending.endsAtMs) this.end('idle')
    if (state.kind === 'pending' && pharmacyId() === null) this.end('computer')
    if (state.kind !== 'open') return
    if (pharmacyId() !== state.open.pharmacyId) this.end('computer')
    else if (clock.monotonicMs() - state.open.usedAtMs >= IDLE_MS) this.end('idle')
  }
}

function pendingOf(who: string, given: Extract<SignInReply, { pending: unknown }>['pending']): State {
  const { token, expiresAt, ways } = given
  const pending = { who, token, hasApp: ways.includes('app'), endsAtMs: Date.parse(expiresAt) }
  return { kind: 'pending', pending }
}
