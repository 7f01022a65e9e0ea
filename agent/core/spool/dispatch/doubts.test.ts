// A label in doubt at a printer that has stopped: decided by its counter as soon as that goes on, before the next label begins.
import { reason } from '@pharmacy-relay/shared/reasons/make-reason.ts'
import { codesOf } from '@pharmacy-relay/shared/test/codes-of.ts'
import { until } from '@pharmacy-relay/shared/test/until.ts'
import { describe, expect, test } from 'vitest'
import { writeFailure } from '../../printers/write-outcome.ts'
import { LOOKS_APART_MS } from '../rules/doubt-rule.ts'
import type { Delivery, Label, Route } from '../rules/route.ts'
import { arrival, crash, CUT, newRig, SENT, startRig, type Rig, type RigOptions } from '../test/spool-rig.ts'

const PAPER_OUT = [reason('printer_condition', { condition: 'paper_out' })]
const COUNTED: Delivery = { ok: true, evidence: 'L3', odometer: 10 }
const STALLED = writeFailure('close_not_seen', true, 'nothing for 90 s')

/** Out of paper it is not idle and its counter stands. */
class StoppingPrinter {
  isOut = false
  isPrinting = false
  odometer = 10
  asked = 0

  look = async () => {
    this.asked += 1
    return { odometer: this.odometer, isIdle: !this.isOut && !this.isPrinting, isJobFinished: false }
  }
}

function says(
  { spool, state }: Pick<Rig, 'spool' | 'state'>,
  why: readonly ReturnType<typeof reason>[],
): void {
  const { route } = state
  if (route.kind !== 'printer') throw new Error('no printer')
  state.route = { ...route, stopped: why } satisfies Route
  spool.printerChanged()
}

/** The second label ends in doubt at a printer that has no paper; the third waits behind it. */
async function inDoubt(end: Delivery = CUT, more: RigOptions = {}) {
  const printer = new StoppingPrinter()
  let hasRunOut = false
  const write = async (_label: Label, text: string): Promise<Delivery> => {
    if (text !== 'two' || hasRunOut) return text === 'one' ? COUNTED : SENT
    printer.isOut = hasRunOut = true
    says(rig, PAPER_OUT)
    return end
  }
  const rig: Rig = await startRig({ write, look: printer.look, ...more })
  await rig.spool.accept(arrival('one'))
  await rig.reach('1 printed')
  await rig.spool.accept(arrival('two'))
  await rig.spool.accept(arrival('three'))
  await rig.reach('2 unknown', '3 waiting_for_printer')
  await until('the printer is asked', () => printer.asked > 0)
  const goesOn = (counted: number): void => {
    printer.isOut = false
    printer.odometer += counted
    says(rig, [])
  }
  return { ...rig, rig, printer, goesOn }
}

/** Time passes until it is so; returns how much, in ms. */
async function passUntil({ clock }: Pick<Rig, 'clock'>, what: string, isSo: () => Promise<boolean>) {
  const startMs = clock.monotonicMs()
  for (let steps = 0; steps < 400 && !(await isSo()); steps += 1) {
    clock.stepMs(500)
    for (let turn = 0; turn < 5; turn += 1) await new Promise((resolve) => setImmediate(resolve))
  }
  await until(what, isSo)
  return clock.monotonicMs() - startMs
}

const has = (rig: Pick<Rig, 'states'>, state: string) => async () => (await rig.states()).includes(state)

