// What the hub is told about labels: counters per hour that it has not heard, and how many wait for whom.
//
//   a job changed ─▶ 2 s later, and at most every 10 s, a look: is another number or reason waiting, or was the last
//   report 30 s ago? ─▶ the spool is asked for its counters ─▶ report() is another one ─▶ onNews
//
// What was told is remembered across connections; a new process tells the last week again, which changes nothing there.
import {
  countedStates,
  JobCounts,
  MAX_REPORTED_HOURS,
  type JobHour,
  type JobsReport,
  type JobsWaiting,
  type LabelFacts,
  type StandbyUse,
} from '@pharmacy-relay/shared/labels/job-report.ts'
import type { Cancel, Clock } from '@pharmacy-relay/shared/clock.ts'
import type { Logger } from '@pharmacy-relay/shared/logger.ts'
import type { PrintJob } from '@pharmacy-relay/shared/print-job.ts'
import type { PrinterCondition } from '@pharmacy-relay/shared/printer-condition.ts'
import type { ReportedHealth } from '@pharmacy-relay/shared/labels/health.ts'
import { hasReason } from '@pharmacy-relay/shared/reasons/reason.ts'
import { conditionReasons, withoutReasons } from './condition-reasons.ts'
import { isUnderWay } from '../spool/rules/job-states.ts'
import type { HourCounts } from '../spool/store/stored-rows.ts'

export interface JobNewsParts {
  /** Counters from that moment on, oldest first. */
  readonly hours: (fromMs: number) => Promise<HourCounts[]>
  /** Jobs that are under way or wait for somebody. */
  readonly openJobs: () => PrintJob[]
  /** What changes with every label; it is told with the counters, and is no news by itself. */
  readonly facts: () => LabelFacts
  /** What is the matter with the printer. */
  readonly printerConditions: () => readonly PrinterCondition[]
  /** Its labels go to the standby printer; null or left out: to the first. */
  readonly standby?: () => StandbyUse | null
  /** Whether labels come out, as the window says; left out, nothing is said of it. */
  readonly health?: () => ReportedHealth
  readonly clock: Clock
  readonly logger: Logger
  /** `report` gives another one. */
  readonly onNews: () => void
}

const SETTLE_MS = 2_000
/** Counters. */
const EVERY_MS = 30_000
/** What waits: a person should see it within 30 s. */
const LOOK_MS = 10_000
/** A label that is under way for less has simply not left yet. */
const SLOW_MS = 10_000
/** Health may change without a job: a printer, a connection, a clock, time alone. */
const HEALTH_MS = 3_000
const MS_PER_HOUR = 3_600_000
const HOURS_TOLD_AGAIN = 7 * 24

export class JobNews {
  readonly #parts: JobNewsParts
  readonly #toldVersions = new Map<number, number>()
  #report: JobsReport | null = null
  #isTold = false
  #fromHour: number
  #lookedMs = -LOOK_MS
  #askedMs = -EVERY_MS
  #cancel: Cancel | null = null
  #cancelHealth: Cancel = () => undefined
  #isStopped = false

  constructor(parts: JobNewsParts) {
    this.#parts = parts
    this.#fromHour = hourOf(parts.clock.wallMs()) - HOURS_TOLD_AGAIN
  }

