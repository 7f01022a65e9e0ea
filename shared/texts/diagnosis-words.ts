// Makes the sentences of a diagnosis: what was found at a place, and what to do about it.
import { MAX_DIAGNOSIS_WORDS, type DiagnosedHop, type DiagnosisFacts } from '../diagnosis.ts'
import type { PrinterCondition } from '../printer-condition.ts'

/** What the sentences may name; what a device left out is empty. */
export type Named = { readonly [K in keyof DiagnosisFacts]-?: NonNullable<DiagnosisFacts[K]> }

interface Sentences {
  readonly words: Readonly<Record<DiagnosedHop['code'], (named: Named) => string>>
  readonly advice: Readonly<Partial<Record<DiagnosedHop['code'], (named: Named) => string>>>
}

/** Each at most MAX_DIAGNOSIS_WORDS characters; `advice` null where there is nothing to do. */
export function diagnosisWords(
  { code, facts, verdict }: Pick<DiagnosedHop, 'code' | 'facts' | 'verdict'>,
  { words, advice }: Sentences,
): { readonly words: string; readonly advice: string | null } {
  const named = namedIn(facts)
  const help = verdict === 'ok' ? undefined : advice[code]
  return { words: cut(words[code](named)), advice: help === undefined ? null : cut(help(named)) }
}

function namedIn(facts: DiagnosisFacts): Named {
  const { computer = '', printer = '', detail = '', system = 'unknown', conditions = [] } = facts
  const { port = 0, count = 0, total = 0, seconds = 0, ms = 0, mb = 0 } = facts
  return { computer, printer, detail, system, conditions, port, count, total, seconds, ms, mb }
}

/** The command that lets a port through the firewall of a system; of an unknown one those of both. */
export function firewallCommands({ system, port }: Pick<Named, 'system' | 'port'>): string {
  if (system === 'windows') return netsh(port)
  if (system === 'linux') return `sudo ufw allow ${port}/tcp`
  return system === 'macos' ? '' : `Windows: ${netsh(port)} – Linux: sudo ufw allow ${port}/tcp`
}

/** Such as 90 seconds, 5 hours, 365 days: the unit that people would say it in. */
export function spanWords(seconds: number, locale: string): string {
  const [length, unit] = SPANS.find(([, , below]) => seconds < below) ?? YEARS
  const words = new Intl.NumberFormat(locale, { style: 'unit', unit, unitDisplay: 'long' })
  return words.format(Math.round(seconds / length))
}

const YEARS = [31_557_600, 'year', Number.POSITIVE_INFINITY] as const
const SPANS = [
  [1, 'second', 120],
  [60, 'minute', 7_200],
  [3_600, 'hour', 172_800],
  [86_400, 'day', 63_115_200],
  YEARS,
] as const

/** In the words of one language. */
export function conditionWords(
  conditions: readonly PrinterCondition[],
  texts: Readonly<Record<PrinterCondition, string>>,
): string {
  return conditions.map((condition) => texts[condition]).join(' ')
}

function netsh(port: number): string {
  return `netsh advfirewall firewall add rule name=Labels dir=in action=allow protocol=TCP localport=${port}`
}

function cut(text: string): string {
  return text.length <= MAX_DIAGNOSIS_WORDS ? text : `${text.slice(0, MAX_DIAGNOSIS_WORDS - 1)}…`
}