describe('A label in doubt at a stopped printer', () => {
  test.each([
    ['that broke off', CUT],
    ['that did not close', STALLED],
  ])(
    '%s says so meanwhile, and is printed once it is counted, before the next one begins',
    async (_, end) => {
      const { rig, goesOn, printed, clock, labels } = await inDoubt(end)
      await until('the warning', async () => codesOf(await rig.job(2)).includes('may_still_come'))
      expect(codesOf(await rig.job(3))).toBe('printer_condition')
      clock.stepMs(600_000)
      await new Promise((resolve) => setImmediate(resolve))
      expect([labels.length, await rig.states()]).toEqual([
        2,
        expect.arrayContaining(['2 unknown', '3 waiting_for_printer']),
      ])
      goesOn(1)
      // The very first look is enough: no time passes.
      await rig.reach('2 printed', '3 sent_to_printer')
      expect((await rig.spool.trace('2')).evidence).toBe('L3')
      expect(printed).toEqual(['P1: one', 'P1: three'])
    },
  )

  test('is waited for while the printer prints it', async () => {
    const { rig, goesOn, printer, printed } = await inDoubt()
    printer.isPrinting = true
    goesOn(0)
    const tookMs = await passUntil(rig, 'looks', async () => printer.asked > 4)
    expect([printed, tookMs < LOOKS_APART_MS]).toEqual([['P1: one'], true])
    printer.isPrinting = false
    printer.odometer += 1
    expect(await passUntil(rig, 'the rest', has(rig, '3 sent_to_printer'))).toBeLessThan(2_000)
    expect(await rig.states()).toContain('2 printed')
  })

  test('of which nothing came out is sent again once two looks agree', async () => {
    const { rig, goesOn, printed } = await inDoubt()
    goesOn(0)
    const tookMs = await passUntil(rig, 'the rest', has(rig, '3 sent_to_printer'))
    expect(tookMs).toBeGreaterThanOrEqual(LOOKS_APART_MS)
    expect(printed).toEqual(['P1: one', 'P1: two', 'P1: three'])
    expect((await rig.spool.trace('2')).job.attempts).toBe(2)
  })

  test.each([
    ['more came out than it has', 2, CUT, 'connection_reset more_came'],
    ['it may lie unread in the printer', 0, STALLED, 'close_not_seen maybe_later'],
  ] as const)('stays in doubt where %s, and the next one goes on', async (_, counted, end, why) => {
    const { rig, goesOn, printed } = await inDoubt(end)
    goesOn(counted)
    await passUntil(rig, 'the rest', has(rig, '3 sent_to_printer'))
    const job = await rig.job(2)
    expect([job?.state, codesOf(job)]).toEqual(['unknown', why])
    expect(printed).toEqual(['P1: one', 'P1: three'])
  })

  test('is kept in doubt when the printer stops again before it has counted', async () => {
    const { rig, goesOn, printer, labels } = await inDoubt()
    printer.isPrinting = true
    goesOn(0)
    await passUntil(rig, 'a look', async () => printer.asked > 2)
    printer.isOut = true
    says(rig, PAPER_OUT)
    await passUntil(rig, 'the warning', async () => codesOf(await rig.job(2)).includes('may_still_come'))
    expect(labels).toHaveLength(2)
    printer.isPrinting = false
    goesOn(1)
    await passUntil(rig, 'the rest', has(rig, '3 sent_to_printer'))
    expect(await rig.states()).toContain('2 printed')
  })

  test('that a person answered meanwhile is left as it is', async () => {
    const { rig, goesOn, printed } = await inDoubt()
    const reprint = await rig.spool.actions.didNotComeOut('2')
    goesOn(1)
    await passUntil(rig, 'the rest', has(rig, `${reprint.n} sent_to_printer`))
    expect(await rig.states()).toContain('2 failed')
    expect(printed.slice(0, 2)).toEqual(['P1: one', 'P1: three'])
  })
})

test('After a crash at a stopped printer too, the label is printed once it is counted, and none begins before', async () => {
  const never = new Promise<Delivery>(() => undefined)
  const before = newRig({ write: (_label, text) => (text === 'one' ? COUNTED : never) })
  await before.spool.start()
  for (const text of ['one', 'two', 'three']) await before.spool.accept(arrival(text))
  await before.reach('1 printed', '2 sending')
  crash(before)
  const printer = new StoppingPrinter()
  printer.isOut = true
  const rig = newRig({ ...before, look: printer.look })
  says(rig, PAPER_OUT)
  await rig.spool.start()
  try {
    await rig.reach('2 unknown', '3 waiting_for_printer')
    await until('the warning', async () => codesOf(await rig.job(2)).includes('may_still_come'))
    printer.isOut = false
    printer.odometer = 11
    says(rig, [])
    await rig.reach('2 printed', '3 sent_to_printer')
    expect(rig.printed).toEqual(['P1: three'])
  } finally {
    await rig.spool.stop()
  }
})

test('A printer that an ended agent was asking about a label is asked no more, which the label says', async () => {
  const { rig } = await inDoubt()
  await until('the warning', async () => codesOf(await rig.job(2)).includes('may_still_come'))
  crash(rig)
  const again = await startRig({ disk: rig.disk, clock: rig.clock, look: async () => null })
  await until('the reasons', async () => codesOf(await again.job(2)) === 'connection_reset agent_ended')
})
