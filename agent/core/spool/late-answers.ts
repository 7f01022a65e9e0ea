// A No that nobody could be told in time: a label that comes out later than labels may would surprise more than it helps, so it
// is not printed again any more, and a person is asked anew (rules/answers.ts).
import type { JudgingParts } from './dispatch/judging.ts'
import type { Ledger } from './ledger.ts'
import { changeByAge, toldUntilMs } from './rules/answers.ts'
import { EXPIRY_MS } from './rules/expiry.ts'
import type { JobRow, SpoolStore } from './store/spool-store.ts'

type LateAnswersParts = Pick<JudgingParts, 'clock' | 'logger' | 'exclusively'> & {
  readonly store: Pick<SpoolStore, 'pendingAnswers'>
  readonly ledger: Pick<Ledger, 'changeByWord'>
}

/** So that a clock that moved a little does not make it look again and again. */
const SHORTEST_WAIT_MS = 1_000
/** As many as are looked at together. */
const MAX_PENDING = 1_000

export class LateAnswers {
  readonly #parts: LateAnswersParts
  #cancel: () => void = () => undefined
  #looksAtMs = Infinity
  #isStopped = false

  constructor(parts: LateAnswersParts) {
    this.#parts = parts
  }

  /** These may become late: looks at all of them when the first does. */
  watch(rows: readonly JobRow[]): void {
    const untilMs = Math.min(...rows.map((row) => toldUntilMs(row) ?? Infinity), Infinity)
    if (untilMs >= this.#looksAtMs || this.#isStopped) return
    const { clock } = this.#parts
    const waitMs = Math.min(EXPIRY_MS, Math.max(SHORTEST_WAIT_MS, untilMs - clock.wallMs()))
    this.#cancel()
    this.#looksAtMs = untilMs
    this.#cancel = clock.after(waitMs, () => void this.#look())
  }

  /** Those that may still be told; what is late is given up before. Throws what the store throws. */
  async inTime(): Promise<JobRow[]> {
    const { store, ledger, clock, exclusively } = this.#parts
    const isLate = (row: JobRow): boolean => changeByAge(row, clock.wallMs()) !== null
    const rows = await store.pendingAnswers(MAX_PENDING)
    if (!rows.some(isLate)) return rows
    await exclusively(async () => {
      for (const row of await store.pendingAnswers(MAX_PENDING)) {
        const change = changeByAge(row, clock.wallMs())
        if (change !== null) await ledger.changeByWord(row, change)
      }
    })
    return (await store.pendingAnswers(MAX_PENDING)).filter((row) => !isLate(row))
  }

  stop(): void {
    this.#isStopped = true
    this.#cancel()
  }

  async #look(): Promise<void> {
    this.#looksAtMs = Infinity
    try {
      this.watch(await this.inTime())
    } catch (error) {
      // The next link looks again before it tells anything.
      if (!this.#isStopped) this.#parts.logger.error('spool.late-answers-not-looked-at', error)
    }
  }
}
