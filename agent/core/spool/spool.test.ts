// The spool over a stepped clock: what is accepted, held, told and expired.
import { codesOf } from '@pharmacy-relay/shared/test/codes-of.ts'
import { reason } from '@pharmacy-relay/shared/reasons/make-reason.ts'
import { describe, expect, test } from 'vitest'
import { SteppedClock } from '@pharmacy-relay/shared/test/stepped-clock.ts'
import { until } from '@pharmacy-relay/shared/test/until.ts'
import type { Arrival } from './rules/arrival.ts'
import { MEMORY_LIMIT } from './test/memory-store.ts'
import { arrival, CUT_SHORT, newRig, OFF, SENT, startRig, stuck } from './test/spool-rig.ts'
import type { Delivery } from './rules/route.ts'

const NO_PRINTER = { kind: 'none', why: reason('no_printer', {}) } as const

describe('A label', () => {
  test('goes accepted, sending, sent to printer, and never says printed without proof', async () => {
    const { spool, history, printed, reach, job } = await startRig()
    expect(await spool.accept(arrival('one'))).toMatchObject({
      n: 1,
      state: 'accepted',
      bytes: 3,
      language: 'zpl',
    })
    await reach('1 sent_to_printer')
    expect(history).toEqual(['1 accepted', '1 sending', '1 sent_to_printer'])
    expect([printed, await job(1)]).toEqual([
      ['P1: one'],
      expect.objectContaining({ destination: 'P1', attempts: 1 }),
    ])
  })

  test.each([
    ['L0', 'sent_to_printer'],
    ['L1', 'sent_to_printer'],
    ['L2', 'sent_to_printer'],
    ['L3', 'printed'],
    ['L4', 'printed'],
  ] as const)('of which the printer proved %s is %s', async (evidence, state) => {
    const { spool, reach } = await startRig({ write: () => ({ ok: true, evidence }) })
    await spool.accept(arrival('one'))
    await reach(`1 ${state}`)
    expect(await spool.trace('1')).toMatchObject({ evidence, job: { state } })
  })

  test('is on the disk before its sender hears of it, and its try before the first byte', async () => {
    const { spool, store, disk, labels } = await startRig({ write: stuck })
    store.isManual = true
    let isAccepted = false
    const accepting = spool.accept(arrival('one')).then(() => (isAccepted = true))
    await until('the commit is asked for', () => store.pending() === 1)
    await new Promise((resolve) => setTimeout(resolve, 20))
    expect([isAccepted, disk.jobs.length, labels]).toEqual([false, 0, []])
    store.flush()
    await accepting
    await until('the label', () => labels.length === 1)
    expect(disk.jobs[0]?.row.state).toBe('sending')
    store.isManual = false
  })

  test('behind another is on the disk before its sender hears of it, and its try before the first byte', async () => {
    const first = Promise.withResolvers<Delivery>()
    const { spool, store, disk, labels, reach } = await startRig({
      write: async (_label, text) => (text === 'one' ? first.promise : SENT),
    })
    await spool.accept(arrival('one'))
    await spool.accept(arrival('two'))
    await reach('1 sending', '2 accepted')
    store.isManual = true
    first.resolve(SENT)
    await until('outcome and try are asked for at once', () => store.pending() === 2)
    await new Promise((resolve) => setTimeout(resolve, 20))
    expect([disk.jobs[1]?.row.state, labels.length]).toEqual(['accepted', 1])
    store.flush()
    await until('the second label', () => labels.length === 2)
    expect(disk.jobs.map(({ row }) => row.state)).toEqual(['sent_to_printer', 'sending'])
    store.isManual = false
    store.flush()
  })

  test('that comes while the one before it is committed does not overtake it, whatever the disk says of that one', async () => {
    for (const fault of [null, new Error('EIO')]) {
      const { spool, store, printed, reach, states } = await startRig()
      store.isManual = true
      const one = spool.accept(arrival('one')).catch(() => null)
      await until('the first', () => store.pending() === 1)
      store.fault = fault
      store.flush()
      store.fault = null
      const two = spool.accept(arrival('two'))
      await until('the second', () => store.pending() > 0)
      store.isManual = false
      store.flush()
      await Promise.all([one, two])
      await reach(fault === null ? '2 sent_to_printer' : '1 sent_to_printer')
      expect(printed).toEqual(fault === null ? ['P1: one', 'P1: two'] : ['P1: two'])
      expect(await states()).toHaveLength(printed.length)
    }
  })

  test('that the disk does not take is not accepted, and its bytes are gone from memory', async () => {
    const { spool, store, disk } = await startRig()
    store.fault = new Error('EIO')
    const lost = arrival('secret')
    await expect(spool.accept(lost)).rejects.toThrow('EIO')
    expect([disk.jobs, Buffer.from(lost.payload)]).toEqual([[], Buffer.alloc(6)])
  })

  test('is overwritten in memory once it was sent', async () => {
    const { spool, reach, labels } = await startRig()
    const one = arrival('secret')
    await spool.accept(one)
    await reach('1 sent_to_printer')
    expect([...one.payload, ...(labels[0]?.payload ?? [1])].every((byte) => byte === 0)).toBe(true)
  })

  test('for another computer is forwarded', async () => {
    const { spool, state, computer, reach } = await startRig()
    state.route = computer('DISPENSARY')
    await spool.accept(arrival('one'))
    await reach('1 forwarded')
  })

  test('comes after those before it, one at a time', async () => {
    let open = 0
    const { spool, printed, reach } = await startRig({
      write: async () => {
        open += 1
        expect(open).toBe(1)
        await new Promise((resolve) => setImmediate(resolve))
        open -= 1
        return SENT
      },
    })
    await Promise.all(Array.from({ length: 50 }, async (_, n) => spool.accept(arrival(String(n + 1)))))
    await reach('50 sent_to_printer')
    expect(printed).toEqual(Array.from({ length: 50 }, (_, index) => `P1: ${index + 1}`))
  })

  test('has a trace: each step, what it took, bytes and evidence', async () => {
    let isOff = true
    const rig = await startRig({ write: () => (isOff ? OFF : { ok: true, evidence: 'L1' }) })
    await rig.spool.accept(arrival('one'))
    await until('the wait', () => rig.clock.nextInMs() !== null)
    isOff = false
    rig.clock.stepMs(1_500)
    await rig.reach('1 sent_to_printer')
    const { steps, ...facts } = await rig.spool.trace('1')
    expect(facts).toMatchObject({
      code: 'printer_unreachable',
      evidence: 'L1',
      copies: 1,
      isPayloadKept: true,
    })
    expect(steps.map(({ state, tookMs, bytes }) => [state, tookMs, bytes])).toEqual([
      ['accepted', null, 3],
      ['sending', 0, null],
      ['waiting_for_printer', 0, 0],
      ['sending', 1_500, null],
      ['sent_to_printer', 0, null],
    ])
    await expect(rig.spool.trace('9')).rejects.toMatchObject({ code: 'not_found' })
  })
})

