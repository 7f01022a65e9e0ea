// A member of staff at a page of a life: the queue and one conversation, live by the real stream of a portal.
import { isNewer, parseTaskNews } from '../../../portal/browser/support/heard-news.ts'
import type { SseSink } from '../../../portal/events/sse.ts'
import type { Session } from '../../../portal/session/session.ts'
import type { TaskMessage } from '@pharmacy-relay/shared/api/support/support-task.ts'
import type { NewMessage } from '@pharmacy-relay/shared/api/support/support-tasks-api.ts'
import type { Clock } from '@pharmacy-relay/shared/clock.ts'
import { HubError } from '@pharmacy-relay/shared/hub/request-reply.ts'
import type { LeftOut } from './left-out.ts'
import type { LifeStore, Person, PersonStep, QueueRow, Site } from './life-store.ts'
import type { ModelPortal } from './model-portal.ts'
import { carried, type Lane } from './post.ts'

const AGAIN_MS = 1_500

export interface ModelPageParts {
  readonly person: Person
  readonly store: LifeStore
  readonly clock: Clock
  readonly leftOut: LeftOut
  /** What must never be. */
  readonly broken: (why: string) => void
}

type Saying = NewMessage & { readonly taskId: number }
interface Opened {
  readonly portal: ModelPortal
  readonly there: Lane
  readonly back: Lane
  readonly stream: Lane
}

export class ModelPage {
  readonly person: Person
  readonly rows = new Map<number, QueueRow>()
  /** Of the conversation that is open; by `seq`. */
  messages: TaskMessage[] = []
  talkOf: number | null = null
  /** What the store said yes to. */
  readonly said: { readonly taskId: number; readonly clientId: string }[] = []
  readonly claimed: number[] = []
  readonly created: string[] = []
  /** Tasks that he began to create. */
  asked = 0
  readonly #parts: ModelPageParts
  #opened: Opened | null = null
  #heardEventId: number | null = null
  #shownEventId = 0
  #fetching: 'no' | 'yes' | 'again' = 'no'
  #unsent: (() => Promise<unknown>)[] = []

  constructor(parts: ModelPageParts) {
    this.#parts = parts
    this.person = parts.person
  }

  get isOpen(): boolean {
    return this.#opened?.stream.isOpen === true && !this.#opened.portal.isStopped
  }

  get isWaiting(): boolean {
    return this.#unsent.length > 0 || this.#fetching !== 'no'
  }

