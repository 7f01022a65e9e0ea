// Makes the words of a glance in one language: the level, what is the matter, what helps.
import type { Glance, GlanceAction, GlanceCode, GlanceFacts, GlanceLevel } from '../summary-codes.ts'
import type { PrinterCondition } from '../printer-condition.ts'
import { printerWords } from '../printer.ts'

/** What the sentences may name; empty or 0 where a glance has none. `time`: hours and minutes of this computer. */
export interface GlanceNamed {
  readonly computer: string
  readonly printer: string
  readonly count: number
  readonly job: number
  readonly port: number
  /** By which a clock is wrong. */
  readonly seconds: number
  readonly time: string
}

export interface GlanceSentences {
  readonly levels: Readonly<Record<GlanceLevel, string>>
  readonly words: Readonly<Record<GlanceCode, (named: GlanceNamed) => string>>
  readonly advice: Readonly<Partial<Record<GlanceCode, (named: GlanceNamed) => string>>>
  readonly actions: Readonly<Record<GlanceAction, string>>
}

/** The groups of the catalogue that a glance is said with; `texts(language)` fits. */
export interface GlanceTextsSource {
  readonly locale: string
  readonly glance: GlanceSentences
  readonly printing: { readonly conditions: Readonly<Record<PrinterCondition, string>> }
}

export interface GlanceWords {
  /** One or two words: Ready, Working, Needs attention, Offline. */
  readonly level: string
  /** A sentence or two. */
  readonly words: string
  /** What a person can do; null where there is nothing or the words say it. */
  readonly advice: string | null
  /** Label of the button that does it or leads there; null where nothing here helps. */
  readonly action: string | null
}

export function glanceWords(glance: Glance, texts: GlanceTextsSource): GlanceWords {
  const { code, facts, level, action } = glance
  const named = namedIn(facts, texts.locale)
  return {
    level: texts.glance.levels[level],
    words: conditionIn(glance, texts) ?? texts.glance.words[code](named),
    advice: texts.glance.advice[code]?.(named) ?? null,
    action: action === null ? null : texts.glance.actions[action],
  }
}

/** What the printer says of itself has words of its own, which stand in front: they say what to do. */
function conditionIn({ facts, code }: Glance, texts: GlanceTextsSource): string | null {
  if (facts.condition === undefined) return null
  const words = texts.printing.conditions[facts.condition]
  return code === 'ready_printer_remark'
    ? `${texts.glance.words[code](namedIn(facts, texts.locale))} ${words}`
    : words
}

function namedIn(
  { computer = '', printer = '', count = 0, job = 0, port = 0, seconds = 0, until }: GlanceFacts,
  locale: string,
): GlanceNamed {
  const time = until === undefined ? '' : clockTime(until, locale)
  return { computer, printer: printerWords(printer), count, job, port, seconds, time }
}

/** Hours and minutes on this computer's clock. */
export function clockTime(instant: string, locale: string): string {
  return new Intl.DateTimeFormat(locale, { hour: '2-digit', minute: '2-digit', hourCycle: 'h23' }).format(
    new Date(instant),
  )
}

/** As people at a counter say a moment: the time, and the day with it when it is another one. `nowMs`: Unix time. */
export function timeWords(instant: string, locale: string, nowMs: number): string {
  const at = new Date(instant)
  const isToday = at.toDateString() === new Date(nowMs).toDateString()
  const time = { hour: '2-digit', minute: '2-digit', hourCycle: 'h23' } as const
  const day = { weekday: 'short', day: 'numeric', month: 'short' } as const
  return new Intl.DateTimeFormat(locale, isToday ? time : { ...day, ...time }).format(at)
}
