// Makes the sentences of a diagnosis: what was found at a place, and what to do about it.
import {
  MAX_DIAGNOSIS_TEXT,
  type DiagnosedHop,
  type Diagnosis,
  type DiagnosisCode,
  type DiagnosisFacts,
} from '../diagnosis.ts'
import type { PrinterCondition } from '../printer-condition.ts'
import type { Reasons } from '../reasons/reason.ts'

/** What the sentences may name; what a device left out is empty. */
export type Named = {
  readonly [K in keyof Omit<DiagnosisFacts, 'reasons'>]-?: NonNullable<DiagnosisFacts[K]>
}

interface Sentences {
  readonly text: Readonly<Record<DiagnosedHop['code'], (named: Named) => string>>
  readonly advice: Readonly<Partial<Record<DiagnosedHop['code'], (named: Named) => string>>>
}

export interface DiagnosisText {
  readonly text: string
  /** Null where there is nothing to do. */
  readonly advice: string | null
  /** What the computer itself says of it; empty where it says nothing, or a code of the system in `detail`. */
  readonly reasons: Reasons
  /** The same in English, which is no part of a sentence; null where it says nothing. */
  readonly detail: string | null
}

interface ThroughTexts {
  readonly through: string
  readonly throughLan: string
  readonly throughHub: string
  readonly throughNotKnown: string
}

/** What a diagnosis says in which nothing stops labels. A Client that hears nothing of the printer there says no more than it knows. */
export function throughText({ path, hops }: Pick<Diagnosis, 'path' | 'hops'>, t: ThroughTexts): string {
  if (hops.some(({ code }) => code === 'printer_not_told')) return t.throughNotKnown
  if (path === 'lan') return t.throughLan
  return path === 'hub' ? t.throughHub : t.through
}

/** Of these the detail is a reason in English; of the others it is names and addresses, which the words say. */
const REASONED: ReadonlySet<DiagnosisCode> = new Set<DiagnosisCode>([
  ...(['role_not_applied', 'port_closed', 'port_silent', 'spool_broken'] as const),
  ...(['link_no_agent', 'link_broken', 'path_not_passed_on'] as const),
  ...(['hub_off', 'hub_away', 'hub_refused', 'hub_wants_code'] as const),
  ...(['printer_away', 'printer_busy', 'printer_stopped'] as const),
])

/** Text and advice are at most MAX_DIAGNOSIS_TEXT characters each. */
export function diagnosisText(
  { code, facts, verdict }: Pick<DiagnosedHop, 'code' | 'facts' | 'verdict'>,
  { text, advice }: Sentences,
): DiagnosisText {
  const named = namedIn(facts)
  const help = verdict === 'ok' ? undefined : advice[code]
  return {
    text: cut(text[code](named)),
    advice: help === undefined ? null : cut(help(named)),
    reasons: facts.reasons ?? [],
    detail: REASONED.has(code) && named.detail !== '' ? named.detail : null,
  }
}

function namedIn(facts: DiagnosisFacts): Named {
  const { computer = '', printer = '', system = 'unknown', conditions = [], detail = '' } = facts
  const { port = 0, count = 0, total = 0, seconds = 0, ms = 0, mb = 0 } = facts
  return { computer, printer, detail, system, conditions, port, count, total, seconds, ms, mb }
}

/** The command that lets a port through the firewall of a system; of an unknown one those of both. */
export function firewallCommands({ system, port }: Pick<Named, 'system' | 'port'>): string {
  if (system === 'windows') return netsh(port)
  if (system === 'linux') return `sudo ufw allow ${port}/tcp`
  return system === 'macos' ? '' : `Windows: ${netsh(port)} – Linux: sudo ufw allow ${port}/tcp`
}

/** In the words of one language. */
export function conditionText(
  conditions: readonly PrinterCondition[],
  texts: Readonly<Record<PrinterCondition, string>>,
): string {
  return conditions.map((condition) => texts[condition]).join(' ')
}

function netsh(port: number): string {
  return `netsh advfirewall firewall add rule name=Labels dir=in action=allow protocol=TCP localport=${port}`
}

function cut(text: string): string {
  return text.length <= MAX_DIAGNOSIS_TEXT ? text : `${text.slice(0, MAX_DIAGNOSIS_TEXT - 1)}…`
}
