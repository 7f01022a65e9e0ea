// Makes the words of a summary in one language: the level, what is the matter, what helps.
import type { Summary, SummaryAction, SummaryCode, SummaryFacts, SummaryLevel } from '../summary-codes.ts'
import type { PrinterCondition } from '../printer-condition.ts'
import { printerText } from '../printer.ts'

/** What the sentences may name; empty or 0 where a summary has none. `time`: hours and minutes of this computer. */
export interface SummaryNamed {
  readonly computer: string
  readonly printer: string
  readonly count: number
  /** Number of a label. */
  readonly job: string
  readonly port: number
  /** By which a clock is wrong. */
  readonly seconds: number
  readonly time: string
}

export interface SummarySentences {
  readonly levels: Readonly<Record<SummaryLevel, string>>
  readonly text: Readonly<Record<SummaryCode, (named: SummaryNamed) => string>>
  readonly advice: Readonly<Partial<Record<SummaryCode, (named: SummaryNamed) => string>>>
  readonly actions: Readonly<Record<SummaryAction, string>>
}

/** The groups of the catalogue that a summary is said with; `texts(language)` fits. */
export interface SummaryCatalogue {
  readonly locale: string
  readonly summary: SummarySentences
  readonly printing: { readonly conditions: Readonly<Record<PrinterCondition, string>> }
}

export interface SummaryText {
  /** One or two words: Ready, Working, Needs attention, Offline. */
  readonly level: string
  /** A sentence or two. */
  readonly text: string
  /** What a person can do; null where there is nothing or the words say it. */
  readonly advice: string | null
  /** Label of the button that does it or leads there; null where nothing here helps. */
  readonly action: string | null
}

export function summaryText(summary: Summary, texts: SummaryCatalogue): SummaryText {
  const { code, facts, level, action } = summary
  const named = namedIn(facts, texts.locale)
  return {
    level: texts.summary.levels[level],
    text: conditionIn(summary, texts) ?? texts.summary.text[code](named),
    advice: texts.summary.advice[code]?.(named) ?? null,
    action: action === null ? null : texts.summary.actions[action],
  }
}

/** What the printer says of itself has words of its own, which stand in front: they say what to do. */
function conditionIn({ facts, code }: Summary, texts: SummaryCatalogue): string | null {
  if (facts.condition === undefined) return null
  const text = texts.printing.conditions[facts.condition]
  return code === 'ready_printer_remark' || code === 'stopped_there'
    ? `${texts.summary.text[code](namedIn(facts, texts.locale))} ${text}`
    : text
}

function namedIn(
  { computer = '', printer = '', count = 0, job = '', port = 0, seconds = 0, until }: SummaryFacts,
  locale: string,
): SummaryNamed {
  const time = until === undefined ? '' : clockTime(until, locale)
  return { computer, printer: printerText(printer), count, job, port, seconds, time }
}

/** Hours and minutes on this computer's clock. */
export function clockTime(instant: string, locale: string): string {
  return new Intl.DateTimeFormat(locale, { hour: '2-digit', minute: '2-digit', hourCycle: 'h23' }).format(
    new Date(instant),
  )
}

/** As people at a counter say a moment: the time, and the day with it when it is another one. `nowMs`: Unix time. */
export function timeText(instant: string, locale: string, nowMs: number): string {
  const at = new Date(instant)
  const isToday = at.toDateString() === new Date(nowMs).toDateString()
  const time = { hour: '2-digit', minute: '2-digit', hourCycle: 'h23' } as const
  const day = { weekday: 'short', day: 'numeric', month: 'short' } as const
  return new Intl.DateTimeFormat(locale, isToday ? time : { ...day, ...time }).format(at)
}
