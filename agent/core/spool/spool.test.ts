// The spool over a stepped clock: order, retries only while no byte was sent, expiry, and a route that changes.
import { randomUUID } from 'node:crypto'
import { describe, expect, onTestFinished, test } from 'vitest'
import { silentLogger } from '@pharmacy-relay/shared/logger.ts'
import { SteppedClock } from '@pharmacy-relay/shared/test/stepped-clock.ts'
import { until } from '@pharmacy-relay/shared/test/until.ts'
import { PrintJob } from '@pharmacy-relay/shared/print-job.ts'
import { writeFailure, type WriteOutcome } from '../printers/write-outcome.ts'
import type { Arrival } from './arrival.ts'
import { JOB_LIMITS } from './jobs.ts'
import { EXPIRY_MS, Spool, type Label, type Route } from './spool.ts'

const SENT: WriteOutcome = { ok: true }
const OFF = writeFailure('printer_unreachable', false, 'ETIMEDOUT')
const CUT = writeFailure('connection_reset', true, 'ECONNRESET')
const WHOLE = { language: 'zpl', isComplete: true, reason: 'complete' } as const

const arrival = (text: string, over: Partial<Arrival> = {}): Arrival => ({
  ...{ payload: Buffer.from(text), sender: '127.0.0.1', endedBy: 'fin', verdict: WHOLE },
  ...over,
})

function setUp(write: (label: Label, text: string) => WriteOutcome | Promise<WriteOutcome> = () => SENT) {
  const clock = new SteppedClock()
  const printed: string[] = []
  const history: string[] = []
  const printer = (destination: string, kind: 'printer' | 'computer' = 'printer'): Route => ({
    kind,
    destination,
    write: async (label) => {
      const text = Buffer.from(label.payload).toString()
      const outcome = await write(label, text)
      if (outcome.ok) printed.push(`${destination}: ${text}`)
      return outcome
    },
  })
  const state = { route: printer('P1') }
  const spool = new Spool({
    route: () => state.route,
    clock,
    random: () => 0.5,
    newId: randomUUID,
    onChange: (job) => void history.push(`${PrintJob.parse(job).n} ${job.state}`),
    logger: silentLogger,
  })
  onTestFinished(async () => spool.stop())
  const states = () =>
    spool
      .list()
      .map(({ n, state: name }) => `${n} ${name}`)
      .toReversed()
  const reach = async (...wanted: string[]) =>
    until(wanted.join(', '), () => wanted.every((one) => states().includes(one)))
  return { spool, clock, printed, history, state, printer, states, reach }
}

describe('A label', () => {
  test('goes accepted, sending, sent to printer, and never says printed', async () => {
    const { spool, history, printed, reach } = setUp()
    expect(spool.accept(arrival('one'))).toMatchObject({ n: 1, state: 'accepted', bytes: 3, language: 'zpl' })
    await reach('1 sent_to_printer')
    expect(history).toEqual(['1 accepted', '1 sending', '1 sent_to_printer'])
    expect([printed, spool.list()[0]]).toEqual([
      ['P1: one'],
      expect.objectContaining({ destination: 'P1', attempts: 1 }),
    ])
  })

  test('for another computer is forwarded', async () => {
    const { spool, state, printer, reach } = setUp()
    state.route = printer('DISPENSARY', 'computer')
    spool.accept(arrival('one'))
    await reach('1 forwarded')
  })

  test('comes after those before it, one at a time', async () => {
    let open = 0
    const { spool, printed, reach } = setUp(async () => {
      open += 1
      expect(open).toBe(1)
      await new Promise((resolve) => setImmediate(resolve))
      open -= 1
      return SENT
    })
    for (let n = 1; n <= 50; n += 1) spool.accept(arrival(String(n)))
    await reach('50 sent_to_printer')
    expect(printed).toEqual(Array.from({ length: 50 }, (_, index) => `P1: ${index + 1}`))
  })
})

