// What the hub is told about labels: when, what of it, and which jobs staff see.
import { printJobOf } from '@pharmacy-relay/shared/test/print-job.ts'
import { unwell, WELL, type ReportedHealth } from '@pharmacy-relay/shared/labels/health.ts'
import { reason } from '@pharmacy-relay/shared/reasons/make-reason.ts'
import { NO_JOBS, type LabelFacts } from '@pharmacy-relay/shared/labels/job-report.ts'
import { silentLogger } from '@pharmacy-relay/shared/logger.ts'
import type { PrinterCondition } from '@pharmacy-relay/shared/printer-condition.ts'
import type { PrintJob } from '@pharmacy-relay/shared/print-job.ts'
import { SteppedClock } from '@pharmacy-relay/shared/test/stepped-clock.ts'
import { describe, expect, test } from 'vitest'
import { JobNews, jobHour, jobsWaiting, shownJobs, waitedForPrinterMs, waitingHere } from './job-news.ts'
import type { HourCounts } from '../spool/store/stored-rows.ts'

const START = Date.UTC(2026, 10, 20, 9)
const HOUR = START / 3_600_000

const PAPER_OUT = reason('printer_condition', { condition: 'paper_out' })
const BROKE = reason('connection_reset', {})

function jobOf(n: number, changes: Partial<PrintJob> = {}): PrintJob {
  return printJobOf({
    id: `00000000-0000-4000-8000-${String(n).padStart(12, '0')}`,
    n,
    state: 'printed',
    sender: '127.0.4.4',
    destination: 'tcp:127.0.4.5:9100',
    attempts: 1,
    acceptedAt: new Date(START).toISOString(),
    changedAt: new Date(START).toISOString(),
    ...changes,
  })
}

function hourOf(hour: number, accepted: number, took: HourCounts['took'] = []): HourCounts {
  return { hourMs: hour * 3_600_000, accepted, reached: { accepted }, p50Ms: null, p99Ms: null, took }
}

function newsOf() {
  const clock = new SteppedClock(START)
  const now = {
    hours: [] as HourCounts[],
    open: [] as PrintJob[],
    conditions: [] as PrinterCondition[],
    health: undefined as ReportedHealth | undefined,
    facts: {} as LabelFacts,
    told: 0,
    asked: [] as number[],
  }
  const news = new JobNews({
    hours: async (fromMs) => {
      now.asked.push(fromMs / 3_600_000)
      return now.hours.filter(({ hourMs }) => hourMs >= fromMs)
    },
    openJobs: () => now.open,
    facts: () => now.facts,
    printerConditions: () => now.conditions,
    health: () => now.health ?? WELL,
    onNews: () => (now.told += 1),
    clock,
    logger: silentLogger,
  })
  const step = async (ms: number): Promise<void> => {
    clock.stepMs(ms)
    await new Promise((resolve) => setImmediate(resolve))
  }
  return { clock, now, news, step }
}

describe('The hub is told', () => {
  test('of another health within 3 s, without a job that changed, and of the same one once', async () => {
    const { now, news, step } = newsOf()
    now.health = WELL
    news.start()
    await step(3_000)
    await step(0)
    expect(news.report()?.waiting.health).toEqual(WELL)
    const told = now.told
    for (let look = 0; look < 10; look += 1) await step(3_000)
    expect(now.told).toBe(told)
    now.health = unwell('no_way', { computer: 'DISPENSARY' })
    await step(3_000)
    await step(0)
    expect([now.told, news.report()?.waiting.health]).toEqual([told + 1, now.health])
    news.stop()
    now.health = WELL
    await step(60_000)
    expect(now.told).toBe(told + 1)
  })

  test('2 s after a first change, then at most every 30 s, and nothing when nothing is new', async () => {
    const { now, news, step, clock } = newsOf()
    now.hours = [hourOf(HOUR, 1)]
    news.changed()
    await step(1_999)
    expect(news.report()).toBeNull()
    await step(1)
    const first = news.report()
    expect(first).toMatchObject({ hours: [{ hour: HOUR, version: 1, counts: { ...NO_JOBS, accepted: 1 } }] })
    if (first !== null) news.told(first)
    now.hours = [hourOf(HOUR, 2)]
    for (let change = 0; change < 50; change += 1) news.changed()
    await step(29_999)
    expect([news.report(), now.told]).toEqual([first, 1])
    await step(1)
    expect(news.report()?.hours).toMatchObject([{ version: 2 }])
    const second = news.report()
    if (second !== null) news.told(second)
    news.changed()
    await step(30_000)
    expect([news.report() === second, now.told, clock.pending()]).toEqual([true, 2, 0])
  })

  test('when the last label came out, beside what it counts in, and of none nothing', async () => {
    const { now, news, step } = newsOf()
    news.changed()
    await step(2_000)
    const first = news.report()
    expect(first?.facts).toEqual({})
    if (first !== null) news.told(first)
    now.facts = { lastLabelAt: new Date(START).toISOString() }
    now.hours = [hourOf(HOUR, 1)]
    news.changed()
    await step(30_000)
    expect(news.report()).toMatchObject({ hours: [{ version: 1 }], facts: now.facts })
  })

  test('an hour that nobody heard of again, with what came since', async () => {
    const { now, news, step } = newsOf()
    now.hours = [hourOf(HOUR - 1, 5)]
    news.changed()
    await step(2_000)
    now.hours.push(hourOf(HOUR, 1))
    news.changed()
    await step(30_000)
    expect(news.report()?.hours.map(({ hour }) => hour)).toEqual([HOUR - 1, HOUR])
  })

  test('the last week in reports of 24 hours, oldest first, each once', async () => {
    const { now, news, step } = newsOf()
    now.hours = Array.from({ length: 400 }, (_none, index) => hourOf(HOUR - 399 + index, 1))
    news.changed()
    await step(2_000)
    const told: number[] = []
    for (let report = news.report(); report !== null && report.hours.length > 0 && told.length < 400;) {
      told.push(...report.hours.map(({ hour }) => hour))
      news.told(report)
      await step(0)
      if (news.report() === report) break
      report = news.report()
    }
    expect(told).toEqual(Array.from({ length: 169 }, (_none, index) => HOUR - 168 + index))
  })

  test('that a label still has not left, although nothing about it changed', async () => {
    const { now, news, step } = newsOf()
    now.open = [jobOf(1, { state: 'sending' })]
    news.changed()
    await step(2_000)
    expect(news.report()?.waiting.printer).toBe(0)
    await step(10_000)
    expect(news.report()?.waiting.printer).toBe(1)
    news.stop()
    await step(60_000)
    expect(now.told).toBe(2)
  })

  test('what is the matter with the printer within 10 s, and when nothing is any more', async () => {
    const { now, news, step, clock } = newsOf()
    news.changed()
    await step(2_000)
    now.conditions = ['paper_out']
    news.changed()
    await step(10_000)
    expect(news.report()?.waiting.printerConditions).toEqual(['paper_out'])
    now.conditions = []
    news.changed()
    await step(10_000)
    expect(news.report()?.waiting.printerConditions).toEqual([])
    expect([now.told, clock.pending()]).toEqual([3, 0])
  })

  test('later when the spool cannot be asked', async () => {
    const { now, news, step } = newsOf()
    const hours = now.hours
    Object.defineProperty(now, 'hours', {
      configurable: true,
      get: () => {
        throw new Error('the disk failed')
      },
    })
    news.changed()
    await step(2_000)
    expect(news.report()).toBeNull()
    Object.defineProperty(now, 'hours', { value: hours })
    await step(30_000)
    expect(news.report()).not.toBeNull()
  })
})