describe('The counter of the printer', () => {
  test('is what the label before left, and is not believed after one that did not read it', async () => {
    const ends: Delivery[] = [{ ok: true, odometer: 10 }, { ok: true, odometer: 12 }, SENT, SENT]
    const { spool, labels, reach } = await startRig({ write: () => ends.shift() ?? SENT })
    for (const text of ['one', 'two', 'three', 'four']) await spool.accept(arrival(text))
    await reach('4 sent_to_printer')
    expect(labels.map(({ odometer }) => odometer)).toEqual([null, 10, 12, null])
  })
})

describe('A label is held, and prints nothing,', () => {
  const unchecked = { language: 'unknown', isComplete: null, reason: 'not_checked' } as const
  test.each<[string, Partial<Arrival>, string]>([
    ['when it is cut, and its sender closed', { verdict: CUT_SHORT }, 'cut_label sender_closed'],
    [
      'when it is cut, and its sender fell silent',
      { verdict: CUT_SHORT, endedBy: 'idle' },
      'cut_label sender_silent',
    ],
    [
      'when it cannot be checked, and its sender fell silent',
      { verdict: unchecked, endedBy: 'idle' },
      'not_checked sender_silent',
    ],
    [
      'when it cannot be checked, and its sender broke off',
      { verdict: unchecked, endedBy: 'reset' },
      'not_checked sender_broke',
    ],
  ])('%s', async (_name, over, why) => {
    const { spool, printed, reach } = await startRig()
    const held = await spool.accept(arrival('cut', over))
    expect([held.state, codesOf(held)]).toEqual(['held', why])
    await spool.accept(arrival('next'))
    await reach('1 held', '2 sent_to_printer')
    expect(printed).toEqual(['P1: next'])
  })

  test('but one of an unknown language passes when its sender closed, and is marked not checked', async () => {
    const { spool, reach } = await startRig()
    expect(await spool.accept(arrival('x', { verdict: unchecked }))).toMatchObject({
      state: 'accepted',
      reasons: [reason('not_checked', {})],
    })
    await reach('1 sent_to_printer')
  })
})

