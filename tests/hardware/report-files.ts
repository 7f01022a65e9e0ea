// Writes a run's report: one HTML page that can be mailed, and the same as JSON beside it.
import { mkdirSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { reportTable, sentence } from '../kit/report.ts'
import { holds } from './judgement.ts'
import { reportPage } from './report-page.ts'
import type { JudgedRun, Report } from './run-record.ts'

export interface ReportFiles {
  readonly page: string
  readonly json: string
}

const DEFAULT_FOLDER = path.join(import.meta.dirname, '../../test-results/printers')
const MAX_NAME = 60

/** One report a model: a later run of the same model takes its place. `folder` null: test-results/printers. */
export function writeReport(report: Report, folder: string | null): ReportFiles {
  const to = path.resolve(folder ?? DEFAULT_FOLDER)
  mkdirSync(to, { recursive: true })
  const name = fileName(report.model)
  const files = { page: path.join(to, `${name}.html`), json: path.join(to, `${name}.json`) }
  writeFileSync(files.page, reportPage(report))
  writeFileSync(files.json, `${JSON.stringify(report, null, 2)}\n`)
  return files
}

function fileName(model: string): string {
  const words = model.toLowerCase().replaceAll(/[^\p{L}\p{N}]+/gu, '-')
  return words.replaceAll(/^-+|-+$/g, '').slice(0, MAX_NAME) || 'printer'
}

export function summaryText(report: Report, files: ReportFiles): string {
  const rows = report.runs.map((run) => [run.printer.slice(0, 60), resultOf(run)] as const)
  const findings = report.runs.flatMap((run) =>
    run.findings.flatMap(({ kind, text }) => sentence(`${run.backend}, ${kind}: ${text}`)),
  )
  const notRun = report.notRun.map(({ backend, why }) => `${backend} not run: ${why}`)
  return [
    ...reportTable(report.model, rows),
    ...findings,
    ...notRun,
    `Report: ${files.page}`,
    `        ${files.json}`,
  ].join('\n')
}

function resultOf(run: JudgedRun): string {
  return `${holds(run) ? 'nothing contradicts' : 'CONTRADICTS'}, evidence ${run.evidence ?? 'none'}`
}