describe('A label is held, and prints nothing,', () => {
  const cut = { ...WHOLE, isComplete: false, reason: 'ends inside a label: ^XZ is missing' }
  const unchecked = { language: 'unknown', isComplete: null, reason: 'not checked' } as const
  test.each<[string, Partial<Arrival>, string]>([
    [
      'when it is cut, and its sender closed',
      { verdict: cut },
      'the label ends inside a label: ^XZ is missing, and its sender closed the connection',
    ],
    [
      'when it is cut, and its sender fell silent',
      { verdict: cut, endedBy: 'idle' },
      'the label ends inside a label: ^XZ is missing, and its sender fell silent',
    ],
    [
      'when it cannot be checked, and its sender fell silent',
      { verdict: unchecked, endedBy: 'idle' },
      'not checked, and its sender fell silent',
    ],
    [
      'when it cannot be checked, and its sender broke off',
      { verdict: unchecked, endedBy: 'reset' },
      'not checked, and its sender broke off',
    ],
  ])('%s', async (_name, over, reason) => {
    const { spool, printed, reach } = setUp()
    expect(spool.accept(arrival('cut', over))).toMatchObject({ state: 'held', reason })
    spool.accept(arrival('next'))
    await reach('1 held', '2 sent_to_printer')
    expect(printed).toEqual(['P1: next'])
  })

  test('but one of an unknown language passes when its sender closed, and is marked not checked', async () => {
    const { spool, reach } = setUp()
    expect(spool.accept(arrival('x', { verdict: unchecked }))).toMatchObject({
      state: 'accepted',
      reason: 'not checked',
    })
    await reach('1 sent_to_printer')
  })
})

describe('A failure', () => {
  test('before the first byte is tried again until the printer is back, in order', async () => {
    let isOff = true
    const { spool, clock, printed, states, reach } = setUp(() => (isOff ? OFF : SENT))
    spool.accept(arrival('one'))
    spool.accept(arrival('two'))
    for (const attempts of [1, 2, 3]) {
      await until('the wait', () => clock.nextInMs() !== null)
      expect(spool.list().at(-1)).toMatchObject({
        state: 'waiting_for_printer',
        attempts,
        reason: 'the printer cannot be reached (ETIMEDOUT)',
      })
      clock.stepMs(clock.nextInMs() ?? 0)
      await until('the try', () => spool.list().at(-1)?.attempts === attempts + 1)
    }
    expect(states()).toContain('2 accepted')
    isOff = false
    await until('the wait', () => clock.nextInMs() !== null)
    clock.stepMs(30_000)
    await reach('1 sent_to_printer', '2 sent_to_printer')
    expect(printed).toEqual(['P1: one', 'P1: two'])
  })

  test('after the first byte is never tried again, and does not block the next label', async () => {
    const tries: string[] = []
    const { spool, printed, clock, reach } = setUp((_label, text) => {
      tries.push(text)
      return text === 'one' ? CUT : SENT
    })
    spool.accept(arrival('one'))
    spool.accept(arrival('two'))
    await reach('1 unknown', '2 sent_to_printer')
    clock.stepMs(EXPIRY_MS)
    expect([tries, printed]).toEqual([['one', 'two'], ['P1: two']])
  })

  test('that trying again cannot mend is failed at once', async () => {
    const { spool, reach } = setUp(() => writeFailure('address_not_usable', false, ''))
    spool.accept(arrival('one'))
    await reach('1 failed')
  })

  test('of the back end itself leaves the label unknown, and the next is sent', async () => {
    const { spool, reach } = setUp((_label, text) => {
      if (text === 'one') throw new Error('a defect')
      return SENT
    })
    spool.accept(arrival('one'))
    spool.accept(arrival('two'))
    await reach('1 unknown', '2 sent_to_printer')
  })
})

