// What a cookie alone cannot know of its session: that it ended, that its tokens have a successor, when it was last used.
//
// Lost with the process: a session that identity has not confirmed to this process is refreshed before it counts, so
// that one which ended before a restart stays ended.
import type { SessionLimits } from '../settings.ts'
import { sessionIdOf } from '@pharmacy-relay/relay-server/auth/access-token.ts'
import { BoundedMap } from '@pharmacy-relay/relay-server/auth/bounded-map.ts'
import { isWithinLimits, withTokens, type Session, type SessionUser } from './session.ts'

const MAX_SESSIONS = 20_000

/** As much of a session as says whether it has ended. */
type Known = Pick<Session, 'id' | 'user' | 'startedAt'> & { readonly identityId: string | null }

export class SessionMemory {
  readonly #limits: SessionLimits
  readonly #ended = new BoundedMap<true>(MAX_SESSIONS)
  /** Sessions of these users that began earlier have ended. */
  readonly #usersEndedAt = new BoundedMap<number>(MAX_SESSIONS)
  readonly #successorByRefreshToken = new BoundedMap<Session>(MAX_SESSIONS)
  readonly #seenAt = new BoundedMap<number>(MAX_SESSIONS)
  /** When. */
  #confirmed = new BoundedMap<number>(MAX_SESSIONS)
  /** What was confirmed of these users before does not count any more. */
  readonly #usersDoubtedAt = new BoundedMap<number>(MAX_SESSIONS)
  /** By identity's own ids of sessions. */
  readonly #endedAtIdentity = new BoundedMap<true>(MAX_SESSIONS)
  readonly #usedById = new BoundedMap<Known>(MAX_SESSIONS)

  constructor(limits: SessionLimits) {
    this.#limits = limits
  }

  /** The session as it now stands: with the newest tokens and the last use; null when it has ended. */
  current(session: Session, nowMs: number): Session | null {
    const newest = this.#newest(session, nowMs)
    const seenAt = Math.max(newest.seenAt, this.#seenAt.get(newest.id, nowMs) ?? 0)
    const now = { ...newest, seenAt }
    return this.#hasEnded(knownOf(now), nowMs) || !isWithinLimits(now, this.#limits, nowMs) ? null : now
  }

  /** A person did something. */
  used(session: Session, nowMs: number): void {
    this.#seenAt.set(session.id, nowMs, { nowMs, forMs: this.#limits.idleMs })
    this.#usedById.set(session.id, knownOf(session), { nowMs, forMs: this.#limits.idleMs })
  }

  /** Identity gave or renewed its tokens. */
  confirm(session: Session, nowMs: number): void {
    this.#confirmed.set(session.id, nowMs, { nowMs, forMs: this.#limits.absoluteMs })
  }

  isConfirmed(session: Session, nowMs: number): boolean {
    const confirmedAt = this.#confirmed.get(session.id, nowMs) ?? -Infinity
    return confirmedAt > (this.#usersDoubtedAt.get(session.user.guid, nowMs) ?? -1)
  }

  /** The refresh token of `before` is spent. A slow reply may still bring its cookie back. */
  succeeded(before: Session, after: Session, nowMs: number): void {
    this.#successorByRefreshToken.set(before.tokens.refreshToken, after, {
      nowMs,
      forMs: this.#limits.idleMs,
    })
  }

  /** Whose sessions are in use, as the sessions have them. */
  users(nowMs: number): SessionUser[] {
    const used = this.#usedById.values(nowMs)
    return used.filter((session) => !this.#hasEnded(session, nowMs)).map(({ user }) => user)
  }

  end(session: Session, nowMs: number): void {
    this.#ended.set(session.id, true, { nowMs, forMs: this.#limits.absoluteMs })
  }

  endUser(guid: string, nowMs: number): void {
    this.#usersEndedAt.set(guid, nowMs, { nowMs, forMs: this.#limits.absoluteMs })
  }

  /** Identity ended these sessions, by its own ids. */
  endAtIdentity(identityIds: readonly string[], nowMs: number): void {
    for (const id of identityIds)
      this.#endedAtIdentity.set(id, true, { nowMs, forMs: this.#limits.absoluteMs })
  }

  /** Identity may have ended any session meanwhile: each is asked about at its next request. */
  doubtAll(): void {
    this.#confirmed = new BoundedMap(MAX_SESSIONS)
  }

  /** The same of the sessions of one user. */
  doubtUser(guid: string, nowMs: number): void {
    this.#usersDoubtedAt.set(guid, nowMs, { nowMs, forMs: this.#limits.absoluteMs })
  }

  #hasEnded(session: Known, nowMs: number): boolean {
    const userEndedAt = this.#usersEndedAt.get(session.user.guid, nowMs)
    const isUserEnded = userEndedAt !== undefined && session.startedAt <= userEndedAt
    if (isUserEnded || this.#ended.get(session.id, nowMs) === true) return true
    return session.identityId !== null && this.#endedAtIdentity.get(session.identityId, nowMs) === true
  }

  #newest(session: Session, nowMs: number): Session {
    let newest = session
    // A chain is as long as the refreshes since the cookie was written; each spent token stands in it once.
    for (let steps = 0; steps < 100; steps += 1) {
      const next = this.#successorByRefreshToken.get(newest.tokens.refreshToken, nowMs)
      if (next === undefined) break
      const { user, tokens, factor } = next
      newest = next.id === newest.id ? { ...withTokens(newest, user, tokens), factor } : next
    }
    return newest
  }
}

function knownOf({ id, user, startedAt, tokens }: Session): Known {
  return { id, user, startedAt, identityId: sessionIdOf(tokens.accessToken) }
}
