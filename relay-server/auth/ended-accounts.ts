// What ended of users and sessions within the life of an access token, and the verifier that refuses such tokens meanwhile.
import type { UserChanged } from '@pharmacy-relay/shared/hub/identity-hub.ts'
import { ProblemError } from '@pharmacy-relay/shared/problem.ts'
import { CLOCK_TOLERANCE_S, type Caller } from './access-token.ts'
import type { TokenVerifier } from './token-verifier.ts'

type User = Pick<UserChanged, 'role' | 'pharmacyId' | 'isActive'>

/** Longer than any access token that was made before is taken: 10 minutes, what clocks may differ, and one more. */
const KEPT_MS = 660_000 + CLOCK_TOLERANCE_S * 1_000
/** Of sessions, and as many users. Beyond it the oldest go, whose tokens have the least time left. */
const MAX_KEPT = 50_000

export class EndedAccounts {
  readonly #nowMs: () => number
  readonly #sessions = new Map<string, { readonly at: number }>()
  readonly #users = new Map<string, { readonly at: number; readonly user: User }>()
  #forgotten = 0

  /** `nowMs` never jumps. */
  constructor(nowMs: () => number) {
    this.#nowMs = nowMs
  }

  /** What this user is from now on: tokens that say otherwise are refused. */
  userChanged({ userGuid, role, pharmacyId, isActive }: UserChanged): void {
    this.#keep(this.#users, userGuid, { at: this.#nowMs(), user: { role, pharmacyId, isActive } })
  }

  sessionsEnded(sessionIds: readonly string[]): void {
    for (const id of sessionIds) this.#keep(this.#sessions, id, { at: this.#nowMs() })
  }

  /** Whether the token of this caller no longer says what is so. */
  isEnded({ subject, sessionId, role, pharmacyId }: Caller): boolean {
    if (role === 'Service') return false
    if (sessionId !== null && this.#sessions.has(sessionId)) return true
    const user = this.#users.get(subject)?.user
    return user !== undefined && !(user.isActive && user.role === role && user.pharmacyId === pharmacyId)
  }

  /** How much is kept, and how much had to go before its time. */
  facts(): { readonly sessions: number; readonly users: number; readonly forgotten: number } {
    return { sessions: this.#sessions.size, users: this.#users.size, forgotten: this.#forgotten }
  }

  #keep<E extends { readonly at: number }>(kept: Map<string, E>, key: string, entry: E): void {
    // What was told last stands last, so that the first ones are the oldest.
    kept.delete(key)
    kept.set(key, entry)
    for (const [oldest, { at }] of kept) {
      const isOver = entry.at - at > KEPT_MS
      if (!isOver && kept.size <= MAX_KEPT) return
      if (!isOver) this.#forgotten += 1
      kept.delete(oldest)
    }
  }
}

/** Throws `token_invalid` also for tokens that ended before their time. */
export function withoutEnded(verifier: TokenVerifier, ended: EndedAccounts): TokenVerifier {
  return {
    verify: async (token) => {
      const caller = await verifier.verify(token)
      if (ended.isEnded(caller))
        throw new ProblemError('token_invalid', 'The session has ended. Sign in again.')
      return caller
    },
  }
}