describe('The route', () => {
  test('may be missing: labels wait and say why, and go on when there is one', async () => {
    const { spool, state, printer, printed, reach } = setUp()
    state.route = { kind: 'none', why: 'no printer has been chosen' }
    spool.accept(arrival('one'))
    await reach('1 waiting_for_printer')
    expect(spool.list()[0]?.reason).toBe('no printer has been chosen')
    state.route = printer('P2')
    spool.routeChanged()
    await reach('1 sent_to_printer')
    expect(printed).toEqual(['P2: one'])
  })

  test('changes between two labels: once it has settled, none goes to the old one', async () => {
    const first = Promise.withResolvers<WriteOutcome>()
    const { spool, state, printer, printed, reach } = setUp((_label, text) =>
      text === 'one' ? first.promise : SENT,
    )
    spool.accept(arrival('one'))
    spool.accept(arrival('two'))
    await reach('1 sending')
    state.route = printer('P2')
    spool.routeChanged()
    const settled = spool.settled()
    first.resolve(SENT)
    await settled
    await reach('2 sent_to_printer')
    expect(printed).toEqual(['P1: one', 'P2: two'])
  })

  test('that changes while the old one fails is tried at once', async () => {
    const failure = Promise.withResolvers<WriteOutcome>()
    const { spool, state, printer, printed, reach } = setUp(async () =>
      state.route.kind === 'computer' ? SENT : failure.promise,
    )
    spool.accept(arrival('one'))
    await reach('1 sending')
    state.route = printer('DISPENSARY', 'computer')
    spool.routeChanged()
    failure.resolve(OFF)
    await reach('1 forwarded')
    expect(printed).toEqual(['DISPENSARY: one'])
  })
})

describe('Limits', () => {
  test('a label that waited 30 minutes expires and prints nothing', async () => {
    const { spool, state, printer, clock, printed, reach } = setUp()
    state.route = { kind: 'none', why: 'no printer' }
    spool.accept(arrival('one'))
    await until('the wait', () => clock.nextInMs() !== null)
    clock.stepMs(EXPIRY_MS)
    await reach('1 expired')
    state.route = printer('P1')
    spool.routeChanged()
    spool.accept(arrival('two'))
    await reach('2 sent_to_printer')
    expect(printed).toEqual(['P1: two'])
  })

  test('an empty label is refused', () => {
    expect(() => setUp().spool.accept(arrival(''))).toThrow(expect.objectContaining({ code: 'invalid' }))
  })

  test('so many labels wait and no more, by number and by size', () => {
    const { spool, state } = setUp()
    state.route = { kind: 'none', why: 'no printer' }
    for (let n = 0; n < JOB_LIMITS.waiting; n += 1) spool.accept(arrival('x'))
    expect(() => spool.accept(arrival('x'))).toThrow(expect.objectContaining({ code: 'unavailable' }))
    const large = setUp()
    large.state.route = state.route
    const payload = Buffer.alloc(JOB_LIMITS.waitingBytes / 2)
    for (let n = 0; n < 2; n += 1) large.spool.accept(arrival('', { payload }))
    expect(() => large.spool.accept(arrival('x'))).toThrow(expect.objectContaining({ code: 'unavailable' }))
  })

  test('the last 200 labels that are over are kept, and all that wait', async () => {
    const { spool, state, states, reach } = setUp()
    for (let n = 1; n <= 250; n += 1) spool.accept(arrival(String(n)))
    await reach('250 sent_to_printer')
    state.route = { kind: 'none', why: 'no printer' }
    spool.accept(arrival('waits'))
    for (let n = 0; n < 210; n += 1) spool.accept(arrival('x', { verdict: { ...WHOLE, isComplete: false } }))
    await reach('251 waiting_for_printer')
    expect(states()).toHaveLength(JOB_LIMITS.over + 1)
    expect(states().at(-1)).toBe('461 held')
  })

  test('stopped, it breaks off the label that is being sent and takes no more', async () => {
    const { spool, reach } = setUp(
      async ({ signal }) =>
        new Promise((resolve) => {
          signal.addEventListener('abort', () => resolve(writeFailure('stopped', true, '')))
        }),
    )
    spool.accept(arrival('one'))
    await reach('1 sending')
    await spool.stop()
    expect(spool.list()[0]).toMatchObject({ state: 'unknown', reason: 'the agent was stopped' })
    expect(() => spool.accept(arrival('two'))).toThrow(expect.objectContaining({ code: 'unavailable' }))
  })
})
