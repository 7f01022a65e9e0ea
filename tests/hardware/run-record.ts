// What one run of the printer suite keeps: what the agent said, what the printer answered, what the person saw.
import type { Evidence } from '@pharmacy-relay/shared/print-job.ts'
import type { PrinterKind } from '@pharmacy-relay/shared/printers/printer-kinds.ts'
import type { PrinterWay } from '../../agent/core/printers/printer-backend.ts'
import type { Retry } from '../../agent/core/printers/write-outcome.ts'

/** What became of a label, as a person sees it. */
export const SEEN = ['once', 'none', 'several', 'cut', 'unreadable'] as const
export type Seen = (typeof SEEN)[number]

/** One conversation with a printer, behind a label or alone; hex, each side cut at 1 KiB. */
export interface RawTalk {
  readonly asked: string
  readonly answered: string
}

export interface StatusRecord {
  /** `before label 1`. */
  readonly when: string
  readonly words: string
  readonly conditions: readonly string[]
  readonly isAnswered: boolean
  readonly odometer: number | null
  readonly tookMs: number
  readonly raw: readonly RawTalk[]
}

export interface LabelRecord {
  readonly n: number
  readonly bytes: number
  /** Labels that it makes. */
  readonly copies: number
  /** `ok`, or what the agent would do with it. */
  readonly outcome: 'ok' | Retry
  /** What the agent says of it, as a pharmacy reads it. */
  readonly words: string
  readonly evidence: Evidence | null
  readonly odometerBefore: number | null
  readonly odometerAfter: number | null
  readonly tookMs: number
  /** Why the printer said that it had stopped while it had the label. */
  readonly stops: readonly string[]
  readonly raw: readonly RawTalk[]
  /** Null: the person did not say. */
  readonly seen: Seen | null
}

/** A part that was not done, and why; never a pass. */
export interface NotRun {
  readonly notRun: string
}

export interface PaperRecord {
  readonly label: LabelRecord
  readonly statuses: readonly StatusRecord[]
  /** Everything that the agent said while there was no paper; empty: it did not know. */
  readonly said: readonly string[]
  /** Whether the person says that this is so. */
  readonly isSo: boolean | null
  /** The agent was done with the label before the paper was put back. */
  readonly endedWithoutPaper: boolean
}

export interface PowerRecord {
  readonly label: Omit<LabelRecord, 'seen'>
  readonly statuses: readonly StatusRecord[]
  readonly said: readonly string[]
  readonly isSo: boolean | null
  /** Different numbers that came out, of `label.copies`. */
  readonly partsSeen: number | null
  readonly hasTwice: boolean | null
  /** The label behind it, when the printer is on again. */
  readonly after: LabelRecord
}

export interface Answer {
  readonly id: string
  readonly question: string
  /** Null: skipped. */
  readonly answer: string | null
}

export interface Run {
  readonly backend: PrinterKind
  readonly printer: string
  readonly name: string
  readonly detail: string
  readonly way: PrinterWay
  /** As its system or itself names it; null when nothing does. */
  readonly model: string | null
  /** Of the labels; `from` says who named it. */
  readonly language: { readonly labels: string; readonly from: string; readonly answeredIn: string | null }
  readonly person: string
  readonly presence: string
  readonly labels: readonly LabelRecord[]
  readonly statuses: readonly StatusRecord[]
  readonly paper: PaperRecord | NotRun
  readonly power: PowerRecord | NotRun
  readonly answers: readonly Answer[]
}

export interface Finding {
  /** A contradiction fails the run; a note is worth reading. */
  readonly kind: 'contradiction' | 'note'
  readonly text: string
}

export interface JudgedRun extends Run {
  readonly evidence: Evidence | null
  readonly findings: readonly Finding[]
}

/** What the page and the JSON beside it hold. */
export interface Report {
  readonly model: string
  readonly at: string
  readonly agentVersion: string
  readonly system: string
  readonly runs: readonly JudgedRun[]
  /** Back ends that could not run here. */
  readonly notRun: readonly { readonly backend: string; readonly why: string }[]
}

export function isNotRun(part: object): part is NotRun {
  return 'notRun' in part
}
