// Prints a benchmark: a table for people, or JSON for machines.
import { cpus, totalmem } from 'node:os'
import type { BenchRow, Figures } from './measure.ts'

export interface BenchReport {
  readonly name: string
  /** The conditions, in words. */
  readonly conditions: string
  readonly rows: readonly BenchRow[]
}

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
  const lines = report.rows.map((row) =>
    [
      row.name.padEnd(44),
      `${row.p50Ms}`.padStart(8),
      `${row.p99Ms}`.padStart(8),
      `${row.maxMs}`.padStart(8),
      (row.ratio === null ? 'reference' : `${row.ratio.toFixed(1)}x`).padStart(10),
      verdict(row).padStart(12),
    ].join(' '),
  )
  const columns = [
    'ms'.padEnd(44),
    'p50'.padStart(8),
    'p99'.padStart(8),
    'max'.padStart(8),
    'p50 ratio'.padStart(10),
    'p99 target'.padStart(12),
  ]
  return [`${report.name}: ${report.conditions}`, columns.join(' '), ...lines].join('\n')
}

function verdict(row: BenchRow): string {
  if (row.targetP99Ms === null) return ''
  return row.p99Ms <= row.targetP99Ms ? `<= ${row.targetP99Ms} met` : `<= ${row.targetP99Ms} MISSED`
}

function machine(): string {
  return `${cpus().length} x ${cpus()[0]?.model ?? 'unknown'}, ${Math.round(totalmem() / 2 ** 30)} GiB`
}
