// Figures of those that came back as rows of the report; what fails says why and leaves the other rows.
import type { BenchRow, Figures } from '../measure.ts'
import type { BenchReportRow } from '../report.ts'
import { BACK_LIMIT_MS, type CameBack } from './comeback.ts'

export type Aim = Pick<BenchRow, 'targetP99Ms' | 'targetMaxMs'>

/** Rows of what was measured, or one under that name which says why there are none. */
export async function rowsOrWhy(
  name: string,
  measureRows: () => Promise<BenchReportRow[]>,
): Promise<BenchReportRow[]> {
  try {
    return await measureRows()
  } catch (error) {
    return [{ name, absent: failureText(error) }]
  }
}

export function failureText(error: unknown): string {
  return `failed: ${error instanceof Error ? error.message : String(error)}`
}

export function timeRow(name: string, figures: Figures, aim: Aim): BenchReportRow {
  return { name, ...figures, ...aim }
}

/** How long they were away, and whether somebody is still missing. `end`: what happened to their hub. */
export function backRows(
  { name, end }: { readonly name: string; readonly end: string },
  { figures, missing }: CameBack,
  aim: Aim,
): BenchReportRow[] {
  const targetCount = aim.targetMaxMs === undefined ? null : 0
  const limit = `away after ${BACK_LIMIT_MS / 1_000} s: ${end}`
  return [timeRow(name, figures, aim), { name: limit, count: missing, of: figures.runs, targetCount }]
}
