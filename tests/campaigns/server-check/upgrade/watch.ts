// Looks each second at what people see: the panel's list, and a page of the panel.
import { setTimeout as delay } from 'node:timers/promises'
import type { TestBrowser } from '../../../../portal/test/test-browser.ts'
import type { Panel } from '../../../platform/panel.ts'
import type { Told } from './orders.ts'

const PACE_MS = 1_000
/** Who waits longer for a page has got no answer. */
const PATIENCE_MS = 5_000
const ANSWER_LIMIT_MS = 60_000

interface Look {
  /** Null: no answer. */
  readonly offline: number | null
  /** 0: no answer. */
  readonly status: number
}

export class Watch {
  readonly #panel: Pick<Panel, 'counted'>
  readonly #browser: Pick<TestBrowser, 'get'>
  #looks: Look[] = []

  /** The browser is signed in. */
  constructor(panel: Pick<Panel, 'counted'>, browser: Pick<TestBrowser, 'get'>) {
    this.#panel = panel
    this.#browser = browser
  }

  /** Until the signal. */
  async run(signal: AbortSignal): Promise<void> {
    while (!signal.aborted) {
      const startedAtMs = performance.now()
      const [offline, status] = await Promise.all([
        this.#panel.counted().then(
          ({ computers, connected }) => computers - connected,
          () => null,
        ),
        Promise.race([
          this.#browser.get('/relay').then(
            (reply) => reply.status,
            () => 0,
          ),
          delay(PATIENCE_MS, 0),
        ]),
      ])
      this.#looks.push({ offline, status })
      await delay(Math.max(0, startedAtMs + PACE_MS - performance.now()))
    }
  }

  begin(): void {
    this.#looks = []
  }

  /** False when nobody answers as it should be for a minute. */
  async isAnswered(): Promise<boolean> {
    const count = this.#looks.length
    const untilMs = performance.now() + ANSWER_LIMIT_MS
    while (performance.now() < untilMs) {
      const last = this.#looks.slice(count).at(-1)
      if (last !== undefined && last.offline !== null && last.status === 200) return true
      await delay(PACE_MS)
    }
    return false
  }

  seen(): Pick<Told, 'list' | 'page'> {
    const looks = this.#looks
    const without = (isSo: (look: Look) => boolean): number => looks.filter(isSo).length
    return {
      list: {
        looks: looks.length,
        unanswered: without(({ offline }) => offline === null),
        mostOffline: Math.max(0, ...looks.map(({ offline }) => offline ?? 0)),
      },
      page: {
        looks: looks.length,
        unanswered: without(({ status }) => status === 0),
        awayS: longestRun(looks.map(({ status }) => status === 0)),
        failed: without(({ status }) => status >= 500),
        turnedAway: without(({ status }) => status > 200 && status < 500),
      },
    }
  }
}

function longestRun(marks: readonly boolean[]): number {
  let [longest, run] = [0, 0]
  for (const mark of marks) {
    run = mark ? run + 1 : 0
    longest = Math.max(longest, run)
  }
  return longest
}
