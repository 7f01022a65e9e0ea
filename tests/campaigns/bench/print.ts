// Benchmark of a label's way: a program's connection at the counter → two agents → the printer's socket, beside others.
import { agentsWay } from './print/agents-way.ts'
import { LABEL_BYTES } from './print/bench-label.ts'
import { cupsToCupsWay, cupsWay } from './print/cups-ways.ts'
import { Sink } from './print/sink.ts'
import { p910ndWay, socatWay } from './print/tool-ways.ts'
import { IN_FLIGHT, measureWay, rawSender } from './print/way.ts'
import type { NextSerial, Way, WayCounts, WayFigures } from './print/way.ts'
import type { BenchRow } from './measure.ts'
import type { BenchReport, BenchReportRow } from './report.ts'
import { SLOW_FLUSH_MS } from '../../kit/disk/spool-slow-worker.ts'
import { costRows, countedRows } from './print/cost-rows.ts'

interface PlannedWay {
  readonly name: string
  /** A text says why there is none. */
  readonly start: (sink: Sink, say: (text: string) => void) => Promise<Way | string>
  readonly counts: WayCounts
  readonly aims: Aims
}

type Aims = Pick<BenchRow, 'targetP50Ms' | 'targetP99Ms' | 'leastPerSecond'>

const NONE: Aims = { targetP99Ms: null }

const QUICK: WayCounts = { warmUp: 50, alone: 300, together: 600 }
/** V8 has compiled what a label needs: an agent runs for weeks. */
const WARM: WayCounts = { warmUp: 4_000, alone: 1_000, together: 3_000 }
const WARM_SLOW: WayCounts = { warmUp: 2_000, alone: 300, together: 1_000 }
const SLOW: WayCounts = { warmUp: 3, alone: 40, together: 40 }
const SLOWEST: WayCounts = { warmUp: 1, alone: 12, together: 8 }

const REFERENCE: PlannedWay = {
  name: 'straight to the printer',
  start: async (sink) => ({ send: rawSender('127.0.0.1', sink.port), stop: () => Promise.resolve() }),
  counts: QUICK,
  aims: NONE,
}
const OVER_LAN: PlannedWay = {
  name: 'two agents over the LAN',
  start: agentsWay,
  counts: WARM,
  aims: { targetP50Ms: 2, targetP99Ms: 10, leastPerSecond: 1_000 },
}
const WAYS: readonly PlannedWay[] = [
  { ...OVER_LAN, name: 'two agents over the LAN, just started', counts: QUICK, aims: NONE },
  OVER_LAN,
  {
    name: 'two agents, LAN closed, through the hub',
    start: async (sink, say) => agentsWay(sink, say, { isLanClosed: true }),
    counts: WARM,
    aims: { targetP50Ms: 4, targetP99Ms: 15, leastPerSecond: 500 },
  },
  {
    name: `two agents over the LAN, flush ${SLOW_FLUSH_MS} ms longer`,
    start: async (sink, say) => agentsWay(sink, say, { disk: 'slow' }),
    counts: WARM_SLOW,
    aims: { targetP50Ms: 25, targetP99Ms: null, leastPerSecond: 300 },
  },
  { name: 'two socat, which keep nothing', start: socatWay, counts: QUICK, aims: NONE },
  { name: 'p910nd, one hop, into a pipe', start: p910ndWay, counts: QUICK, aims: NONE },
  { name: 'CUPS, one hop', start: cupsWay, counts: SLOW, aims: NONE },
  { name: 'CUPS forwarding to CUPS', start: cupsToCupsWay, counts: SLOWEST, aims: NONE },
]

const CONDITIONS = [
  `${LABEL_BYTES} bytes of ZPL, from connecting to the last byte at the printer's socket (a sink in this process);`,
  `labels per second with ${IN_FLIGHT} under way, of two programs. The agents are the bundle, one process each, joined by`,
  'the job link (TLS, both certificates pinned) and assigned by a hub. Both have the label on their disks, flushed, on',
  `its way, and have printed ${WARM.warmUp} labels before, ${WARM_SLOW.warmUp} with the slower flush, but those just started.`,
  'Aims: over the LAN p50 2 ms, p99 10 ms, 1,000 labels per second; through the hub p50 4 ms, p99 15 ms, 500;',
  `with a flush of ${SLOW_FLUSH_MS} ms p50 25 ms, 300 labels per second; 1.8 ms of processor a label, both agents together. What a`,
  `label takes: with ${IN_FLIGHT} under way over the LAN, by computer and thread, as Linux counts it; what the spools write: in a run`,
  'of its own.',
].join(' ')

export async function printBench(say: (text: string) => void): Promise<BenchReport> {
  const sink = new Sink()
  await sink.start()
  let serial = 0
  const next = (): number => (serial += 1)
  try {
    const rows: BenchReportRow[] = []
    let referenceMs: number | null = null
    let costRowsOfLan: BenchReportRow[] = []
    for (const planned of [REFERENCE, ...WAYS]) {
      const { name, aims } = planned
      say(`bench print: ${name}`)
      const figures = await figuresOfWay(planned, { sink, next, say })
      if (typeof figures === 'string') {
        rows.push({ name, absent: figures })
        continue
      }
      const { costs, ...times } = figures
      const ratio: number | null = referenceMs === null ? null : times.p50Ms / referenceMs
      referenceMs ??= times.p50Ms
      rows.push({ name, ...times, ...aims, ratio })
      if (planned === OVER_LAN) costRowsOfLan = costRows(costs)
    }
    say('bench print: what the spools write')
    const counted = await countedRows(sink, { next, say })
    return { name: 'print', conditions: CONDITIONS, rows: [...rows, ...costRowsOfLan, ...counted] }
  } finally {
    sink.stop()
  }
}

async function figuresOfWay(
  { start, counts }: PlannedWay,
  parts: { readonly sink: Sink; readonly next: NextSerial; readonly say: (text: string) => void },
): Promise<WayFigures | string> {
  const way = await start(parts.sink, parts.say)
  if (typeof way === 'string') return way
  try {
    return await measureWay(way, counts, parts)
  } catch (error) {
    // The others are measured all the same.
    return `failed: ${error instanceof Error ? error.message : String(error)}`
  } finally {
    await way.stop()
  }
}