  /** From now on health is looked at every 3 s; until then only when a job changes. */
  start(): void {
    if (this.#isStopped || this.#parts.health === undefined) return
    this.#cancelHealth = this.#parts.clock.after(HEALTH_MS, () => {
      this.#lookAtHealth()
      this.start()
    })
  }

  /** The same object until there is news; null before the spool has been asked. */
  report(): JobsReport | null {
    return this.#report
  }

  /** The platform keeps this report. */
  told(report: JobsReport): void {
    for (const { hour, version } of report.hours) this.#toldVersions.set(hour, version)
    const newest = report.hours.at(-1)?.hour
    if (newest !== undefined) this.#fromHour = newest
    for (const hour of this.#toldVersions.keys()) if (hour < this.#fromHour) this.#toldVersions.delete(hour)
    if (report === this.#report) this.#isTold = true
    // The week before comes in several reports.
    if (report.hours.length === MAX_REPORTED_HOURS) {
      this.#askedMs = Number.NEGATIVE_INFINITY
      this.#plan(0)
    }
  }

  /** A job was accepted or has changed. */
  changed(): void {
    if (this.#cancel === null)
      this.#plan(Math.max(SETTLE_MS, this.#lookedMs + LOOK_MS - this.#parts.clock.monotonicMs()))
  }

  stop(): void {
    this.#isStopped = true
    this.#cancel?.()
    this.#cancelHealth()
  }

  /** What is otherwise is told at once, whenever the last look was. */
  #lookAtHealth(): void {
    const told = JSON.stringify(this.#report?.waiting.health)
    if (JSON.stringify(this.#parts.health?.()) !== told) this.#plan(0)
  }

  #plan(delayMs: number): void {
    if (this.#isStopped) return
    this.#cancel?.()
    this.#cancel = this.#parts.clock.after(delayMs, () => {
      this.#cancel = null
      void this.#look()
    })
  }

  async #look(): Promise<void> {
    const nowMs = this.#parts.clock.monotonicMs()
    this.#lookedMs = nowMs
    const untilDueMs = this.#askedMs + EVERY_MS - nowMs
    if (untilDueMs <= 0 || this.#isOther(this.#waiting())) await this.#ask(nowMs)
    else this.#plan(this.#isSomethingUnderWay() ? Math.min(LOOK_MS, untilDueMs) : untilDueMs)
  }

  async #ask(nowMs: number): Promise<void> {
    const { logger, onNews } = this.#parts
    this.#askedMs = nowMs
    try {
      const hours = await this.#untold()
      const waiting = this.#waiting()
      if (this.#isStopped) return
      const report = { hours, waiting, facts: this.#parts.facts() }
      if (this.#isNews(report)) {
        this.#report = report
        this.#isTold = false
        onNews()
      }
    } catch (error) {
      logger.warn('job-news.spool-failed', { cause: error instanceof Error ? error.message : String(error) })
      this.changed()
    }
    // What is under way may come to a stop without another change.
    if (this.#isSomethingUnderWay()) this.changed()
  }

  #waiting(): JobsWaiting {
    const { openJobs, printerConditions, standby: inUse, health, clock } = this.#parts
    const conditions = [...printerConditions()]
    const waiting = jobsWaiting(openJobs(), clock.wallMs())
    const printerReasons = withoutReasons(waiting.printerReasons, conditionReasons(conditions))
    const standby = inUse?.() ?? null
    const told = {
      ...waiting,
      printerReasons,
      printerConditions: conditions,
      ...(health === undefined ? {} : { health: health() }),
    }
    return standby === null ? told : { ...told, standby }
  }

  #isSomethingUnderWay(): boolean {
    return this.#parts.openJobs().some(({ state }) => isUnderWay(state))
  }

  #isOther(waiting: JobsWaiting): boolean {
    return JSON.stringify(waiting) !== JSON.stringify(this.#report?.waiting)
  }

  async #untold(): Promise<JobHour[]> {
    const { hours, clock } = this.#parts
    // A wall clock that was set back counts in an hour before the newest one.
    const from = Math.min(this.#fromHour, hourOf(clock.wallMs()))
    const all = (await hours(from * MS_PER_HOUR)).map(jobHour)
    const untold = all.filter(({ hour, version }) => version > (this.#toldVersions.get(hour) ?? 0))
    return untold.slice(0, MAX_REPORTED_HOURS)
  }

  #isNews(next: JobsReport): boolean {
    if (this.#report === null) return true
    if (this.#isOther(next.waiting)) return true
    return this.#isTold ? next.hours.length > 0 : JSON.stringify(next) !== JSON.stringify(this.#report)
  }
}

const hourOf = (wallMs: number): number => Math.floor(wallMs / MS_PER_HOUR)

/** Its version is the sum of all it counts, because no counter ever falls. */
export function jobHour({ hourMs, reached, took }: HourCounts): JobHour {
  const counts = JobCounts.parse(
    Object.fromEntries(countedStates.map((state) => [state, reached[state] ?? 0])),
  )
  const numbers = [...Object.values(counts), ...took.map(({ count }) => count)]
  const version = numbers.reduce((sum, count) => sum + count, 0)
  const durations = took.toSorted((a, b) => a.ms - b.ms)
  return { hour: hourOf(hourMs), version: Math.max(1, version), counts, took: durations }
}

/** `lastOut`: the newest label that came out or was handed over; null before the first. */
export function labelFacts(lastOut: PrintJob | null): LabelFacts {
  return lastOut === null ? {} : { lastLabelAt: lastOut.changedAt }
}

/** Who waits for whom, each with the reason of the label that has waited longest. */
export function jobsWaiting(open: readonly PrintJob[], nowMs: number): JobsWaiting {
  const inState = (state: PrintJob['state']): PrintJob[] =>
    open.filter((job) => job.state === state).toSorted((a, b) => a.n - b.n)
  const [unknown, held] = [inState('unknown'), inState('held')]
  const waiting = open.filter((job) => isWaiting(job, nowMs)).toSorted((a, b) => a.n - b.n)
  return {
    unknown: unknown.length,
    held: held.length,
    printer: waiting.length,
    personReasons: reasonsOf([...unknown, ...held]),
    printerReasons: reasonsOf(waiting),
  }
}

/** For its printer, and not only because it came a moment ago. */
export function isWaiting({ state, acceptedAt }: PrintJob, nowMs: number): boolean {
  if (state === 'waiting_for_printer') return true
  return isUnderWay(state) && nowMs - Date.parse(acceptedAt) > SLOW_MS
}

/** How old the oldest label is that the printer did not take; null when none waits for it. */
export function waitedForPrinterMs(open: readonly PrintJob[], nowMs: number): number | null {
  const waiting = open.filter(({ state }) => state === 'waiting_for_printer')
  if (waiting.length === 0) return null
  return nowMs - Math.min(...waiting.map(({ acceptedAt }) => Date.parse(acceptedAt)))
}

/** Labels that do not leave. */
export interface WaitingHere {
  readonly count: number
  /** Of the one that has waited longest and says why. */
  readonly reasons: PrintJob['reasons']
}

/** Labels that have not left for longer than it takes to print one. */
export function waitingHere(open: readonly PrintJob[], nowMs: number): WaitingHere {
  const waiting = open
    .filter(({ state, acceptedAt }) => isUnderWay(state) && nowMs - Date.parse(acceptedAt) > SLOW_MS)
    .toSorted((a, b) => a.n - b.n)
  return { count: waiting.length, reasons: reasonsOf(waiting) }
}

/** Labels that another computer has for longer than it takes to print one, and that go on by themselves there. */
export function waitingThere(open: readonly PrintJob[], computer: string, nowMs: number): number {
  const isThere = ({ state, destination, acceptedAt, reasons }: PrintJob): boolean =>
    state === 'forwarded' &&
    destination === computer &&
    nowMs - Date.parse(acceptedAt) > SLOW_MS &&
    !hasReason(reasons, 'held_there')
  return open.filter(isThere).length
}

const reasonsOf = (jobs: readonly PrintJob[]): PrintJob['reasons'] =>
  jobs.find(({ reasons }) => reasons.length > 0)?.reasons ?? []

/**
 * The jobs that staff see: those that wait, for somebody in up to half of the places and for the printer in a quarter,
 * then the newest; newest first.
 */
export function shownJobs(open: readonly PrintJob[], newest: readonly PrintJob[], limit: number): PrintJob[] {
  const byAge = open.toSorted((a, b) => a.n - b.n)
  const forSomebody = byAge.filter(({ state }) => state === 'unknown' || state === 'held')
  const underWay = byAge.filter(({ state }) => isUnderWay(state))
  const chosen = [
    ...forSomebody.slice(0, Math.ceil(limit / 2)),
    ...underWay.slice(0, Math.floor(limit / 4)),
    ...newest,
  ]
  // A Map keeps the place of the first.
  const byId = new Map(chosen.map((job) => [job.id, job]))
  return [...byId.values()].slice(0, limit).toSorted((a, b) => b.n - a.n)
}
