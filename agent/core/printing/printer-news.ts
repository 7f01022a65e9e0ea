// What the PrinterComputer tells its Clients of its printer: how it is, why labels do not come out, how many wait.
//
//   printer, pause, role, a label changed ─▶ at once, and at most once a second ─▶ told when it is otherwise than before
import type { LabelMedia } from '@pharmacy-relay/shared/api/pharmacy/labels.ts'
import type { Cancel, Clock } from '@pharmacy-relay/shared/clock.ts'
import type { LinkPrinter } from '@pharmacy-relay/shared/job-link.ts'
import type { PrintJob } from '@pharmacy-relay/shared/print-job.ts'
import { stopsPrinting, type PrinterCondition } from '@pharmacy-relay/shared/printer-condition.ts'
import { reason } from '@pharmacy-relay/shared/reasons/make-reason.ts'
import type { Reason, Reasons } from '@pharmacy-relay/shared/reasons/reason.ts'
import { isUnderWay } from '../spool/rules/job-states.ts'
import { isWaiting } from './job-news.ts'
import type { PrinterHealth, SeenPrinter } from './printer-health.ts'

export interface PrinterNewsParts {
  /** Of this PrinterComputer; null: none was chosen. */
  readonly printer: () => string | null
  readonly health: Pick<PrinterHealth, 'seen' | 'lookNow'>
  readonly pausedWhy: () => Reason | null
  /** The labels in it, as they are set here; null: nothing is said of them. */
  readonly media: () => LabelMedia | null
  /** That labels are drawn in for it; null, or left out: nothing tells. */
  readonly language?: (printer: string) => LinkPrinter['language'] | null
  /** Labels that have not left. */
  readonly openJobs: () => readonly PrintJob[]
  readonly clock: Clock
  readonly onNews: (now: LinkPrinter) => void
}

const APART_MS = 1_000
/** A label may come to count as waiting without another change. */
const AGAIN_MS = 5_000
/** However many Clients ask. */
const LOOKS_APART_MS = 3_000
/** So that it fits into a frame of the link, whatever the names are written in. */
const TOLD = { reasons: 3, detail: 120, conditions: 20 }

export class PrinterNews {
  readonly #parts: PrinterNewsParts
  #told = ''
  #toldMs = Number.NEGATIVE_INFINITY
  #comparedMs = Number.NEGATIVE_INFINITY
  #cancel: Cancel = () => undefined
  #dueMs = Number.POSITIVE_INFINITY
  #lookedMs = Number.NEGATIVE_INFINITY
  #looking: Promise<void> | null = null
  #isStopped = false

  constructor(parts: PrinterNewsParts) {
    this.#parts = parts
  }

  /** How it is at this moment. */
  now(): LinkPrinter {
    const { printer, health, pausedWhy, media, language, openJobs, clock } = this.#parts
    const [seen, labels, nowMs] = [health.seen(), media(), clock.wallMs()]
    const waiting = openJobs().filter((job) => isWaiting(job, nowMs))
    const named = printer()
    const drawn = named === null ? null : (language?.(named) ?? null)
    const told = whyNothingComesOut(printer(), pausedWhy(), { seen, waiting, nowMs })
    return {
      presence: presenceOf(printer(), seen),
      conditions: (seen?.conditions ?? []).slice(0, TOLD.conditions),
      reasons: told
        .slice(0, TOLD.reasons)
        .map((one) => ({ ...one, detail: one.detail.slice(0, TOLD.detail) })),
      waiting: waiting.length,
      ...(labels === null ? {} : { media: labels }),
      ...(drawn === null ? {} : { language: drawn }),
    }
  }

  /** Looks at the printer anew; answered with the last look while that is a moment old. Within some seconds. */
  async look(): Promise<void> {
    const { clock, health } = this.#parts
    if (this.#looking === null && clock.monotonicMs() - this.#lookedMs < LOOKS_APART_MS) return
    this.#looking ??= health.lookNow().finally(() => {
      this.#lookedMs = clock.monotonicMs()
      this.#looking = null
    })
    await this.#looking
  }

  /** Something may be otherwise than before. */
  changed(): void {
    this.#plan(Math.max(0, this.#toldMs + APART_MS - this.#parts.clock.monotonicMs()))
  }

  /** A label changed, as labels do all the time: looked at once a second. */
  labelChanged(): void {
    this.#plan(Math.max(0, this.#comparedMs + APART_MS - this.#parts.clock.monotonicMs()))
  }

  stop(): void {
    this.#isStopped = true
    this.#cancel()
  }

  #plan(delayMs: number): void {
    const { clock } = this.#parts
    const dueMs = clock.monotonicMs() + delayMs
    if (this.#isStopped || dueMs >= this.#dueMs) return
    this.#cancel()
    this.#dueMs = dueMs
    this.#cancel = clock.after(delayMs, () => {
      this.#dueMs = Number.POSITIVE_INFINITY
      this.#tell()
    })
  }

  #tell(): void {
    const { openJobs, clock, onNews } = this.#parts
    this.#comparedMs = clock.monotonicMs()
    const now = this.now()
    const told = JSON.stringify(now)
    if (told !== this.#told) {
      this.#told = told
      this.#toldMs = clock.monotonicMs()
      onNews(now)
    }
    if (openJobs().some(({ state }) => isUnderWay(state))) this.#plan(AGAIN_MS)
  }
}

function presenceOf(printer: string | null, seen: SeenPrinter | null): LinkPrinter['presence'] {
  if (printer === null) return 'none'
  const conditions: readonly PrinterCondition[] = seen?.conditions ?? []
  if (conditions.includes('unreachable')) return 'absent'
  return (seen?.reading ?? null) === null ? 'unknown' : 'there'
}

interface Known {
  readonly seen: SeenPrinter | null
  /** Labels that wait for the printer. */
  readonly waiting: readonly PrintJob[]
  readonly nowMs: number
}

/** A printer says more of itself than the labels that it did not take. */
function whyNothingComesOut(
  printer: string | null,
  pausedWhy: Reason | null,
  { seen, waiting, nowMs }: Known,
): Reasons {
  if (printer === null) return [reason('no_printer', {})]
  const stopping = (seen?.conditions ?? []).filter(stopsPrinting)
  const said = stopping.map((condition) => reason('printer_condition', { condition }))
  const all = pausedWhy === null ? said : [pausedWhy, ...said]
  return all.length > 0 ? all : whyALabelWaits(waiting, nowMs)
}

/** One that the printer does not take for a moment says nothing: it may serve somebody else. */
const BUSY_MS = 10_000

function whyALabelWaits(waiting: readonly PrintJob[], nowMs: number): Reasons {
  const stuck = waiting.filter(
    ({ state, acceptedAt, reasons }) =>
      state === 'waiting_for_printer' && reasons.length > 0 && nowMs - Date.parse(acceptedAt) > BUSY_MS,
  )
  const [oldest] = stuck.toSorted((a, b) => a.n - b.n)
  return oldest?.reasons ?? []
}
