// The page's one event stream: keeps it open, notices silence, reconnects by itself.
//
//   browser ── GET /events?after=<last event id> ──▶ portal
//   browser ◀── event: relay {lastEventId, customerIds} · beat (every 15 s) · resync · signed-out ── portal
//   browser ◀── event: task {taskId, what, version, state, claimedBy, by} ── portal    at once, before the news of its pharmacy
//   browser ◀── event: people {people: [{name, isComputer, isWriting}]} ── portal    on the page of a task: who else is there
//   browser ◀── event: stale ── portal     instead of beats while the portal itself hears nothing from the store
//   both carry {isNatsAway}: whether the portals reach each other
//
// EventSource's own retry is not used: it knows no jitter and keeps asking with the first address.

/** Without any event or beat for this long the page is not live. The portal beats every 15 s. */
const SILENCE_MS = 35_000
const CHECK_MS = 1_000
const MIN_RETRY_MS = 1_000
const MAX_RETRY_MS = 30_000

export interface LiveStreamOptions {
  readonly address: (afterEventId: number) => string
  readonly firstEventId: number
  readonly onRelay: (customerIds: readonly number[]) => void
  /** Something happened to a support task: the event's text, for whoever parses it. */
  readonly onTask: (data: unknown) => void
  /** Who else is at the support task of the page: the event's text. */
  readonly onPeople: (data: unknown) => void
  /** The page may have missed something: fetch everything again. */
  readonly onResync: () => void
  /** The store's ids are lower than the page's: nothing on the page can be compared any more. */
  readonly onWentBack: () => void
  readonly onSignedOut: () => void
  /** `asOf` is when the page was last known to be right, in ms of the browser's clock; null before the first contact. */
  readonly onState: (isLive: boolean, asOf: number | null) => void
  readonly onNatsAway: (isAway: boolean) => void
}

export class LiveStream {
  readonly #options: LiveStreamOptions
  #source: EventSource | null = null
  #lastEventId: number
  /** When the page was last known to be right. */
  #heardAt: number | null = null
  /** When the stream last gave a sign of life. */
  #signAt = 0
  #failures = 0
  #retry: ReturnType<typeof setTimeout> | undefined
  #check: ReturnType<typeof setInterval> | undefined

  constructor(options: LiveStreamOptions) {
    this.#options = options
    this.#lastEventId = options.firstEventId
  }

  start(): void {
    if (this.#check !== undefined) return
    this.#check = setInterval(() => this.#checkSilence(), CHECK_MS)
    document.addEventListener('visibilitychange', this.#onVisibility)
    this.#options.onState(false, this.#heardAt)
    this.#connect()
  }

  stop(): void {
    clearInterval(this.#check)
    this.#check = undefined
    document.removeEventListener('visibilitychange', this.#onVisibility)
    this.#close()
  }

  #connect(): void {
    this.#close()
    this.#signAt = Date.now()
    const source = new EventSource(this.#options.address(this.#lastEventId))
    this.#source = source
    source.addEventListener('beat', (event: MessageEvent<unknown>) => this.#beat(event.data))
    source.addEventListener('stale', (event: MessageEvent<unknown>) => this.#stale(event.data))
    source.addEventListener('relay', (event: MessageEvent<unknown>) => this.#relay(event.data))
    source.addEventListener('task', (event: MessageEvent<unknown>) => this.#options.onTask(event.data))
    source.addEventListener('people', (event: MessageEvent<unknown>) => this.#options.onPeople(event.data))
    source.addEventListener('resync', (event: MessageEvent<unknown>) => this.#resync(event.data))
    source.addEventListener('signed-out', () => {
      this.stop()
      this.#options.onSignedOut()
    })
    source.addEventListener('error', () => this.#lost())
  }

  #beat(data: unknown): void {
    this.#heard()
    this.#options.onNatsAway(saysNatsIsAway(data))
  }

  #relay(data: unknown): void {
    this.#heard()
    const news = parseNews(data)
    if (news === null) return this.#options.onResync()
    this.#lastEventId = Math.max(this.#lastEventId, news.lastEventId)
    this.#options.onRelay(news.customerIds)
  }

  #resync(data: unknown): void {
    this.#heard()
    const news = parseNews(data)
    if (news === null) return this.#options.onResync()
    // Ids that went back (a restored database) make everything shown look newer than what is true now.
    if (news.lastEventId < this.#lastEventId) return this.#options.onWentBack()
    this.#lastEventId = news.lastEventId
    this.#options.onResync()
  }

  #heard(): void {
    this.#failures = 0
    this.#signAt = Date.now()
    this.#heardAt = this.#signAt
    this.#options.onState(true, this.#heardAt)
  }

  // The stream is well, what it could tell is not: keep it, and say as of when the page is right.
  #stale(data: unknown): void {
    this.#failures = 0
    this.#signAt = Date.now()
    this.#options.onState(false, this.#heardAt)
    this.#options.onNatsAway(saysNatsIsAway(data))
  }

  #lost(): void {
    this.#close()
    this.#options.onState(false, this.#heardAt)
    this.#failures += 1
    // The page is fetched once per attempt: it may answer where the stream does not, or say that we are signed out.
    if (this.#failures > 1) this.#options.onResync()
    this.#retry = setTimeout(() => this.#connect(), retryDelayMs(this.#failures, Math.random()))
  }

  #checkSilence(): void {
    if (this.#source === null) return
    if (Date.now() - this.#signAt > SILENCE_MS) this.#lost()
  }

  // Back in view: a sleeping tab may have missed anything, so ask anew and do not wait for the back-off.
  readonly #onVisibility = (): void => {
    if (document.visibilityState !== 'visible') return
    this.#connect()
    this.#options.onResync()
  }

  #close(): void {
    clearTimeout(this.#retry)
    this.#source?.close()
    this.#source = null
  }
}

/** Full jitter: uniformly between 1 s and a bound that doubles from 2 s to 30 s. `random` in [0, 1). */
export function retryDelayMs(failures: number, random: number): number {
  const boundMs = Math.min(MAX_RETRY_MS, MIN_RETRY_MS * 2 ** Math.min(failures, 10))
  return Math.round(MIN_RETRY_MS + random * (boundMs - MIN_RETRY_MS))
}

interface News {
  readonly lastEventId: number
  readonly customerIds: readonly number[]
}

/** Null when the data is not what the portal sends. */
export function parseNews(data: unknown): News | null {
  const value = parseObject(data)
  if (value === null || !('lastEventId' in value)) return null
  const { lastEventId } = value
  if (!isWholeNumber(lastEventId)) return null
  const customerIds = 'customerIds' in value && Array.isArray(value.customerIds) ? value.customerIds : []
  return { lastEventId, customerIds: customerIds.filter(isWholeNumber) }
}

function saysNatsIsAway(data: unknown): boolean {
  const value = parseObject(data)
  return value !== null && 'isNatsAway' in value && value.isNatsAway === true
}

function parseObject(data: unknown): object | null {
  if (typeof data !== 'string') return null
  try {
    const value: unknown = JSON.parse(data)
    return typeof value === 'object' ? value : null
  } catch {
    return null
  }
}

function isWholeNumber(value: unknown): value is number {
  return Number.isSafeInteger(value)
}
