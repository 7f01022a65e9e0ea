// Benchmark of a prescription's label: from the document to the bytes for the printer and the picture, as the agent asks for them.
import type { LabelMedia } from '@pharmacy-relay/shared/api/pharmacy/labels.ts'
import { systemClock } from '@pharmacy-relay/shared/clock.ts'
import { PrescriptionDrawer } from '../../../agent/drawing/prescription/prescription-drawer.ts'
import { PRESCRIPTIONS } from '../../../agent/drawing/prescription/test/prescriptions.ts'
import { figuresOf, measure, type BenchRow } from './measure.ts'
import { keyToPrinter } from './prescription/key-to-printer.ts'
import type { BenchReport, BenchReportRow } from './report.ts'

const COUNTS = { warmUp: 0, runs: 30 }
/** Of one label, the first left out, as from a keystroke to the printer's first byte. */
const TARGET_P50_MS = 60
const SIZES: readonly LabelMedia[] = [
  { widthMm: 100, heightMm: 50, dpi: 203 },
  { widthMm: 100, heightMm: 50, dpi: 300 },
]
const { plain, turkish, arabic, hebrew, vietnamese, hostile } = PRESCRIPTIONS
const DOCUMENTS = [plain, turkish, arabic, hebrew, vietnamese, hostile]

export async function prescriptionBench(say: (text: string) => void): Promise<BenchReport> {
  const drawer = new PrescriptionDrawer({ clock: systemClock })
  try {
    const rows: BenchReportRow[] = []
    for (const media of SIZES) {
      say(`bench prescription: ${COUNTS.runs} labels at ${media.dpi} dpi`)
      rows.push(...(await rowsOf(drawer, media)))
      await drawer.stop()
    }
    rows.push(...(await keyToPrinter(say)))
    return { name: 'prescription', conditions: CONDITIONS, rows }
  } finally {
    await drawer.stop()
  }
}

const CONDITIONS = [
  `${COUNTS.runs} labels of 100 × 50 mm in ${DOCUMENTS.length} scripts, one after the other, as ZPL with a picture of each; from the document in`,
  'this process to the bytes that go to the spool, drawn by a process of its own, which is started with the first. Then the window of an',
  'agent: from the key that Chromium reports to the first byte of the label at a printer, with the label asked of a pharmacy API with',
  'PostgreSQL and flushed to the spool; it was drawn when it was shown. The request alone, which nothing was shown for, draws it as well.',
  'Between agent and API stands no gateway but what hands requests on.',
].join(' ')

async function rowsOf(drawer: PrescriptionDrawer, media: LabelMedia): Promise<BenchRow[]> {
  let next = 0
  const draw = async (): Promise<void> => {
    const document = DOCUMENTS[next % DOCUMENTS.length] ?? plain
    next += 1
    await drawer.draw({ document, media, language: 'zpl' })
  }
  const first = figuresOf([await timed(draw)])
  const rest = await measure(draw, COUNTS)
  return [
    { name: `first label, ${media.dpi} dpi, with the start`, targetP99Ms: null, ...first },
    { name: `document to payload, ${media.dpi} dpi (p50 ${TARGET_P50_MS})`, targetP99Ms: null, ...rest },
  ]
}

async function timed(work: () => Promise<void>): Promise<number> {
  const startedAt = performance.now()
  await work()
  return performance.now() - startedAt
}
