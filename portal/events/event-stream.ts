// One browser's event stream: gathers what happens within 100 ms into one event, and is cut when nobody reads it.
import type { Clock } from '@pharmacy-relay/shared/clock.ts'
import type { Session } from '../session/session.ts'
import type { Person } from './task-people.ts'
import { sseText, type Beat, type SseSink, type StreamEvent, type TaskNews } from './sse.ts'

const COALESCE_MS = 100
/** Bytes that may wait for a reader. */
const MAX_BUFFERED_BYTES = 1_048_576
/** More pharmacies than this in one event: the page fetches everything instead. */
const MAX_IDS = 1_000

interface EventStreamParts {
  readonly session: Session
  readonly taskId: number | null
  readonly sink: SseSink
  readonly clock: Clock
}

export class EventStream {
  readonly session: Session
  /** The support task whose page it is; null: another page. */
  readonly taskId: number | null
  readonly #sink: SseSink
  readonly #clock: Clock
  readonly #waiting = new Set<number>()
  #lastEventId = 0
  #cancelFlush: (() => void) | null = null
  #isOpen = true

  constructor(parts: EventStreamParts) {
    this.session = parts.session
    this.taskId = parts.taskId
    this.#sink = parts.sink
    this.#clock = parts.clock
    parts.sink.onClosed(() => this.#close())
  }

  /** Pharmacies changed; told within 100 ms. */
  changed(customerIds: Iterable<number>, lastEventId: number): void {
    for (const id of customerIds) this.#waiting.add(id)
    this.#lastEventId = lastEventId
    if (this.#isOpen) this.#cancelFlush ??= this.#clock.after(COALESCE_MS, () => this.#flush())
  }

  /** Told at once: whoever is about to take a task must see that another has it. */
  task(news: TaskNews): void {
    this.#send('task', news)
  }

  /** Who is at its task; whoever reads it knows of himself. */
  people(all: readonly Person[]): void {
    const others = all.filter(({ guid }) => guid !== this.session.user.guid)
    const people = others.map(({ guid, name, isWriting }) => ({ name, isComputer: guid === null, isWriting }))
    this.#send('people', { people })
  }

  /** The page has to fetch everything; what waits is part of that. `lastEventId` null: not known. */
  resync(lastEventId: number | null): void {
    this.#forget()
    this.#send('resync', lastEventId === null ? null : { lastEventId, customerIds: [] })
  }

  say(event: Extract<StreamEvent, 'beat' | 'stale'>, beat: Beat): void {
    this.#send(event, beat)
  }

  /** Tells the browser why, and ends. */
  signOut(): void {
    this.#send('signed-out', null)
    this.end()
  }

  end(): void {
    if (!this.#isOpen) return
    this.#close()
    this.#sink.end()
  }

  #flush(): void {
    const customerIds = [...this.#waiting]
    const lastEventId = this.#lastEventId
    this.#forget()
    if (customerIds.length > MAX_IDS) this.resync(lastEventId)
    else this.#send('relay', { lastEventId, customerIds })
  }

  #send(event: StreamEvent, data: Parameters<typeof sseText>[1]): void {
    if (!this.#isOpen) return
    if (this.#sink.bufferedBytes() <= MAX_BUFFERED_BYTES) return this.#sink.write(sseText(event, data))
    this.#close()
    this.#sink.cut()
  }

  #forget(): void {
    this.#cancelFlush?.()
    this.#cancelFlush = null
    this.#waiting.clear()
  }

  #close(): void {
    this.#isOpen = false
    this.#forget()
  }
}
