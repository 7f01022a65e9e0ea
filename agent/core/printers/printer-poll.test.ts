// A printer that is asked while nothing is printed: how often, and what its silence means.
import { describe, expect, test } from 'vitest'
import { systemClock } from '@pharmacy-relay/shared/clock.ts'
import { SteppedClock } from '@pharmacy-relay/shared/test/stepped-clock.ts'
import { startPrinter } from '../../test-printer/test/printer-rig.ts'
import { NOTHING_TOLD, type PrinterReading } from '../status/printer-reading.ts'
import { NOTHING_SEEN, PrinterPoll, stateAfter, type PrinterState } from './printer-poll.ts'
import { readPrinter, type StatusAnswer } from './status-query.ts'
import { writeFailure } from './write-outcome.ts'

/** The poll's waits are stepped, the printer's are real. */
function pollOf(read: () => Promise<StatusAnswer | null>, isWanted = false) {
  const clock = new SteppedClock()
  const looks: PrinterState[] = []
  let looked = Promise.withResolvers<PrinterState>()
  const poll = new PrinterPoll({
    read,
    isWanted: () => isWanted,
    clock,
    onLook: (state) => {
      looks.push(state)
      looked.resolve(state)
      looked = Promise.withResolvers()
    },
  })
  return { poll, clock, looks, next: async () => looked.promise }
}

test('is known when it answers, and not answering when it is silent afterwards', async () => {
  const printer = await startPrinter()
  const address = { host: '127.0.0.1', port: printer.rawPort }
  const { signal } = new AbortController()
  const { poll, clock, next } = pollOf(async () =>
    readPrinter(address, 'zpl', { clock: systemClock, signal }),
  )
  const first = next()
  poll.start()
  expect(await first).toMatchObject({ reading: { odometer: 0, isIdle: true }, conditions: [], unanswered: 0 })
  expect(clock.nextInMs()).toBe(60_000)

  await printer.faults.set({ neverRead: true })
  const second = next()
  clock.stepMs(60_000)
  expect(await second).toMatchObject({
    conditions: ['not_answering'],
    unanswered: 1,
    reading: { odometer: 0 },
  })
  expect(clock.nextInMs()).toBe(120_000)

  await printer.faults.set({ neverRead: false, powerOff: true })
  const third = next()
  clock.stepMs(120_000)
  expect(await third).toMatchObject({ conditions: [], unanswered: 1 })
  expect(clock.nextInMs()).toBe(2_500)

  await printer.faults.clear()
  const fourth = next()
  clock.stepMs(2_500)
  expect(await fourth).toMatchObject({ reading: { isIdle: true }, conditions: [], unanswered: 0 })
  expect(clock.nextInMs()).toBe(60_000)
  poll.stop()
  expect(clock.pending()).toBe(0)
})

describe('One that refuses connections', () => {
  const refused: StatusAnswer = { kind: 'unreachable', failure: writeFailure('printer_busy', false) }
  const there: StatusAnswer = { kind: 'there' }
  const off = ['unreachable']

  /** Looks at it as often as there are waits; what was said after each look that told something. */
  async function said(answers: (StatusAnswer | null)[], waitsMs: readonly number[]) {
    const { poll, clock, looks } = pollOf(async () => answers.shift() ?? null)
    poll.start()
    for (const waitMs of waitsMs) {
      await expect.poll(() => clock.nextInMs()).toBe(waitMs)
      clock.stepMs(waitMs)
    }
    await expect.poll(() => clock.pending()).toBe(1)
    poll.stop()
    return looks.map(({ conditions }) => conditions)
  }

  test('is off after 7.5 s, is asked less often then, and is there again with its first answer', async () => {
    const answers = [refused, refused, refused, refused, refused, there, refused]
    const waitsMs = [2_500, 2_500, 2_500, 10_000, 10_000, 60_000]
    expect(await said(answers, waitsMs)).toEqual([[], [], [], off, off, [], []])
  })

  test('and serves somebody else at this moment is not off, and has 20 s from then on', async () => {
    const long = Array.from({ length: 9 }, () => refused)
    const answers = [refused, refused, there, ...long]
    const waitsMs = [2_500, 2_500, 60_000, ...long.slice(1).map(() => 2_500)]
    expect(await said(answers, waitsMs)).toEqual([[], [], [], ...long.slice(1).map(() => []), off])
  })

  test('counts from the label that it refused', async () => {
    const answers = [there, refused, refused, refused]
    const { poll, clock, looks } = pollOf(async () => answers.shift() ?? null)
    poll.start()
    await expect.poll(() => clock.nextInMs()).toBe(60_000)
    clock.stepMs(20_000)
    poll.refused()
    for (let look = 0; look < 3; look += 1) {
      poll.refused()
      await expect.poll(() => clock.nextInMs()).toBe(2_500)
      clock.stepMs(2_500)
    }
    await expect.poll(() => looks.map(({ conditions }) => conditions)).toEqual([[], [], [], off])
    poll.stop()
    poll.refused()
    expect(clock.pending()).toBe(0)
  })
})

test('that never answered is not called silent, and one with labels is not asked more often or less', async () => {
  const answers: (StatusAnswer | null)[] = [{ kind: 'silent', tookMs: 1_500 }, { kind: 'busy' }, null]
  const { poll, clock, looks } = pollOf(async () => answers.shift() ?? null)
  poll.start()
  await expect.poll(() => clock.nextInMs()).toBe(120_000)
  expect(looks).toEqual([{ reading: null, conditions: [], unanswered: 1 }])
  for (let look = 0; look < 2; look += 1) {
    clock.stepMs(120_000)
    await expect.poll(() => clock.nextInMs()).toBe(120_000)
  }
  expect(looks).toHaveLength(1)
  poll.stop()
})

