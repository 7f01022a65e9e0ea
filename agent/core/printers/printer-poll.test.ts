// A printer that is asked while nothing is printed: how often, and what its silence means.
import { expect, test } from 'vitest'
import { systemClock } from '@pharmacy-relay/shared/clock.ts'
import { SteppedClock } from '@pharmacy-relay/shared/test/stepped-clock.ts'
import { startPrinter } from '../../test-printer/test/printer-rig.ts'
import { PrinterPoll, type PrinterState } from './printer-poll.ts'
import { readPrinter, type StatusAnswer } from './status-query.ts'

/** The poll's waits are stepped, the printer's are real. */
function pollOf(read: () => Promise<StatusAnswer | null>) {
  const clock = new SteppedClock()
  const looks: PrinterState[] = []
  let looked = Promise.withResolvers<PrinterState>()
  const poll = new PrinterPoll({
    ...{ read, clock },
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
