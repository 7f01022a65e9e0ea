// For tests and rigs: a panel that somebody left open on a pharmacy. It looks again as often as a page ever does, and listens.
import { setTimeout as delay } from 'node:timers/promises'
import type { TestBrowser } from './test-browser.ts'
import { openStream } from './test-stream.ts'

/** A page fetches its live part once in this time at most, however many news there are (portal/browser/live-regions.ts). */
const PACE_MS = 1_000

/** As a page asks for its live part. */
const LIVE = { 'hx-request': 'true', 'x-live-refresh': 'true', accept: 'text/html' }
const livePartOf = (storeId: string): string => `/relay/${storeId}/computers`

export class OpenPage {
  /** What it was answered, 0 where nobody answered. */
  readonly statuses: number[] = []
  readonly #browser: TestBrowser
  readonly #storeId: string
  readonly #closing = new AbortController()
  #isListening = false

  /** The browser is signed in. */
  constructor(browser: TestBrowser, storeId: string) {
    this.#browser = browser
    this.#storeId = storeId
  }

  /** It hears of changes, and was answered as it should be when it looked last. */
  get isLive(): boolean {
    return this.#isListening && this.statuses.at(-1) === 200
  }

  /** Until it is closed. */
  async live(): Promise<void> {
    for (const page of ['/relay', '/support', `/relay/${this.#storeId}`]) await this.#get(page)
    await Promise.all([this.#look(), this.#listen()])
  }

  close(): void {
    this.#closing.abort()
  }

  async #look(): Promise<void> {
    while (!this.#closing.signal.aborted) {
      await this.#get(livePartOf(this.#storeId), LIVE)
      await delay(PACE_MS)
    }
  }

  async #listen(): Promise<void> {
    const closed = new Promise((resolve) => this.#closing.signal.addEventListener('abort', resolve))
    while (!this.#closing.signal.aborted) {
      const stream = await openStream(this.#browser, '?after=0').catch(() => null)
      this.statuses.push(stream?.status ?? 0)
      this.#isListening = stream?.status === 200
      await Promise.race([stream?.ended, closed])
      this.#isListening = false
      stream?.close()
      await delay(PACE_MS)
    }
  }

  async #get(path: string, headers: Record<string, string> = {}): Promise<void> {
    const status = await this.#browser.get(path, headers).then(
      (reply) => reply.status,
      () => 0,
    )
    this.statuses.push(status)
  }
}
