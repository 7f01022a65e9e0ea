// Labels for a printer of this computer, over a stepped clock: retries only while no byte was sent, and a route that changes.
import { reason } from '@pharmacy-relay/shared/reasons/make-reason.ts'
import { describe, expect, test } from 'vitest'
import { until } from '@pharmacy-relay/shared/test/until.ts'
import { writeFailure } from '../../printers/write-outcome.ts'
import { EXPIRY_MS } from '../rules/expiry.ts'
import type { Delivery } from '../rules/route.ts'
import { arrival, CUT, CUT_SHORT, OFF, SENT, startRig } from '../test/spool-rig.ts'

/** The first, with the draw of the rig. */
const PAUSE_MS = 1_500
const NO_PRINTER = { kind: 'none', why: reason('no_printer', {}) } as const

describe('A failure', () => {
  test('before the first byte is tried again until the printer is back, in order', async () => {
    let isOff = true
    const { spool, clock, printed, states, reach, job } = await startRig({
      write: () => (isOff ? OFF : SENT),
    })
    await spool.accept(arrival('one'))
    await spool.accept(arrival('two'))
    for (const attempts of [1, 2, 3]) {
      await until('the wait', () => clock.nextInMs() !== null)
      expect(await job(1)).toMatchObject({
        state: 'waiting_for_printer',
        attempts,
        reasons: [reason('printer_unreachable', {}, 'ETIMEDOUT')],
      })
      clock.stepMs(clock.nextInMs() ?? 0)
      await until('the try', async () => (await job(1))?.attempts === attempts + 1)
    }
    expect(await states()).toContain('2 accepted')
    isOff = false
    await until('the wait', () => clock.nextInMs() !== null)
    clock.stepMs(30_000)
    await reach('1 sent_to_printer', '2 sent_to_printer')
    expect(printed).toEqual(['P1: one', 'P1: two'])
  })

  test('after the first byte is never tried again, and does not block the next label', async () => {
    const tries: string[] = []
    const { spool, printed, clock, reach } = await startRig({
      write: (_label, text) => {
        tries.push(text)
        return text === 'one' ? CUT : SENT
      },
    })
    await spool.accept(arrival('one'))
    await spool.accept(arrival('two'))
    await reach('1 unknown')
    await until('the pause', () => clock.nextInMs() === PAUSE_MS)
    spool.routeChanged()
    await new Promise((resolve) => setTimeout(resolve, 20))
    expect(tries).toEqual(['one'])
    clock.stepMs(PAUSE_MS)
    await reach('2 sent_to_printer')
    clock.stepMs(EXPIRY_MS)
    expect([tries, printed]).toEqual([['one', 'two'], ['P1: two']])
  })

  test('after the first byte costs one label for each pause, which grows to half a minute and ends with a success', async () => {
    const deliveries = [CUT, CUT, CUT, CUT, CUT, CUT, SENT, CUT]
    const { spool, clock, reach, states } = await startRig({ write: () => deliveries.shift() ?? SENT })
    for (const text of ['1', '2', '3', '4', '5', '6', '7', '8', '9']) await spool.accept(arrival(text))
    for (const [index, pauseMs] of [1_500, 3_000, 6_000, 12_000, 22_500, 22_500].entries()) {
      await until('the pause', () => clock.nextInMs() === pauseMs)
      expect(await states()).toContain(`${index + 1} unknown`)
      expect(await states()).toContain(`${index + 2} accepted`)
      clock.stepMs(pauseMs)
    }
    await reach('7 sent_to_printer', '8 unknown')
    await until('the first pause again', () => clock.nextInMs() === PAUSE_MS)
    clock.stepMs(PAUSE_MS)
    await reach('9 sent_to_printer')
  })

  test('after the first byte is not waited out when a person acts', async () => {
    const { spool, clock, printed, reach } = await startRig({
      write: (_label, text) => (text === 'one' ? CUT : SENT),
    })
    await spool.accept(arrival('one'))
    await spool.accept(arrival('two'))
    await until('the pause', () => clock.nextInMs() === PAUSE_MS)
    await spool.actions.cameOut('1')
    const held = await spool.accept(arrival('three', { verdict: CUT_SHORT }))
    expect(printed).toEqual([])
    await spool.actions.release(String(held.n))
    await reach('2 sent_to_printer', '3 sent_to_printer')
  })

  test('is ambiguous when either its kind or its bytes say so', async () => {
    for (const delivery of [
      { ...OFF, bytesSent: 1 },
      { ...CUT, bytesSent: 0 },
    ]) {
      const { spool, reach } = await startRig({ write: () => delivery })
      await spool.accept(arrival('one'))
      await reach('1 unknown')
    }
  })

  test('that trying again cannot mend is failed at once', async () => {
    const { spool, reach } = await startRig({ write: () => writeFailure('address_not_usable', false, '') })
    await spool.accept(arrival('one'))
    await reach('1 failed')
  })

  test('of the back end itself leaves the label unknown, and the next is sent', async () => {
    const { spool, reach } = await startRig({
      write: (_label, text) => {
        if (text === 'one') throw new Error('a defect')
        return SENT
      },
    })
    await spool.accept(arrival('one'))
    await spool.accept(arrival('two'))
    await reach('1 unknown', '2 sent_to_printer')
  })

  test('of the disk before the first byte sends nothing, and after the last loses no outcome', async () => {
    const { spool, store, clock, printed, reach } = await startRig({
      write: () => {
        store.fault = new Error('ENOSPC')
        return SENT
      },
    })
    await spool.accept(arrival('one'))
    await until('the wait', () => clock.nextInMs() !== null)
    await reach('1 sending')
    store.fault = null
    clock.stepMs(15_000)
    await reach('1 sent_to_printer')
    expect(printed).toEqual(['P1: one'])
    const other = await startRig({ route: NO_PRINTER })
    await other.spool.accept(arrival('two'))
    await other.reach('1 waiting_for_printer')
    other.store.fault = new Error('ENOSPC')
    other.state.route = other.way('P1')
    other.spool.routeChanged()
    await until('the refusal', () => other.clock.nextInMs() === 2_000)
    expect(other.labels).toEqual([])
    other.store.fault = null
    other.clock.stepMs(2_000)
    await other.reach('1 sent_to_printer')
  })
})

