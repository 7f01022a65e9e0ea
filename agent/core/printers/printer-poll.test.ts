// A printer that is asked while nothing is printed: how often, and what its silence means.
import { expect, test } from 'vitest'
import { systemClock } from '@pharmacy-relay/shared/clock.ts'
import { SteppedClock } from '@pharmacy-relay/shared/test/stepped-clock.ts'
import { startPrinter } from '../../test-printer/test/printer-rig.ts'
import { NOTHING_TOLD, type PrinterReading } from '../status/printer-reading.ts'
import { NOTHING_SEEN, PrinterPoll, stateAfter, type PrinterState } from './printer-poll.ts'
import { readPrinter, type StatusAnswer } from './status-query.ts'
import { writeFailure } from './write-outcome.ts'

/** The poll's waits are stepped, the printer's are real. */
function pollOf(read: () => Promise<StatusAnswer | null>) {
  const clock = new SteppedClock()
  const looks: PrinterState[] = []
  let looked = Promise.withResolvers<PrinterState>()
  const poll = new PrinterPoll({
    read,
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
  expect(clock.nextInMs()).toBe(240_000)

  await printer.faults.clear()
  const fourth = next()
  clock.stepMs(240_000)
  expect(await fourth).toMatchObject({ reading: { isIdle: true }, conditions: [], unanswered: 0 })
  expect(clock.nextInMs()).toBe(60_000)
  poll.stop()
  expect(clock.pending()).toBe(0)
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
