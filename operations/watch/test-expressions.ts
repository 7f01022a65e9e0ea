// What an expression of Prometheus names: for the tests that hold rules and dashboard to the table of metrics.
import type { Metric } from './metric.ts'
import { metrics } from './metrics.ts'

/** Of PromQL, those that we use. */
const WORDS = new Set(
  'absent and by changes deriv histogram_quantile increase offset on or rate sum time unless vector without'.split(
    ' ',
  ),
)
/** Set by Prometheus, not by programs. */
const OF_PROMETHEUS: Readonly<Record<string, readonly string[]>> = { up: [] }
const SCRAPED = ['job', 'instance', 'machine', '__name__']
const TEXT = /"(?:[^"\\]|\\.)*"/g
const SELECTOR = /([a-zA-Z_:][\w:]*)?\{([^}]*)\}/g

/** Everything in it that is not of the table, in words; empty: it may be used. */
export function faultsOf(expr: string): string[] {
  const pattern = /__name__=~"([^"]*)"/.exec(expr)?.[1]
  const byPattern = pattern === undefined ? [] : namesLike(pattern)
  const faults = pattern !== undefined && byPattern.length === 0 ? [`nothing is named like ${pattern}`] : []
  const selected: string[] = []
  for (const [, name, matchers = ''] of expr.matchAll(SELECTOR)) {
    const of = name === undefined ? byPattern : [name]
    selected.push(...of)
    for (const metric of of) faults.push(...unknownLabels(metric, matchers))
  }
  const grouped = [...expr.matchAll(/\b(?:by|without|on)\s*\(([^)]*)\)/g)].flatMap(([, list = '']) =>
    words(list),
  )
  const bare = expr
    .replaceAll(TEXT, '')
    .replaceAll(/\{[^}]*\}/g, ' ')
    .replaceAll(/\[[^\]]*\]/g, ' ')
    .replaceAll(/\b(?:by|without|on)\s*\([^)]*\)/g, ' ')
    .replaceAll(/\boffset\s+\w+/g, ' ')
  const named = words(bare).filter((word) => !WORDS.has(word))
  for (const name of new Set([...named, ...selected]))
    if (labelsOf(name) === null) faults.push(`${name} is not in the table of metrics`)
  const known = new Set([...named, ...selected].flatMap((name) => labelsOf(name) ?? []))
  for (const label of grouped)
    if (!known.has(label) && !SCRAPED.includes(label))
      faults.push(`${label} is a label of none of its metrics`)
  return faults
}

/** Null: nobody says it. */
function labelsOf(name: string): readonly string[] | null {
  const row = rowOf(name)
  if (row === undefined) return OF_PROMETHEUS[name] ?? null
  return name === row.name ? row.labels : [...row.labels, ...(name.endsWith('_bucket') ? ['le'] : [])]
}

function rowOf(name: string): Metric | undefined {
  const plain = metrics.find((metric) => metric.name === name && metric.type !== 'histogram')
  if (plain !== undefined) return plain
  const base = name.replace(/_(?:bucket|sum|count)$/, '')
  return metrics.find((metric) => metric.name === base && metric.type === 'histogram' && base !== name)
}

function namesLike(pattern: string): string[] {
  const whole = new RegExp(`^(?:${pattern})$`)
  return metrics.map(({ name }) => name).filter((name) => whole.test(name))
}

function unknownLabels(name: string, matchers: string): string[] {
  const labels = [...matchers.matchAll(/(\w+)\s*(?:=~|!~|!=|=)/g)].map(([, label = '']) => label)
  const known = [...(labelsOf(name) ?? []), ...SCRAPED]
  return labels.filter((label) => !known.includes(label)).map((label) => `${name} has no label ${label}`)
}

function words(text: string): string[] {
  return text.match(/(?<![\w.])[a-zA-Z_:][\w:]*/g) ?? []
}