describe('Limits', () => {
  test('a label that waited 30 minutes expires and prints nothing', async () => {
    const { spool, state, way, clock, printed, reach } = await startRig()
    state.route = NO_PRINTER
    await spool.accept(arrival('one'))
    await until('the wait', () => clock.nextInMs() !== null)
    for (let minutes = 0; minutes < 30; minutes += 1) {
      await until('the wait', () => clock.nextInMs() !== null)
      clock.stepMs(60_000)
    }
    await reach('1 expired')
    state.route = way('P1')
    spool.routeChanged()
    await spool.accept(arrival('two'))
    await reach('2 sent_to_printer')
    expect(printed).toEqual(['P1: two'])
  })

  test('a clock that jumps expires nothing: the label says so, and comes out', async () => {
    class JumpingClock extends SteppedClock {
      aheadMs = 0
      override wallMs(): number {
        return super.wallMs() + this.aheadMs
      }
    }
    for (const aheadMs of [3_600_000, -3_600_000, 10 * 365 * 86_400_000]) {
      const clock = new JumpingClock()
      const { spool, state, way, job, reach } = await startRig({ clock, route: NO_PRINTER })
      await spool.accept(arrival('one'))
      await spool.accept(arrival('two'))
      await reach('1 waiting_for_printer')
      clock.aheadMs = aheadMs
      for (let minutes = 0; minutes < 60; minutes += 1) {
        await until('the wait', () => clock.nextInMs() !== null)
        clock.stepMs(60_000)
      }
      await until('the reason', async () => codesOf(await job(1)).includes('clock_jumped'))
      expect(codesOf(await job(2))).toContain('clock_jumped')
      state.route = way('P1')
      spool.routeChanged()
      await reach('1 sent_to_printer', '2 sent_to_printer')
    }
  })

  test('an empty label is refused', async () => {
    const { spool } = await startRig()
    await expect(spool.accept(arrival(''))).rejects.toMatchObject({ code: 'invalid' })
  })

  test('what the store has no room for is refused', async () => {
    const { spool } = await startRig({ route: NO_PRINTER })
    for (let n = 0; n < MEMORY_LIMIT; n += 1) await spool.accept(arrival('x'))
    await expect(spool.accept(arrival('x'))).rejects.toMatchObject({ code: 'unavailable' })
  })

  test('before it was started it takes nothing, or labels of the last process would be overtaken', async () => {
    const { spool } = newRig()
    await expect(spool.accept(arrival('one'))).rejects.toMatchObject({ code: 'unavailable' })
  })

  test('stopped, it breaks off the label that is being sent and takes no more', async () => {
    const { spool, reach, job } = await startRig({
      write: stuck,
    })
    await spool.accept(arrival('one'))
    await reach('1 sending')
    await spool.stop()
    expect(await job(1)).toMatchObject({ state: 'unknown', reasons: [reason('stopped', {})] })
    await expect(spool.accept(arrival('two'))).rejects.toMatchObject({ code: 'unavailable' })
  })
})
