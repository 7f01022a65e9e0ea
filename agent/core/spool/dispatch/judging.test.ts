// A label in doubt while the agent runs: the printer decides about it within seconds, and never against what is on paper.
import { codesOf } from '@pharmacy-relay/shared/test/codes-of.ts'
import { reason } from '@pharmacy-relay/shared/reasons/make-reason.ts'
import { describe, expect, test } from 'vitest'
import { until } from '@pharmacy-relay/shared/test/until.ts'
import { writeFailure } from '../../printers/write-outcome.ts'
import { LOOKS_APART_MS, type PrinterLook } from '../rules/doubt-rule.ts'
import { EXPIRY_MS } from '../rules/expiry.ts'
import { MOST_AGAIN, PATIENCE_MS } from './judging.ts'
import type { Delivery } from '../rules/route.ts'
import { arrival, crash, CUT, newRig, SENT, startRig, type Rig, type RigOptions } from '../test/spool-rig.ts'

type Look = Omit<PrinterLook, 'atMs'> | null

const COUNTED: Delivery = { ok: true, evidence: 'L3', odometer: 10 }
const STALLED = writeFailure('close_not_seen', true, 'nothing for 90 s')
const EPL = { language: 'epl', isComplete: true, reason: null } as const
const at = (odometer: number | null, over: Partial<PrinterLook> = {}): Look => ({
  odometer,
  isIdle: true,
  isJobFinished: false,
  ...over,
})

/** The first label is counted as 10; the second ends in doubt, and the third waits behind it. */
async function inDoubt(look: () => Look, more: RigOptions & { second?: Parameters<typeof arrival>[1] } = {}) {
  const deliveries = [COUNTED, CUT]
  const rig = await startRig({
    write: () => deliveries.shift() ?? SENT,
    look: async () => look(),
    ...more,
  })
  await rig.spool.accept(arrival('one'))
  await rig.reach('1 printed')
  await rig.spool.accept(arrival('two', more.second))
  await rig.spool.accept(arrival('three'))
  await rig.reach('2 unknown')
  return rig
}

/** Goes on in time until it is so. */
async function passUntil(rig: Rig, what: string, isSo: () => boolean | Promise<boolean>, stepMs = 500) {
  for (let steps = 0; steps < 400 && !(await isSo()); steps += 1) {
    rig.clock.stepMs(stepMs)
    for (let turn = 0; turn < 5; turn += 1) await new Promise((resolve) => setImmediate(resolve))
  }
  await until(what, isSo)
}

const has = (rig: Rig, state: string) => async () => (await rig.states()).includes(state)

describe('A label of which the printer', () => {
  test('counted nothing is sent again before the others, and is unknown until then', async () => {
    const rig = await inDoubt(() => at(10))
    expect(codesOf(await rig.job(2))).toBe('connection_reset being_asked')
    await passUntil(rig, 'the rest', has(rig, '3 sent_to_printer'))
    expect(rig.printed).toEqual(['P1: one', 'P1: two', 'P1: three'])
    const steps = (await rig.spool.trace('2')).steps.map((step) => `${step.state} ${codesOf(step)}`)
    expect(steps).toContain('waiting_for_printer connection_reset nothing_came')
  })

  test('counted all copies is printed, with the next one behind it', async () => {
    const rig = await inDoubt(() => at(11))
    await passUntil(rig, 'the rest', has(rig, '3 sent_to_printer'))
    expect(await rig.states()).toContain('2 printed')
    expect([rig.printed, (await rig.spool.trace('2')).evidence]).toEqual([['P1: one', 'P1: three'], 'L3'])
  })

  test.each<[string, () => Look, string]>([
    ['counted too many', () => at(12), 'more_came'],
    ['is not at rest', () => at(10, { isIdle: false }), 'not_at_rest'],
    ['says nothing', () => null, 'says_nothing'],
  ])('%s stays unknown, and the next one goes on', async (_name, look, why) => {
    const rig = await inDoubt(look)
    const startMs = rig.clock.monotonicMs()
    await passUntil(rig, 'the rest', has(rig, '3 sent_to_printer'))
    const job = await rig.job(2)
    expect([job?.state, codesOf(job)]).toEqual(['unknown', `connection_reset ${why}`])
    expect(rig.clock.monotonicMs() - startMs).toBeLessThan(PATIENCE_MS + 2 * LOOKS_APART_MS)
    expect(rig.printed).toEqual(['P1: one', 'P1: three'])
  })

  test('is away for a while waits for it', async () => {
    const looks = [null, null, null, null, at(10, { isIdle: false })]
    const rig = await inDoubt(() => looks.shift() ?? at(10))
    await passUntil(rig, 'the rest', has(rig, '3 sent_to_printer'))
    expect(rig.printed).toEqual(['P1: one', 'P1: two', 'P1: three'])
  })

  test('had stopped reading is not sent again: it may be in the printer', async () => {
    const deliveries = [COUNTED, STALLED]
    const rig = await inDoubt(() => at(10), { write: () => deliveries.shift() ?? SENT })
    await passUntil(rig, 'the rest', has(rig, '3 sent_to_printer'))
    const job = await rig.job(2)
    expect([job?.state, codesOf(job)]).toEqual(['unknown', 'close_not_seen maybe_later'])
    expect(rig.printed).toEqual(['P1: one', 'P1: three'])
  })
})

