// All event streams of this portal: how many, what each is told, and when they end.
//
//   store hub ── rows ──▶ ring of the newest 1,000 ──▶ every stream: relay · resync
//   beat every 15 s; while the store is away `stale` stands in its place; both say whether NATS is away
import type { Clock } from '@pharmacy-relay/shared/clock.ts'
import { may } from '@pharmacy-relay/shared/api/access.ts'
import { storeApi } from '@pharmacy-relay/shared/api/store-api.ts'
import { ProblemError } from '@pharmacy-relay/shared/problem.ts'
import { viewerOf, type Session, type SessionUser } from '../session/session.ts'
import { EventRing } from './event-ring.ts'
import { EventStream } from './event-stream.ts'
import type { SseSink, TaskNews } from './sse.ts'
import { TaskPages } from './task-pages.ts'
import type { Person } from './task-people.ts'

const BEAT_MS = 15_000
const END_SESSION_MS = 700
const MAX_STREAMS = 500
const MAX_STREAMS_PER_SESSION = 6
/** Four browsers: however often one person signs in, most of the room is for others. */
const MAX_STREAMS_PER_ACCOUNT = 24
const RETRY_AFTER_S = 30

export interface PortalStreamsParts {
  readonly clock: Clock
  /** False once a session has ended or passed one of its limits; asked at every beat. */
  readonly isLive: (session: Session) => boolean
  /** Whether the way to the hubs of other portals is gone; asked at every beat. */
  readonly isNatsAway: () => boolean
}

export interface NewStream {
  readonly session: Session
  /** The newest event that the page contains; null: only what happens from now on. */
  readonly afterId: number | null
  /** The support task whose page it is; null: another page. */
  readonly taskId: number | null
  readonly sink: SseSink
}

export class PortalStreams {
  readonly #parts: PortalStreamsParts
  /** Of support tasks. */
  readonly pages: TaskPages
  readonly #ring = new EventRing()
  readonly #streams = new Set<EventStream>()
  #isStale = true
  #cancelBeat: (() => void) | null = null
  #stopped = false

  constructor(parts: PortalStreamsParts) {
    this.#parts = parts
    const onChanged = (taskId: number, people: readonly Person[]): void => {
      for (const stream of this.#streams) if (stream.taskId === taskId) stream.people(people)
    }
    this.pages = new TaskPages({ clock: parts.clock, onChanged })
  }

  get size(): number {
    return this.#streams.size
  }

  /**
   * Throws ProblemError: `rate_limited` for the seventh stream of a session and the 25th of an account, `unavailable` when
   * the portal is full.
   */
  checkRoom({ id, user }: Session): void {
    if (this.#stopped || this.#streams.size >= MAX_STREAMS) {
      throw new ProblemError('unavailable', 'There is no room for another live page', {
        retryAfterS: RETRY_AFTER_S,
      })
    }
    const isFull =
      this.#ofSession(id).length >= MAX_STREAMS_PER_SESSION ||
      this.#ofUser(user.guid).length >= MAX_STREAMS_PER_ACCOUNT
    if (isFull) {
      throw new ProblemError('rate_limited', 'Too many live pages are open', { retryAfterS: RETRY_AFTER_S })
    }
  }

  open({ session, afterId, taskId: asked, sink }: NewStream): void {
    const taskId = may(viewerOf(session.user), storeApi.getSupportTask) ? asked : null
    const stream = new EventStream({ session, taskId, sink, clock: this.#parts.clock })
    this.#streams.add(stream)
    sink.onClosed(() => this.#streams.delete(stream))
    this.#cancelBeat ??= this.#parts.clock.after(BEAT_MS, () => this.#beat())
    this.#catchUp(stream, afterId)
    this.#say(stream)
    if (taskId === null) return
    stream.people(this.pages.people.of(taskId))
    sink.onClosed(this.pages.open(session, taskId))
  }

  /** Rows of the store, in order. Gives back those that are new. */
  changed<E extends { readonly id: number; readonly customerId: number }>(rows: readonly E[]): E[] {
    const fresh = rows.filter((row) => this.#ring.add(row))
    const last = fresh.at(-1)
    if (last === undefined) return []
    const customerIds = new Set(fresh.map((row) => row.customerId))
    for (const stream of this.#streams) stream.changed(customerIds, last.id)
    return fresh
  }

  /**
   * A row of the store about a support task: who may see tasks is told what happened, and all that the pharmacy changed. False
   * when it is known already.
   */
  taskChanged(row: { readonly id: number; readonly customerId: number }, news: TaskNews): boolean {
    if (this.changed([row]).length === 0) return false
    for (const stream of this.#streams)
      if (may(viewerOf(stream.session.user), storeApi.getSupportTask)) stream.task(news)
    return true
  }

  /** The id from which the store should go on; null for a first contact. */
  get lastEventId(): number | null {
    return this.#ring.lastId
  }

  /** The store answers again. `hasGap`: it could not say what happened meanwhile; `wentBack`: its ids are older. */
  connected(at: {
    readonly lastEventId: number
    readonly hasGap: boolean
    readonly wentBack: boolean
  }): void {
    const isNew = at.hasGap || at.wentBack
    if (isNew) this.#ring.beginAt(at)
    if (!this.#isStale && !isNew) return
    this.#isStale = false
    for (const stream of this.#streams) stream.resync(this.#ring.lastId)
  }

  /** What the pages show may be old from now on. */
  stale(): void {
    if (this.#isStale) return
    this.#isStale = true
    for (const stream of this.#streams) this.#say(stream)
  }

  /** Within a second, not at once: the page that signs out is about to leave by itself, and must not be overtaken. */
  endSession(sessionId: string): void {
    this.#parts.clock.after(END_SESSION_MS, () => {
      for (const stream of this.#ofSession(sessionId)) stream.signOut()
    })
  }

  endUser(guid: string): void {
    for (const stream of this.#ofUser(guid)) stream.signOut()
  }

  /** Ends the streams of sessions that have ended. */
  endOver(): void {
    for (const stream of this.#streams) if (!this.#parts.isLive(stream.session)) stream.signOut()
  }

  /** Everyone who has a stream open, as their sessions have them. */
  users(): SessionUser[] {
    return [...this.#streams].map((stream) => stream.session.user)
  }

  stop(): void {
    this.#stopped = true
    this.#cancelBeat?.()
    for (const stream of this.#streams) stream.end()
    this.pages.people.stop()
  }

  #catchUp(stream: EventStream, afterId: number | null): void {
    const { lastId } = this.#ring
    if (afterId === null || this.#isStale || lastId === null) return
    const missed = this.#ring.customersSince(afterId)
    if (missed === null) stream.resync(lastId)
    else if (missed.length > 0) stream.changed(missed, lastId)
  }

  #beat(): void {
    this.#cancelBeat = this.#streams.size === 0 ? null : this.#parts.clock.after(BEAT_MS, () => this.#beat())
    for (const stream of this.#streams) {
      if (this.#parts.isLive(stream.session)) this.#say(stream)
      else stream.signOut()
    }
  }

  #say(stream: EventStream): void {
    stream.say(this.#isStale ? 'stale' : 'beat', { isNatsAway: this.#parts.isNatsAway() })
  }

  #ofUser(guid: string): EventStream[] {
    return [...this.#streams].filter((stream) => stream.session.user.guid === guid)
  }

  #ofSession(sessionId: string): EventStream[] {
    return [...this.#streams].filter((stream) => stream.session.id === sessionId)
  }
}