test('the version of an hour rises with every number in it', () => {
  const took = [
    { ms: 50, count: 3 },
    { ms: 10, count: 2 },
  ]
  const hour = jobHour(hourOf(HOUR, 5, took))
  expect(hour.version).toBe(10)
  expect(hour.took.map(({ ms }) => ms)).toEqual([10, 50])
})

test('what waits is told by who has to do something, with the reason of the oldest', () => {
  const open = [
    jobOf(9, { state: 'waiting_for_printer', reasons: [PAPER_OUT] }),
    jobOf(8, { state: 'accepted' }),
    jobOf(7, { state: 'held', reasons: [reason('cut_label', {})] }),
    jobOf(6, { state: 'unknown', reasons: [BROKE] }),
    jobOf(5, { state: 'failed', reasons: [reason('no_printer', {})] }),
  ]
  const waiting = { unknown: 1, held: 1, personReasons: [BROKE], printerReasons: [PAPER_OUT] }
  expect(jobsWaiting(open, START + 1_000)).toEqual({ ...waiting, printer: 1 })
  expect(jobsWaiting(open, START + 11_000)).toEqual({ ...waiting, printer: 2 })
})

test('the printer is waited for since its oldest label came, and by none that is under way', () => {
  const later = new Date(START + 2_000).toISOString()
  const waiting = jobOf(3, { state: 'waiting_for_printer', acceptedAt: later, changedAt: later })
  expect(waitedForPrinterMs([jobOf(1, { state: 'sending' })], START + 5_000)).toBeNull()
  expect(waitedForPrinterMs([waiting], START + 5_000)).toBe(3_000)
  expect(waitedForPrinterMs([waiting, jobOf(2, { state: 'waiting_for_printer' })], START + 5_000)).toBe(5_000)
})

test('a label stays here when it has waited for longer than 10 s; the oldest that says why is believed', () => {
  const waiting = (n: number, reasons: PrintJob['reasons'] = []) =>
    jobOf(n, { state: 'waiting_for_printer', reasons })
  const open = [
    waiting(4),
    waiting(3, [PAPER_OUT]),
    jobOf(1, { state: 'unknown' }),
    jobOf(2, { state: 'sending' }),
  ]
  expect(waitingHere(open, START + 10_000)).toEqual({ count: 0, reasons: [] })
  expect(waitingHere(open, START + 10_001)).toEqual({ count: 3, reasons: [PAPER_OUT] })
})

test('staff see what waits, however old, then the newest, and each once', () => {
  const newest = Array.from({ length: 10 }, (_none, index) => jobOf(100 - index))
  const open = [
    jobOf(3, { state: 'unknown' }),
    ...Array.from({ length: 20 }, (_none, index) => jobOf(40 + index, { state: 'held' })),
    jobOf(99, { state: 'waiting_for_printer' }),
  ]
  const shown = shownJobs(open, newest, 8)
  expect(shown.map(({ n }) => n)).toEqual([100, 99, 98, 97, 42, 41, 40, 3])
  expect(shownJobs([], newest, 4).map(({ n }) => n)).toEqual([100, 99, 98, 97])
})
