// What Clients are told of the printer: each cause that keeps labels in, when it changes, and not oftener than once a second.
import type { LabelMedia } from '@pharmacy-relay/shared/api/pharmacy/labels.ts'
import type { LinkPrinter } from '@pharmacy-relay/shared/job-link.ts'
import type { PrintJob } from '@pharmacy-relay/shared/print-job.ts'
import { reason } from '@pharmacy-relay/shared/reasons/make-reason.ts'
import type { Reason } from '@pharmacy-relay/shared/reasons/reason.ts'
import { printJobOf } from '@pharmacy-relay/shared/test/print-job.ts'
import { SteppedClock } from '@pharmacy-relay/shared/test/stepped-clock.ts'
import { expect, test } from 'vitest'
import { NOTHING_TOLD } from '../status/printer-reading.ts'
import type { SeenPrinter } from './printer-health.ts'
import { PrinterNews } from './printer-news.ts'

const PRINTER = 'tcp:10.0.0.9:9100'
const WELL: LinkPrinter = { presence: 'there', conditions: [], reasons: [], waiting: 0 }

function rig() {
  const clock = new SteppedClock()
  const reading = { language: 'zpl', ...NOTHING_TOLD, conditions: [], atMs: clock.wallMs() } as const
  const state = {
    printer: PRINTER as string | null,
    seen: { printer: PRINTER, reading, conditions: [], unanswered: 0, isOffice: false } as SeenPrinter,
    paused: null as Reason | null,
    jobs: [] as PrintJob[],
    looks: 0,
    media: null as LabelMedia | null,
  }
  const told: LinkPrinter[] = []
  const news = new PrinterNews({
    clock,
    printer: () => state.printer,
    health: {
      seen: () => (state.printer === null ? null : state.seen),
      lookNow: async () => void (state.looks += 1),
    },
    pausedWhy: () => state.paused,
    openJobs: () => state.jobs,
    media: () => state.media,
    onNews: (now) => void told.push(now),
  })
  const job = (over: Partial<PrintJob>): PrintJob =>
    printJobOf({
      state: 'waiting_for_printer',
      acceptedAt: new Date(clock.wallMs()).toISOString(),
      reasons: [],
      ...over,
    })
  return { clock, state, told, news, job }
}

test('The labels in the printer are told, and anew when they are set otherwise', () => {
  const { news, state, told, clock } = rig()
  state.media = { widthMm: 100, heightMm: 50, dpi: 203 }
  news.changed()
  clock.stepMs(0)
  state.media = { widthMm: 76, heightMm: 51, dpi: 300 }
  news.changed()
  clock.stepMs(1_000)
  expect(told.map(({ media }) => media?.dpi)).toEqual([203, 300])
})

test('Labels that change all the time are looked at once a second, and a printer that changes at once', () => {
  const { news, state, told, clock, job } = rig()
  news.labelChanged()
  clock.stepMs(0)
  expect(told).toHaveLength(1)
  clock.stepMs(2_000)
  news.labelChanged()
  clock.stepMs(0)
  state.jobs = [job({})]
  news.labelChanged()
  clock.stepMs(999)
  expect(told).toHaveLength(1)
  clock.stepMs(1)
  expect(told.at(-1)).toMatchObject({ waiting: 1 })
  clock.stepMs(2_000)
  news.labelChanged()
  clock.stepMs(0)
  state.seen = { ...state.seen, conditions: ['paper_out'] }
  news.changed()
  clock.stepMs(0)
  expect(told.at(-1)).toMatchObject({ conditions: ['paper_out'] })
})

test('Nothing is the matter; a printer that never said anything is not known to be there', () => {
  const { news, state } = rig()
  expect(news.now()).toEqual(WELL)
  state.seen = { ...state.seen, reading: null }
  expect(news.now()).toEqual({ ...WELL, presence: 'unknown' })
})

test('Each cause is a reason: a stopped printer, one that is off, a pause, no printer', () => {
  const { news, state } = rig()
  state.seen = { ...state.seen, conditions: ['paper_low', 'paper_out'] }
  const paperOut = reason('printer_condition', { condition: 'paper_out' })
  expect(news.now()).toEqual({ ...WELL, conditions: ['paper_low', 'paper_out'], reasons: [paperOut] })
  state.paused = reason('paused', { until: '14:05' })
  expect(news.now().reasons).toMatchObject([{ code: 'paused', params: { until: '14:05' } }, paperOut])
  state.paused = null
  state.seen = { ...state.seen, conditions: ['unreachable'] }
  expect(news.now()).toMatchObject({ presence: 'absent', reasons: [{ code: 'printer_condition' }] })
  state.printer = null
  expect(news.now()).toEqual({ ...WELL, presence: 'none', reasons: [reason('no_printer', {})] })
})

test('A label that the printer has not taken for 10 s says why, where the printer says nothing itself', () => {
  const { news, state, clock, job } = rig()
  state.jobs = [job({ reasons: [reason('printer_busy', {})] }), job({ state: 'held' })]
  expect(news.now()).toEqual({ ...WELL, waiting: 1 })
  clock.stepMs(10_001)
  expect(news.now()).toEqual({ ...WELL, waiting: 1, reasons: [reason('printer_busy', {})] })
})

test('Changes are told at once and then at most once a second, the newest of them; what is the same is not told', () => {
  const { news, state, clock, told } = rig()
  news.changed()
  clock.stepMs(0)
  expect(told).toEqual([WELL])
  for (const conditions of [['head_open'], ['paper_out'], ['paused']] as const) {
    state.seen = { ...state.seen, conditions }
    news.changed()
    clock.stepMs(300)
  }
  expect(told).toHaveLength(1)
  clock.stepMs(100)
  expect(told.map(({ conditions }) => conditions)).toEqual([[], ['paused']])
  news.changed()
  clock.stepMs(60_000)
  expect(told).toHaveLength(2)
})

test('A label that waits is looked at again without another change', () => {
  const { news, state, clock, told, job } = rig()
  state.jobs = [job({ state: 'sending' })]
  news.changed()
  clock.stepMs(0)
  for (let s = 0; s < 15; s += 1) clock.stepMs(1_000)
  expect(told.map(({ waiting }) => waiting)).toEqual([0, 1])
})

test('However many ask, the printer is looked at once in some seconds', async () => {
  const { news, state, clock } = rig()
  await Promise.all([news.look(), news.look()])
  await news.look()
  expect(state.looks).toBe(1)
  clock.stepMs(3_000)
  await news.look()
  expect(state.looks).toBe(2)
})
