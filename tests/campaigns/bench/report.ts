// Prints a benchmark: a table for people, or JSON for machines.
import { cpus, totalmem } from 'node:os'
import { wrapped } from '../../../agent/cli/text.ts'
import type { BenchRow, Figures } from './measure.ts'

export interface BenchReport {
  readonly name: string
  /** The conditions, in words. */
  readonly conditions: string
  readonly rows: readonly BenchReportRow[]
}

/** What something takes, in units of 1,024 bytes. */
export interface SizeRow {
  readonly name: string
  readonly kilobytes: number
  /** Null where nothing is set. */
  readonly targetKilobytes: number | null
  /** A multiple of the reference's size; null for the reference itself; left out without one. */
  readonly ratio?: number | null
}

/** How many of all it happened to. */
export interface CountRow {
  readonly name: string
  readonly count: number
  readonly of: number
  /** The most that there may be; null where nothing is set. */
  readonly targetCount: number | null
}

/** Any other figure. */
export interface FigureRow {
  readonly name: string
  readonly figure: number
  /** Empty for a number of something. */
  readonly unit: string
  /** The most that there may be; null where nothing is set. */
  readonly targetFigure: number | null
}

/** A part of something, from 0. */
export interface ShareRow {
  readonly name: string
  readonly share: number
  readonly targetShare: number
}

/** Figures, or why there are none. */
export type BenchReportRow =
  | BenchRow
  | SizeRow
  | CountRow
  | ShareRow
  | FigureRow
  | { readonly name: string; readonly absent: string }

/** Everything of one run, with the machine and the disk beside the figures. */
export function asJson(reports: readonly BenchReport[], flush: Figures): string {
  return JSON.stringify(
    { at: new Date().toISOString(), machine: machine(), node: process.version, flush, reports },
    null,
    2,
  )
}

export function asTable(reports: readonly BenchReport[], flush: Figures): string {
  const head = `${machine()}, Node ${process.version}; one 4 KiB flush p50 ${flush.p50Ms} ms, p99 ${flush.p99Ms} ms`
  return [head, ...reports.map(table)].join('\n\n')
}

function table(report: BenchReport): string {
  const hasRates = report.rows.some((row) => 'perSecond' in row)
  const lines = report.rows.map((row) => {
    if ('absent' in row) return `${row.name.padEnd(44)} ${row.absent}`
    if ('kilobytes' in row) return sizeLine(row, hasRates)
    if ('share' in row) return shareLine(row, hasRates)
    if ('figure' in row) return figureLine(row, hasRates)
    if ('count' in row) return countLine(row, hasRates)
    const rates = hasRates ? [`${row.perSecond ?? ''}`.padStart(8)] : []
    return [
      ...cells(row.name, [row.p50Ms, row.p99Ms, row.maxMs]),
      ...rates,
      ...ends(ratioText(row.ratio), timeVerdict(row)),
    ].join(' ')
  })
  const rates = hasRates ? ['per s'.padStart(8)] : []
  const columns = [...cells('ms', ['p50', 'p99', 'max']), ...rates, ...ends('p50 ratio', 'p99 target')]
  return [
    wrapped(`${report.name}: ${report.conditions}`, LINE).join('\n  '),
    columns.join(' '),
    ...lines,
  ].join('\n')
}

const LINE = 110

function cells(name: string, values: readonly (string | number)[]): string[] {
  return [name.padEnd(44), ...values.map((value) => String(value).padStart(8))]
}

function ends(ratio: string, target: string): string[] {
  return [ratio.padStart(10), target.padStart(12)]
}

function sizeLine({ name, kilobytes, targetKilobytes, ratio }: SizeRow, hasRates: boolean): string {
  const rates = hasRates ? [''.padStart(8)] : []
  const size = cells(name, [`${kilobytes} KB`, '', ''])
  return [...size, ...rates, ...ends(ratioText(ratio), verdict(kilobytes, targetKilobytes))].join(' ')
}

function countLine({ name, count, of, targetCount }: CountRow, hasRates: boolean): string {
  const rates = hasRates ? [''.padStart(8)] : []
  const counted = cells(name, [count, `of ${of}`, ''])
  return [...counted, ...rates, ...ends('', verdict(count, targetCount))].join(' ')
}

function shareLine({ name, share, targetShare }: ShareRow, hasRates: boolean): string {
  const rates = hasRates ? [''.padStart(8)] : []
  return [...cells(name, [share, '', '']), ...rates, ...ends('', verdict(share, targetShare))].join(' ')
}

function figureLine({ name, figure, unit, targetFigure }: FigureRow, hasRates: boolean): string {
  const rates = hasRates ? [''.padStart(8)] : []
  const figures = cells(name, [`${figure} ${unit}`, '', ''])
  return [...figures, ...rates, ...ends('', verdict(figure, targetFigure))].join(' ')
}

function ratioText(ratio: number | null | undefined): string {
  if (ratio === undefined) return ''
  return ratio === null ? 'reference' : `${ratio.toFixed(1)}x`
}

/** Of several aims each is named. */
function timeVerdict(row: BenchRow): string {
  const { p50Ms, targetP50Ms, p99Ms, targetP99Ms, maxMs, targetMaxMs, perSecond, leastPerSecond } = row
  if (targetMaxMs !== undefined) return `all ${verdict(maxMs, targetMaxMs)}`
  if (targetP50Ms === undefined && leastPerSecond === undefined) return verdict(p99Ms, targetP99Ms)
  const rate = leastPerSecond === undefined ? '' : atLeast(perSecond ?? 0, leastPerSecond)
  const named = [
    ['p50', verdict(p50Ms, targetP50Ms ?? null)],
    ['p99', verdict(p99Ms, targetP99Ms)],
    ['per s', rate],
  ]
  return named.flatMap(([name, text]) => (text === '' ? [] : [`${name} ${text}`])).join(', ')
}

function atLeast(value: number, least: number): string {
  return value >= least ? `>= ${least} met` : `>= ${least} MISSED`
}

function verdict(value: number, target: number | null): string {
  if (target === null) return ''
  return value <= target ? `<= ${target} met` : `<= ${target} MISSED`
}

function machine(): string {
  return `${cpus().length} x ${cpus()[0]?.model ?? 'unknown'}, ${Math.round(totalmem() / 2 ** 30)} GiB`
}