  /** Loaded anew, or its stream comes back: then it says what it heard last. */
  open(portal: ModelPortal, isAnew: boolean): void {
    this.close()
    const [there, back, stream] = [portal.lane(), portal.lane(), portal.lane()]
    this.#opened = { portal, there, back, stream }
    if (isAnew) this.#forget()
    if (isAnew || this.#heardEventId === null) this.#want()
    const session = sessionOf(this.#parts.person)
    portal.streams.open({ session, afterId: this.#heardEventId, taskId: null, sink: this.#sink(stream) })
  }

  close(): void {
    const opened = this.#opened
    this.#opened = null
    for (const lane of [opened?.stream, opened?.there, opened?.back]) lane?.break()
  }

  look(taskId: number): void {
    this.talkOf = taskId
    this.messages = []
    this.#want()
  }

  async take(step: PersonStep): Promise<void> {
    await this.#ask(async () => this.#parts.store.take(this.#parts.person, step))
    if (step.step === 'claim') this.claimed.push(step.taskId)
  }

  /** Again until there is an answer, under the same number. */
  async say(message: Saying): Promise<void> {
    await this.#untilAnswered(async () => this.#parts.store.say(this.#parts.person, message))
    this.said.push({ taskId: message.taskId, clientId: message.clientId })
  }

  async create(site: Site, clientId: string): Promise<void> {
    this.asked += 1
    await this.#untilAnswered(async () => this.#parts.store.create(this.#parts.person, site, clientId))
    this.created.push(clientId)
  }

  /** What had no answer is sent again. */
  async sendAgain(): Promise<void> {
    const unsent = this.#unsent
    this.#unsent = []
    for (const one of unsent) await one()
  }

  async #untilAnswered(work: () => Promise<unknown>): Promise<void> {
    const { promise, resolve, reject } = Promise.withResolvers<void>()
    const once = async (): Promise<void> => {
      try {
        await this.#ask(work)
        resolve()
      } catch (error) {
        if (error instanceof HubError) this.#unsent.push(once)
        else reject(error instanceof Error ? error : new Error(String(error)))
      }
    }
    await once()
    return promise
  }

  async #ask<R>(work: () => Promise<R>): Promise<R> {
    if (this.#opened === null) throw new HubError('UNAVAILABLE', 'The portal is away')
    return carried(this.#opened, async () => structuredClone(await work()))
  }

  #forget(): void {
    this.rows.clear()
    this.messages = []
    this.#heardEventId = null
    this.#shownEventId = 0
  }

  #sink(lane: Lane): SseSink {
    return {
      write: (text) => lane.send(() => this.#hear(text)),
      bufferedBytes: () => 0,
      end: () => lane.break(),
      cut: () => lane.break(),
      onClosed: () => undefined,
    }
  }

  #hear(text: string): void {
    const event = /^event: (.*)$/m.exec(text)?.[1]
    const data = /^data: (.*)$/m.exec(text)?.[1] ?? '{}'
    if (event === 'task') return this.#hearTask(data)
    if (event !== 'relay' && event !== 'resync') return
    const { lastEventId } = JSON.parse(data) as { lastEventId?: number }
    this.#heardEventId = lastEventId ?? this.#heardEventId
    this.#want()
  }

  #hearTask(data: string): void {
    const news = parseTaskNews(data)
    const row = news === null ? undefined : this.rows.get(news.taskId)
    if (news === null || row === undefined) return
    const isTaken = this.#parts.leftOut === 'versions' ? news.version !== null : isNewer(news, row.version)
    if (!isTaken) return
    const { version, state, claimedBy } = news
    if ((version ?? 0) < row.version)
      this.#parts.broken(`task ${row.id} went from ${row.version} to ${version}`)
    this.rows.set(row.id, { ...row, version: version ?? 0, state: state as QueueRow['state'], claimedBy })
  }

  /** One fetch at a time; what is asked for meanwhile becomes one more. */
  #want(): void {
    if (this.#fetching !== 'no') this.#fetching = 'again'
    else void this.#fetch()
  }

  async #fetch(): Promise<void> {
    this.#fetching = 'yes'
    try {
      await this.#refresh()
    } catch {
      this.#fetching = 'again'
    }
    const isAgain = (this.#fetching as string) === 'again'
    this.#fetching = 'no'
    if (isAgain) this.#parts.clock.after(AGAIN_MS, () => this.#want())
  }

  async #refresh(): Promise<void> {
    const { store, leftOut } = this.#parts
    const { lastEventId, rows } = await this.#ask(async () => store.queue())
    if (lastEventId < this.#shownEventId) return
    this.#shownEventId = lastEventId
    this.#heardEventId ??= lastEventId
    this.#show(rows)
    const { talkOf, messages } = this
    if (talkOf === null) return
    const afterSeq = leftOut === 'pull' ? 0 : (messages.at(-1)?.seq ?? 0)
    const told = await this.#ask(async () => store.talk(talkOf, afterSeq))
    // Looked at anew meanwhile: this answer is to an old question.
    if (messages === this.messages) messages.push(...told)
  }

  /** A row that is newer than the queue stays as it is. */
  #show(rows: readonly QueueRow[]): void {
    const before = new Map(this.rows)
    this.rows.clear()
    for (const row of rows) {
      const shown = before.get(row.id)
      this.rows.set(row.id, shown !== undefined && shown.version > row.version ? shown : row)
    }
  }
}

function sessionOf({ guid, name }: Person): Session {
  const tokens = { accessToken: '', refreshToken: '', accessExpiresAt: '', refreshExpiresAt: '' }
  const user = { guid, name, role: 'Support' } as const
  return {
    id: guid,
    user,
    tokens,
    csrfSecret: '',
    factor: null,
    startedAt: 0,
    seenAt: 0,
  } as unknown as Session
}