test('looks soon when something happened, at most once in 15 s, and hears what others asked', async () => {
  const answer = (conditions: PrinterReading['conditions']): StatusAnswer => ({
    kind: 'reading',
    tookMs: 5,
    reading: { language: 'tspl', ...NOTHING_TOLD, conditions, atMs: 0 },
  })
  const { poll, clock, looks, next } = pollOf(async () => answer([]))
  const first = next()
  poll.start()
  await first
  poll.soon()
  poll.soon()
  expect([clock.pending(), clock.nextInMs()]).toEqual([1, 15_000])
  clock.stepMs(14_000)
  poll.soon()
  expect(clock.nextInMs()).toBe(1_000)
  const second = next()
  clock.stepMs(1_000)
  await second
  clock.stepMs(20_000)
  poll.soon()
  expect(clock.nextInMs()).toBe(3_000)
  poll.heard({ language: 'tspl', ...NOTHING_TOLD, conditions: ['paper_out'], atMs: 1 })
  expect(poll.state()).toMatchObject({ conditions: ['paper_out'], unanswered: 0 })
  poll.stop()
  poll.soon()
  poll.heard({ language: 'tspl', ...NOTHING_TOLD, conditions: [], atMs: 2 })
  expect([clock.pending(), looks.length, poll.state().conditions]).toEqual([0, 3, ['paper_out']])
})

test('is unreachable when no connection comes about, and not when it refuses one', () => {
  const after = (code: 'printer_unreachable' | 'printer_busy') =>
    stateAfter(NOTHING_SEEN, { kind: 'unreachable', failure: writeFailure(code, false) }).conditions
  expect([after('printer_unreachable'), after('printer_busy')]).toEqual([['unreachable'], []])
})

describe('One that says that it has stopped', () => {
  const told = (over: Partial<PrinterReading>): StatusAnswer => ({
    kind: 'reading',
    tookMs: 5,
    reading: { language: 'zpl', ...NOTHING_TOLD, conditions: [], atMs: 0, ...over },
  })
  const PAPER_OUT = told({ conditions: ['paper_out'], isIdle: false })
  const SILENT: StatusAnswer = { kind: 'silent', tookMs: 1_500 }

  /** After each of the answers but the last. */
  async function after(answers: readonly StatusAnswer[], isWanted = true) {
    const left = [...answers]
    const rig = pollOf(async () => left.shift() ?? SILENT, isWanted)
    for (let n = 0; n < answers.length; n += 1) {
      const next = rig.next()
      if (n === 0) rig.poll.start()
      else rig.clock.stepMs(rig.clock.nextInMs() ?? 0)
      await next
      await expect.poll(() => rig.clock.pending()).toBe(1)
    }
    return rig
  }

  test('is asked every 3 s while labels wait, and at the usual pace while none does', async () => {
    const wanted = await after([PAPER_OUT])
    expect(wanted.clock.nextInMs()).toBe(3_000)
    const unwanted = await after([PAPER_OUT], false)
    expect(unwanted.clock.nextInMs()).toBe(60_000)
    // A label that comes then wants to know now.
    unwanted.clock.stepMs(10_000)
    unwanted.poll.soon()
    expect(unwanted.clock.nextInMs()).toBe(0)
    for (const { poll } of [wanted, unwanted]) poll.stop()
  })

  test('keeps its cause over silence, over somebody who is served and over half an answer, for 10 min', async () => {
    const refused: StatusAnswer = { kind: 'unreachable', failure: writeFailure('printer_busy', false) }
    const { poll, clock } = await after([PAPER_OUT, SILENT, refused, told({ model: 'ZD421' })])
    expect(poll.state().conditions).toEqual(['paper_out'])
    expect(poll.stops()).toEqual(['paper_out'])
    while (clock.monotonicMs() < 610_000 && poll.stops().length > 0) {
      clock.stepMs(clock.nextInMs() ?? 3_000)
      await expect.poll(() => clock.pending()).toBe(1)
    }
    expect(clock.monotonicMs()).toBeGreaterThanOrEqual(600_000)
    expect([poll.stops(), poll.state().conditions]).toEqual([[], ['not_answering']])
    poll.stop()
  })

  test('goes on with its next word, and is gone when it is switched off', async () => {
    const on = await after([PAPER_OUT, told({ isIdle: true })])
    expect([on.poll.stops(), on.poll.state().conditions]).toEqual([[], []])
    const gone: StatusAnswer = { kind: 'unreachable', failure: writeFailure('printer_unreachable', false) }
    const off = await after([PAPER_OUT, gone])
    expect([off.poll.stops(), off.poll.state().conditions]).toEqual([[], ['unreachable']])
    for (const { poll } of [on, off]) poll.stop()
  })

  test.each(['ipp', 'tspl'] as const)(
    'by the word of %s: a queue of the system is not believed',
    async (language) => {
      const { poll } = await after([
        told({ language, conditions: ['paper_out', 'paper_low', 'buffer_full'] }),
      ])
      expect(poll.stops()).toEqual(language === 'ipp' ? [] : ['paper_out'])
      poll.stop()
    },
  )
})
