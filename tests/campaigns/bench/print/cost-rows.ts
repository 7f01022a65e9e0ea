// Rows of what a label takes: processor time by computer and thread, system calls, bytes, flushes and pages.
import type { BenchReportRow, FigureRow } from '../report.ts'
import { agentsWay } from './agents-way.ts'
import { countsIn } from '../../../kit/disk/counts-file.ts'
import type { Sink } from './sink.ts'
import type { WalCounts } from '../../../kit/disk/wal-counter.ts'
import { measureWay, type NextSerial, type WayCosts } from './way.ts'

/** Of both agents together. */
const AIM_MS = 1.8
const COUNTED = { warmUp: 50, alone: 0, together: 300 }

export function costRows(costs: readonly WayCosts[]): BenchReportRow[] {
  const processorMs = ({ mainMs, spoolMs, othersMs }: WayCosts): number => mainMs + spoolMs + othersMs
  const both = costs.reduce((sum, one) => sum + processorMs(one), 0)
  return [
    row('a label: processor, both agents', { figure: both, unit: 'ms' }, AIM_MS),
    ...costs.flatMap((one) => [
      row(`  ${one.name}: main thread`, { figure: one.mainMs, unit: 'ms' }),
      row(`  ${one.name}: thread of the spool`, { figure: one.spoolMs, unit: 'ms' }),
      row(`  ${one.name}: all other threads`, { figure: one.othersMs, unit: 'ms' }),
      row(`  ${one.name}: reads and writes`, { figure: one.readsAndWrites, unit: 'calls' }),
      row(`  ${one.name}: handed to the disk`, { figure: one.writtenKilobytes, unit: 'KB' }),
    ]),
  ]
}

/** Flushes and pages of both spools, counted by themselves. Never throws. */
export async function countedRows(
  sink: Sink,
  { next, say }: { readonly next: NextSerial; readonly say: (text: string) => void },
): Promise<BenchReportRow[]> {
  const name = 'a label: what the spools write'
  try {
    const way = await agentsWay(sink, say, { disk: 'counting' })
    try {
      await measureWay(way, { ...COUNTED, together: 0 }, { sink, next })
      const before = way.folders.map(countsIn)
      await measureWay(way, { ...COUNTED, warmUp: 0 }, { sink, next })
      return way.processes.flatMap(({ name: computer }, index) =>
        writtenRows(computer, before[index], countsIn(way.folders[index] ?? '')),
      )
    } finally {
      await way.stop()
    }
  } catch (error) {
    return [{ name, absent: `failed: ${error instanceof Error ? error.message : String(error)}` }]
  }
}

function writtenRows(computer: string, before: WalCounts | undefined, now: WalCounts): FigureRow[] {
  const each = (what: keyof WalCounts): number => (now[what] - (before?.[what] ?? 0)) / COUNTED.together
  return [
    row(`a label: flushes of ${computer}`, { figure: each('flushes'), unit: '' }),
    row(`a label: pages in the log of ${computer}`, { figure: each('pages'), unit: '' }),
  ]
}

function row(
  name: string,
  { figure, unit }: Pick<FigureRow, 'figure' | 'unit'>,
  targetFigure: number | null = null,
): FigureRow {
  return { name, figure: Math.round(figure * 100) / 100, unit, targetFigure }
}