describe('Nobody waits for looks', () => {
  test('at a printer that cannot be asked, for a language that it does not count, without a counter before', async () => {
    const uncounted = [{ ...COUNTED, odometer: null }, CUT]
    const options: Parameters<typeof inDoubt>[1][] = [
      { look: null },
      { second: { verdict: EPL } },
      { write: () => uncounted.shift() ?? SENT },
    ]
    for (const more of options) {
      let looks = 0
      const rig = await inDoubt(() => ((looks += 1), at(10)), more)
      expect((await rig.job(2))?.reasons).toEqual([reason('connection_reset', {}, 'ECONNRESET')])
      await passUntil(rig, 'the rest', has(rig, '3 sent_to_printer'))
      expect([looks, rig.clock.monotonicMs() < LOOKS_APART_MS]).toEqual([0, true])
    }
  })
})

test('A printer that breaks off on the same label each time is not given it for ever', async () => {
  const tries: string[] = []
  const write = (_label: unknown, text: string): Delivery => {
    tries.push(text)
    return text === 'one' ? COUNTED : text === 'two' ? CUT : SENT
  }
  const rig = await inDoubt(() => at(10), { write })
  await passUntil(rig, 'the rest', has(rig, '3 sent_to_printer'))
  expect(tries.filter((text) => text === 'two')).toHaveLength(1 + MOST_AGAIN)
  expect(await rig.job(2)).toMatchObject({
    state: 'unknown',
    reasons: [reason('connection_reset', {}, 'ECONNRESET'), reason('tried_before', { times: 2 })],
  })
})

describe('Meanwhile', () => {
  test('a person who answers knows better', async () => {
    const rig = await inDoubt(() => at(10))
    await rig.spool.actions.cameOut('2')
    await passUntil(rig, 'the rest', has(rig, '3 sent_to_printer'))
    expect(await rig.states()).toContain('2 sent_to_printer')
    expect(rig.printed).toEqual(['P1: one', 'P1: three'])
  })

  test('the agent may die, and the label stays unknown; or stop, at once', async () => {
    const deliveries = [COUNTED, CUT]
    const before = newRig({ write: () => deliveries.shift() ?? SENT, look: async () => at(10) })
    await before.spool.start()
    await before.spool.accept(arrival('one'))
    await before.reach('1 printed')
    await before.spool.accept(arrival('two'))
    await before.reach('2 unknown')
    crash(before)
    const after = await startRig({ disk: before.disk, clock: before.clock, look: async () => at(10) })
    await passUntil(after, 'a while', () => after.clock.monotonicMs() > 60_000)
    expect([await after.states(), after.printed]).toEqual([['1 printed', '2 unknown'], []])
    const stopped = await inDoubt(() => at(10))
    await stopped.spool.stop()
    expect(await stopped.states()).toEqual(['1 printed', '2 unknown', '3 accepted'])
  })

  test('the route may change: the label goes the new way once nothing of it can be on the old one', async () => {
    const rig = await inDoubt(() => at(10))
    rig.state.route = rig.computer('DISPENSARY')
    rig.spool.routeChanged()
    expect(rig.printed).toEqual(['P1: one'])
    await passUntil(rig, 'the rest', has(rig, '2 forwarded'))
    expect(rig.printed.toSorted()).toEqual(['DISPENSARY: three', 'DISPENSARY: two', 'P1: one'])
  })

  test('its time may run out: it then expires and does not come out', async () => {
    const deliveries = [COUNTED, CUT]
    const rig = await startRig({ write: () => deliveries.shift() ?? SENT, look: async () => at(10) })
    await rig.spool.accept(arrival('one'))
    await rig.reach('1 printed')
    rig.state.route = { kind: 'none', why: reason('no_printer', {}) }
    rig.spool.routeChanged()
    await rig.spool.accept(arrival('two'))
    await rig.reach('2 waiting_for_printer')
    rig.clock.stepMs(EXPIRY_MS - LOOKS_APART_MS)
    rig.state.route = rig.way('P1')
    rig.spool.routeChanged()
    await rig.reach('2 unknown')
    await passUntil(rig, 'the end', has(rig, '2 expired'))
    expect(rig.printed).toEqual(['P1: one'])
  })
})
