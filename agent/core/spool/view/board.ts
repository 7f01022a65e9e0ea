// What did not leave, or not for certain: a few numbers and the job to look at first, for `agent status`.
import { labelNumber } from '@pharmacy-relay/shared/labels/label-number.ts'
import type { ReasonCode } from '@pharmacy-relay/shared/reasons/reason-codes.ts'
import type { Reason } from '@pharmacy-relay/shared/reasons/reason.ts'
import { reason } from '@pharmacy-relay/shared/reasons/make-reason.ts'
import type { LabelsStatus } from '../../../contract/agent-api.ts'
import { instant, type Clock } from '@pharmacy-relay/shared/clock.ts'
import { COUNTED_MS, isAnswerWaiting, isPrintedAgain } from '@pharmacy-relay/shared/labels/job-lists.ts'
import type { PrintJob } from '@pharmacy-relay/shared/print-job.ts'
import { hasLeft, isUnderWay, needsAPerson } from '../rules/job-states.ts'

/** Afterwards nobody knows any more whether there is room. */
const REFUSED_SHOWN_MS = 3_600_000
/** A label that is longer under way than this has not simply left yet. */
const SLOW_MS = 10_000
export const MAX_BOARD = 10_000

export class Board {
  readonly #clock: Clock
  #refused: { readonly atMs: number; readonly reason: Reason } | null = null
  readonly #jobs = new Map<string, PrintJob>()
  #newest: PrintJob | null = null
  #lastOut: PrintJob | null = null

  constructor(clock: Clock) {
    this.#clock = clock
  }

  /** The newest label; null before the first. */
  get newest(): PrintJob | null {
    return this.#newest
  }

  /** The label that came out or was handed over last, as it was then; null before the first. */
  get lastOut(): PrintJob | null {
    return this.#lastOut
  }

  set(job: PrintJob): void {
    if (job.n >= (this.#newest?.n ?? 0)) this.#newest = job
    if (this.#leavesNow(job)) this.#lastOut = job
    this.#jobs.delete(job.id)
    if (isPrintedAgain(job)) return
    if (!isUnderWay(job.state) && !needsAPerson(job.state) && job.state !== 'forwarded') return
    this.#jobs.set(job.id, job)
    const [oldest] = this.#jobs.keys()
    if (this.#jobs.size > MAX_BOARD && oldest !== undefined) this.#jobs.delete(oldest)
  }

  /** What is said of one that has left, such as that it came out there, is no further label. */
  #leavesNow({ id, state, changedAt }: PrintJob): boolean {
    const before = this.#jobs.get(id)?.state
    const hadLeft = (before !== undefined && hasLeft(before)) || this.#lastOut?.id === id
    return hasLeft(state) && !hadLeft && changedAt >= (this.#lastOut?.changedAt ?? '')
  }

  /** Another label was made in place of these: what did not come out of them needs nobody any more. */
  printedAgain(ids: readonly string[]): void {
    for (const id of ids) {
      const state = this.#jobs.get(id)?.state
      if (state === 'failed' || state === 'expired' || state === 'unknown') this.#jobs.delete(id)
    }
  }

  /** A label could not be kept, so it was not taken. */
  refuse(why: Reason): void {
    this.#refused = { atMs: this.#clock.wallMs(), reason: why }
  }

  /** A label was taken: there is room. */
  taken(): void {
    this.#refused = null
  }

  /** Those that are under way or wait for somebody, oldest change first. */
  jobs(): PrintJob[] {
    return [...this.#jobs.values()]
  }

  status(): LabelsStatus {
    this.#forgetOld()
    const jobs = [...this.#jobs.values()]
    const count = (...states: PrintJob['state'][]): number =>
      jobs.filter(({ state }) => states.includes(state)).length
    return {
      waiting:
        count('accepted', 'waiting_for_printer', 'sending') +
        jobs.filter((job) => this.#isSlowThere(job) || isAnswerWaiting(job)).length,
      held: count('held'),
      unknown: jobs.filter(isAsking).length,
      failed: count('failed', 'expired'),
      look: this.#worst(jobs),
      refused: this.#lastRefused(),
    }
  }

  #lastRefused(): LabelsStatus['refused'] {
    if (this.#refused === null) return null
    const { atMs, reason: why } = this.#refused
    return this.#clock.wallMs() - atMs > REFUSED_SHOWN_MS ? null : { at: instant(atMs), reason: why }
  }

  /** The oldest of the most urgent kind: unknown, held, failed, then what has waited for long. */
  #worst(jobs: readonly PrintJob[]): LabelsStatus['look'] {
    const isSlow = (job: PrintJob): boolean =>
      job.state === 'waiting_for_printer' ||
      (isUnderWay(job.state) && this.#isOld(job)) ||
      this.#isSlowThere(job) ||
      isAnswerWaiting(job)
    const byUrgency = [
      jobs.filter(isAsking),
      jobs.filter(({ state }) => state === 'held'),
      jobs.filter(({ state }) => state === 'failed' || state === 'expired'),
      jobs.filter(isSlow),
    ]
    const [first] = byUrgency.flatMap((kind) => kind.toSorted((a, b) => a.n - b.n).slice(0, 1))
    if (first === undefined) return null
    const { n, id, state, changedAt } = first
    return {
      n,
      id,
      number: labelNumber(first),
      state,
      reasons: saysWhy(first) ? first.reasons : [reason(slowCode(state), {})],
      since: changedAt,
    }
  }

  /** Another computer has it, and has not said that it left. */
  #isSlowThere(job: PrintJob): boolean {
    return job.state === 'forwarded' && this.#isOld(job)
  }

  #isOld({ acceptedAt }: PrintJob): boolean {
    return this.#clock.wallMs() - Date.parse(acceptedAt) > SLOW_MS
  }

  /** Failed and expired jobs, and those of which another computer says nothing; held and unknown ones stay until somebody answers. */
  #forgetOld(): void {
    const nowMs = this.#clock.wallMs()
    for (const { id, state, changedAt } of this.#jobs.values()) {
      const isOver = state === 'failed' || state === 'expired' || state === 'forwarded'
      if (isOver && nowMs - Date.parse(changedAt) > COUNTED_MS) this.#jobs.delete(id)
    }
  }
}

/** Somebody has to say whether it came out. */
function isAsking(job: PrintJob): boolean {
  return job.state === 'unknown' && !isAnswerWaiting(job)
}

/** The way that it took says nothing about why it is slow. */
function saysWhy({ reasons }: PrintJob): boolean {
  return reasons.some(({ code }) => code !== ('through_hub' satisfies ReasonCode))
}

function slowCode(state: PrintJob['state']): 'no_news_yet' | 'not_confirmed_yet' | 'others_first' {
  if (state === 'forwarded') return 'no_news_yet'
  return state === 'sending' ? 'not_confirmed_yet' : 'others_first'
}
