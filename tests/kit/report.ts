// What reports of campaigns share: tables, findings with their place, times as percentiles.
import { wrapped } from '../../agent/cli/text.ts'
import type { Finding } from './books.ts'

/** What may be wrong with labels, and how a line names it. */
const KINDS = {
  lost: 'lost',
  doubled: 'doubled',
  overtaking: 'out of order',
  contradictions: 'contradiction',
} as const
type Kind = keyof typeof KINDS
type Findings = Readonly<Record<Kind, readonly Finding[]>>
const KIND_NAMES: readonly Kind[] = ['lost', 'doubled', 'overtaking', 'contradictions']

const SHOWN_FINDINGS = 10
const COLUMNS = 100
const MIN_NAME_COLUMNS = 40

/** Names beside values. A name that would make a line longer than 100 columns goes on under itself, and its value stands at its end. */
export function reportTable(head: string, rows: readonly (readonly [string, string | number])[]): string[] {
  const values = Math.max(...rows.map(([, value]) => String(value).length))
  const most = Math.max(MIN_NAME_COLUMNS, COLUMNS - values - 4)
  const folded = rows.map(([name, value]) => ({ lines: nameLines(name, most), value }))
  const width = Math.max(...folded.flatMap(({ lines }) => lines.map(({ length }) => length)))
  const lines = folded.flatMap(({ lines: names, value }) =>
    names.map((name, at) => (at < names.length - 1 ? `  ${name}` : `  ${name.padEnd(width)}  ${value}`)),
  )
  return [head, ...lines]
}

function nameLines(name: string, most: number): string[] {
  const indent = `${/^ */.exec(name)?.[0] ?? ''}  `
  return wrapped(name, most - indent.length).map((line, at) => (at === 0 ? line : indent + line))
}

/** A sentence of a report, on lines of 100 columns. */
export function sentence(text: string): string[] {
  return wrapped(text, COLUMNS)
}

/** The first ten. `place`: what each of the verdicts is about, as a word before its number. */
export function findingLines(place: string, verdicts: readonly Findings[]): string[] {
  const all = verdicts.flatMap((verdict, index) =>
    findingsOf(verdict).map(
      ({ kind, serial, text }) => `  ${kind}: ${place} ${index}, label ${serial}: ${text}`,
    ),
  )
  const rest =
    all.length > SHOWN_FINDINGS ? [`  and ${all.length - SHOWN_FINDINGS} more: --json has all`] : []
  return [...all.slice(0, SHOWN_FINDINGS), ...rest]
}

/** Of one verdict, with the word for what is wrong. */
export function findingsOf(verdict: Findings): (Finding & { readonly kind: string })[] {
  return KIND_NAMES.flatMap((name) => verdict[name].map((one) => ({ ...one, kind: KINDS[name] })))
}

/** All of them, for programs. */
export function allFindings(verdicts: readonly Findings[]): Findings {
  const of = (kind: Kind): Finding[] => verdicts.flatMap((verdict) => verdict[kind])
  return {
    lost: of('lost'),
    doubled: of('doubled'),
    overtaking: of('overtaking'),
    contradictions: of('contradictions'),
  }
}

/** Whole ms; null stands for a time that did not come to its end. Zero without any. */
export function recoveryOf(lives: readonly { readonly recoveryMs: number | null }[]) {
  const times = lives
    .flatMap(({ recoveryMs }) => (recoveryMs === null ? [] : [recoveryMs]))
    .toSorted((one, other) => one - other)
  const at = (share: number): number =>
    Math.round(times[Math.min(times.length - 1, Math.floor(times.length * share))] ?? 0)
  return { p50: at(0.5), p99: at(0.99) }
}

type Totals<V> = { readonly [Key in keyof V]: V[Key] extends number | readonly unknown[] ? number : never }

/** Every number of all verdicts added up; a list counts by its length. */
export function totalsOf<V extends object>(verdicts: readonly V[]): Totals<V> {
  const totals: Record<string, number> = {}
  for (const verdict of verdicts)
    for (const [key, value] of Object.entries(verdict) as [string, unknown][]) {
      const count = Array.isArray(value) ? value.length : Number(value)
      totals[key] = (totals[key] ?? 0) + count
    }
  return totals as Totals<V>
}

export function percent(part: number, whole: number, digits = 2): string {
  return whole === 0 ? '–' : `${((100 * part) / whole).toFixed(digits)} %`
}

/** The last line where nothing was lost: what so many tries prove. */
export function boundLine(tries: number, what: string): string {
  return `None lost, none doubled in ${tries} ${what}: with 95 % confidence fewer than ${percent(3, tries)} of such ${what} do either (3/N).`
}
