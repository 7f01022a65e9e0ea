// Says reasons in one language: a chain as one line, each parameter as people of that language write it.
import type { PrinterCondition } from '../printer-condition.ts'
import { spanText } from '../texts/spans.ts'
import { isReasonCode, REASONS, type ParamKind, type ReasonCode, type ReasonParams } from './reason-codes.ts'
import type { Reason, Reasons } from './reason.ts'

/** Formatted for people. */
type Said<Code extends ReasonCode> = { readonly [Name in keyof ReasonParams<Code>]: string }

/** A text for every code, in a catalogue: of the formatted parameters, and of the numbers themselves where they decide the form. */
export type ReasonTexts = {
  readonly [Code in ReasonCode]: keyof ReasonParams<Code> extends never
    ? string
    : (said: Said<Code>, params: ReasonParams<Code>) => string
}

type AnyReasonText = (said: Readonly<Record<string, string>>, params: Reason['params']) => string

/** The groups of the catalogue that are needed; `texts(language)` fits. */
export interface ReasonLanguage {
  readonly locale: string
  readonly reasons: ReasonTexts
  /** A code that this version does not know, with its English words or, without them, the code. */
  readonly newerReason: (said: string) => string
  readonly printing: { readonly conditions: Readonly<Record<PrinterCondition, string>> }
}

/** These begin what follows them. */
const LEADS: ReadonlySet<string> = new Set<ReasonCode>([
  ...(['at_computer', 'waits_there', 'held_there', 'forwarded_there'] as const),
  ...(['expired', 'computer_unreachable', 'and_through_hub'] as const),
  ...(['hub_unreachable', 'hub_not_registered', 'printer_not_seen'] as const),
])

/** An empty text for an empty chain. */
export function reasonText(reasons: Reasons, t: ReasonLanguage): string {
  return reasons.map((reason, index) => `${textOf(reason, t)}${joint(reason, reasons[index + 1])}`).join('')
}

/** The same as a sentence of its own. */
export function reasonSentence(reasons: Reasons, t: ReasonLanguage): string {
  const text = reasonText(reasons, t)
  return text.charAt(0).toLocaleUpperCase(t.locale) + text.slice(1)
}

/** In English, with what systems said: for logs and the command line. */
export function reasonDetail(reasons: Reasons): string {
  return reasons.map((reason, index) => `${reason.detail}${joint(reason, reasons[index + 1])}`).join('')
}

/** What a printer says of itself is a sentence, or several. */
function joint({ code }: Reason, next: Reason | undefined): string {
  if (next === undefined) return ''
  if (LEADS.has(code)) return ': '
  if (code === 'printer_condition') return ' '
  return next.code === 'printer_condition' ? '. ' : '; '
}

function textOf({ code, params, detail }: Reason, t: ReasonLanguage): string {
  const known = isReasonCode(code) ? knownText(code, params, t) : null
  return known ?? t.newerReason(detail === '' ? code : detail)
}

/** Null where a parameter is missing or of another kind, as a newer version may have changed it. */
export function knownText(code: ReasonCode, params: Reason['params'], t: ReasonLanguage): string | null {
  const kinds: [string, ParamKind][] = Object.entries(REASONS[code])
  const said: Record<string, string> = {}
  for (const [name, kind] of kinds) {
    const text = formatParam(kind, params[name], t)
    if (text === null) return null
    said[name] = text
  }
  const text = t.reasons[code]
  // Each kind was looked at above; the type of a union of functions would want the parameters of all of them.
  return typeof text === 'string' ? text : (text as AnyReasonText)(said, params)
}

/** Null for a value that is not of its kind. */
function formatParam(kind: ParamKind, value: unknown, t: ReasonLanguage): string | null {
  if (typeof value === 'number') {
    if (kind === 'duration') return spanText(value, t.locale)
    if (kind === 'count') return new Intl.NumberFormat(t.locale).format(value)
    return kind === 'number' || kind === 'label' ? String(value) : null
  }
  if (typeof value !== 'string') return null
  if (kind === 'time') return timeOfDay(value, t.locale)
  // As printer.ts, which brings a parser along.
  if (kind === 'printer') return value.slice(value.indexOf(':') + 1)
  if (kind === 'condition') return conditionText(value, t.printing.conditions)
  return kind === 'name' || kind === 'label' ? value : null
}

function timeOfDay(value: string, locale: string): string | null {
  const at = Date.parse(`1970-01-01T${value}Z`)
  const format = { hour: '2-digit', minute: '2-digit', hourCycle: 'h23', timeZone: 'UTC' } as const
  return Number.isNaN(at) ? null : new Intl.DateTimeFormat(locale, format).format(at)
}

function conditionText(value: string, texts: Readonly<Record<string, string>>): string | null {
  return Object.hasOwn(texts, value) ? (texts[value] ?? null) : null
}