describe('The route', () => {
  test('that leads to another printer than the one that broke off is taken at once', async () => {
    const { spool, state, way, printed, clock, reach } = await startRig({
      write: (_label, text) => (text === 'one' ? CUT : SENT),
    })
    await spool.accept(arrival('one'))
    await spool.accept(arrival('two'))
    await until('the pause', () => clock.nextInMs() === PAUSE_MS)
    state.route = way('P2')
    spool.routeChanged()
    await reach('1 unknown', '2 sent_to_printer')
    expect(printed).toEqual(['P2: two'])
  })

  test('may be missing: labels wait and say why, and go on when there is one', async () => {
    const { spool, state, way, printed, reach, job } = await startRig()
    state.route = { kind: 'none', why: reason('no_printer', {}) }
    await spool.accept(arrival('one'))
    await reach('1 waiting_for_printer')
    expect((await job(1))?.reasons).toEqual([reason('no_printer', {})])
    state.route = way('P2')
    spool.routeChanged()
    await reach('1 sent_to_printer')
    expect(printed).toEqual(['P2: one'])
  })

  test('changes between two labels: once it has settled, none goes to the old one', async () => {
    const first = Promise.withResolvers<Delivery>()
    const { spool, state, way, printed, reach } = await startRig({
      write: (_label, text) => (text === 'one' ? first.promise : SENT),
    })
    await spool.accept(arrival('one'))
    await spool.accept(arrival('two'))
    await reach('1 sending')
    state.route = way('P2')
    spool.routeChanged()
    const settled = spool.dispatcher.settled()
    first.resolve(SENT)
    await settled
    await reach('2 sent_to_printer')
    expect(printed).toEqual(['P1: one', 'P2: two'])
  })

  test('that changes while the old one fails is tried at once', async () => {
    const failure = Promise.withResolvers<Delivery>()
    const rig = await startRig({
      write: async () => (rig.state.route.kind === 'computer' ? SENT : failure.promise),
    })
    const { spool, state, printed, reach } = rig
    await spool.accept(arrival('one'))
    await reach('1 sending')
    state.route = rig.computer('DISPENSARY')
    spool.routeChanged()
    failure.resolve(OFF)
    await reach('1 forwarded')
    expect(printed).toEqual(['DISPENSARY: one'])
  })
})
