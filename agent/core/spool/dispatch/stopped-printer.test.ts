// Labels for a printer that says that it has stopped: they wait, say why and go on; the one that it holds says it too.
import { reason } from '@pharmacy-relay/shared/reasons/make-reason.ts'
import type { Reasons } from '@pharmacy-relay/shared/reasons/reason.ts'
import { until } from '@pharmacy-relay/shared/test/until.ts'
import { expect, test } from 'vitest'
import type { Delivery, Label, Route } from '../rules/route.ts'
import { arrival, CUT, SENT, startRig, type Rig, type RigOptions } from '../test/spool-rig.ts'

const PAPER_OUT = [reason('printer_condition', { condition: 'paper_out' })]
const HEAD_OPEN = [reason('printer_condition', { condition: 'head_open' })]

/** Says of the printer of the rig what it says of itself. */
function says({ spool, state }: Rig, why: Reasons): void {
  const { route } = state
  if (route.kind !== 'printer') throw new Error('no printer')
  state.route = { ...route, stopped: why } satisfies Route
  spool.printerChanged()
}

/** A printer that takes the label and keeps it until `end` is called. */
function holding() {
  const held: { label: Label; end: (delivery: Delivery) => void }[] = []
  const write = async (label: Label): Promise<Delivery> =>
    new Promise((end) => {
      held.push({ label, end })
    })
  return { held, write }
}

async function rigOf(options: RigOptions = {}) {
  const rig = await startRig(options)
  const reasons = async (n: number) => (await rig.job(n))?.reasons
  return { ...rig, rig, reasons, accept: async (text: string) => rig.spool.accept(arrival(text)) }
}

test('None begins, not even with its acceptance; each says why, also when that changes, and all go on in order', async () => {
  const { rig, accept, reach, reasons, printed, labels, clock } = await rigOf()
  says(rig, PAPER_OUT)
  for (const text of ['one', 'two', 'three']) await accept(text)
  await reach('1 waiting_for_printer', '2 waiting_for_printer', '3 waiting_for_printer')
  for (const n of [1, 2, 3]) expect(await reasons(n)).toEqual(PAPER_OUT)
  says(rig, HEAD_OPEN)
  await until('the other cause', async () => JSON.stringify(await reasons(3)) === JSON.stringify(HEAD_OPEN))
  clock.stepMs(600_000)
  expect(labels).toEqual([])
  says(rig, [])
  await reach('1 sent_to_printer', '2 sent_to_printer', '3 sent_to_printer')
  expect(printed).toEqual(['P1: one', 'P1: two', 'P1: three'])
  await accept('four')
  await reach('4 sent_to_printer')
  // Each was told once for each cause.
  const steps = (await rig.spool.trace('1')).steps.map(({ state }) => state)
  expect(steps).toEqual([
    'accepted',
    'waiting_for_printer',
    'waiting_for_printer',
    'sending',
    'sent_to_printer',
  ])
})

test('They expire as ever', async () => {
  const { rig, accept, reach, clock, labels } = await rigOf()
  says(rig, PAPER_OUT)
  await accept('one')
  await reach('1 waiting_for_printer')
  for (let minute = 0; minute < 30; minute += 1) {
    clock.stepMs(60_000)
    await new Promise((resolve) => setImmediate(resolve))
  }
  await reach('1 expired')
  expect(labels).toEqual([])
})

test('The label that it holds says why, and those behind it too, the latest at once', async () => {
  const { held, write } = holding()
  const { rig, accept, reach, reasons, printed } = await rigOf({ write })
  await accept('one')
  await until('the printer has it', () => held.length === 1)
  await accept('two')
  held[0]?.label.onStop?.(PAPER_OUT)
  held[0]?.label.onStop?.(PAPER_OUT)
  says(rig, PAPER_OUT)
  await accept('three')
  await reach('1 sending', '2 waiting_for_printer', '3 waiting_for_printer')
  for (const n of [1, 2, 3])
    await until(`why ${n}`, async () => JSON.stringify(await reasons(n)) === JSON.stringify(PAPER_OUT))
  held[0]?.label.onStop?.([])
  says(rig, [])
  held[0]?.end(SENT)
  await until('the second', () => held.length === 2)
  held[1]?.end(SENT)
  await until('the third', () => held.length === 3)
  held[2]?.end(SENT)
  await reach('1 sent_to_printer', '2 sent_to_printer', '3 sent_to_printer')
  expect(printed).toEqual(['P1: one', 'P1: two', 'P1: three'])
  const steps = (await rig.spool.trace('1')).steps.map(({ state, reasons: why }) => [state, why[0]?.code])
  expect(steps).toEqual([
    ['accepted', undefined],
    ['sending', undefined],
    ['sending', 'printer_condition'],
    ['sending', undefined],
    ['sent_to_printer', undefined],
  ])
})

test('An unknown label says that it may still come out for as long as its printer has stopped, and not of another printer', async () => {
  const { rig, accept, reach, reasons, state, way } = await rigOf({ write: () => CUT })
  await accept('one')
  await reach('1 unknown')
  const own = await reasons(1)
  const may = [...(own ?? []), reason('may_still_come', {}), ...PAPER_OUT]
  const becomes = async (wanted: unknown) =>
    until('its reasons', async () => JSON.stringify(await reasons(1)) === JSON.stringify(wanted))
  says(rig, PAPER_OUT)
  await becomes(may)
  says(rig, [])
  await becomes(own)
  state.route = { ...way('P2'), stopped: PAPER_OUT } as Route
  rig.spool.printerChanged()
  await accept('two')
  await reach('2 waiting_for_printer')
  expect(await reasons(1)).toEqual(own)
})

test('An unknown label says so too for an old tale of its queue, which holds no other label back', async () => {
  const { rig, accept, reach, reasons, state } = await rigOf({
    write: (_, text) => (text === 'one' ? CUT : SENT),
  })
  await accept('one')
  await reach('1 unknown')
  const { route } = state
  if (route.kind !== 'printer') throw new Error('no printer')
  state.route = { ...route, stopped: [], mayHold: PAPER_OUT } satisfies Route
  rig.spool.printerChanged()
  await until(
    'the warning',
    async () => (await reasons(1))?.some(({ code }) => code === 'may_still_come') === true,
  )
  await accept('two')
  rig.spool.dispatcher.hurry()
  await reach('2 sent_to_printer')
})

test('A label that becomes unknown while the printer has stopped says so at once, and not any more once it is answered', async () => {
  const { held, write } = holding()
  const { rig, accept, reach, reasons, clock } = await rigOf({ write })
  await accept('one')
  await until('the printer has it', () => held.length === 1)
  says(rig, PAPER_OUT)
  held[0]?.end(CUT)
  await reach('1 unknown')
  await until(
    'the warning',
    async () => (await reasons(1))?.some(({ code }) => code === 'may_still_come') === true,
  )
  const reprint = await rig.spool.actions.didNotComeOut('1')
  await reach('1 failed', '2 waiting_for_printer')
  expect(reprint.n).toBe(2)
  clock.stepMs(60_000)
  expect(held).toHaveLength(1)
})
