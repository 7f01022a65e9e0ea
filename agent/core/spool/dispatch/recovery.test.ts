// A spool that comes back: nothing accepted is lost, nothing is sent twice, and what is in doubt is seen at once.
import { codesOf } from '@pharmacy-relay/shared/test/codes-of.ts'
import { reason } from '@pharmacy-relay/shared/reasons/make-reason.ts'
import { describe, expect, onTestFinished, test } from 'vitest'
import { until } from '@pharmacy-relay/shared/test/until.ts'
import { EXPIRY_MS } from '../rules/expiry.ts'
import { UNREAD_AFTER_MS } from './recovery.ts'
import { LOOKS_APART_MS, type PrinterLook } from '../rules/doubt-rule.ts'
import { MemoryDisk } from '../test/memory-store.ts'
import { arrival, crash, newRig, startRig, SENT, type RigOptions } from '../test/spool-rig.ts'
import type { Delivery } from '../rules/route.ts'

const NEVER = new Promise<Delivery>(() => undefined)
const at = (odometer: number | null, over: Partial<PrinterLook> = {}) => ({
  odometer,
  isIdle: true,
  isJobFinished: false,
  ...over,
})

/** Dies in the middle of its second label; the printer's counter stood at 10 after the first. */
async function diedSending(text = 'two') {
  const before = newRig({ write: (_label, on) => (on === 'one' ? { ok: true, odometer: 10 } : NEVER) })
  await before.spool.start()
  for (const label of ['one', text, 'three']) await before.spool.accept(arrival(label))
  await before.reach('1 sent_to_printer', '2 sending')
  crash(before)
  return before
}

async function restarted(look: RigOptions['look'], text?: string) {
  const { disk, clock } = await diedSending(text)
  return startRig({ disk, clock, ...(look === undefined ? {} : { look }) })
}

/** Lets the second look come. */
async function lookTwice({ clock }: Awaited<ReturnType<typeof startRig>>) {
  await until('the second look', () => clock.nextInMs() === LOOKS_APART_MS)
  clock.stepMs(LOOKS_APART_MS)
}

test('The last label that came out is known again', async () => {
  const rig = await restarted(null)
  expect(rig.spool.board.lastOut).toMatchObject({ n: 1, state: 'sent_to_printer' })
})

describe('A label that was being sent', () => {
  test('to a printer that cannot be asked is unknown at once, and the next one goes on', async () => {
    const rig = await restarted(null)
    expect(await rig.job(2)).toMatchObject({
      state: 'unknown',
      reasons: [reason('agent_ended', {}), reason('cannot_be_asked', {})],
    })
    await rig.reach('3 sent_to_printer')
    expect([rig.printed, rig.spool.board.status().look?.n]).toEqual([['P1: three'], 2])
  })

  test('is sent again, before the others, when the counter stood still', async () => {
    const rig = await restarted(async () => at(10))
    expect(await rig.job(2)).toMatchObject({
      state: 'unknown',
      reasons: [reason('agent_ended', {}), reason('being_asked', {})],
    })
    await until('the second look', () => rig.clock.nextInMs() === LOOKS_APART_MS)
    expect(rig.printed).toEqual([])
    await lookTwice(rig)
    await rig.reach('2 sent_to_printer', '3 sent_to_printer')
    expect(rig.printed).toEqual(['P1: two', 'P1: three'])
  })

  test('so long that its printer may have stopped reading is not sent again: what it has may still come out', async () => {
    const { disk, clock } = await diedSending()
    clock.stepMs(UNREAD_AFTER_MS)
    const rig = await startRig({ disk, clock, look: async () => at(10) })
    await lookTwice(rig)
    await until('the verdict', async () => codesOf(await rig.job(2)) === 'agent_ended maybe_later')
    await rig.reach('2 unknown', '3 sent_to_printer')
    expect(rig.printed).toEqual(['P1: three'])
  })

  test('is printed when the counter advanced by its labels', async () => {
    const rig = await restarted(async () => at(12), '^XA^PQ2^FO50,50^FDx^FS^XZ')
    await lookTwice(rig)
    await rig.reach('2 printed', '3 sent_to_printer')
    expect([rig.printed, (await rig.spool.trace('2')).evidence]).toEqual([['P1: three'], 'L3'])
  })

  test('is left to a person when the answers differ, and the next one goes on', async () => {
    const counters = [10, 11]
    const rig = await restarted(async () => at(counters.shift() ?? 11))
    await lookTwice(rig)
    await until('the verdict', async () => codesOf(await rig.job(2)) === 'agent_ended not_at_rest')
    await rig.reach('2 unknown', '3 sent_to_printer')
  })

  test('is not judged against what a person said meanwhile', async () => {
    const rig = await restarted(async () => at(10))
    await rig.spool.actions.cameOut('2')
    await lookTwice(rig)
    await rig.reach('2 sent_to_printer', '3 sent_to_printer')
    expect(rig.printed).toEqual(['P1: three'])
  })

  test('is unknown when asking itself fails', async () => {
    const rig = await restarted(async () => Promise.reject(new Error('a defect')))
    await rig.reach('2 unknown', '3 sent_to_printer')
  })

  test('of which nobody can say anything does not come out after a second restart either', async () => {
    const rig = await restarted(null)
    await rig.reach('3 sent_to_printer')
    crash(rig)
    const again = await startRig({ disk: rig.disk, clock: rig.clock, look: async () => at(10) })
    await again.spool.accept(arrival('four'))
    await again.reach('2 unknown', '4 sent_to_printer')
    expect(again.printed).toEqual(['P1: four'])
  })

  test('keeps the next one back until the disk has the doubt, or the counter could speak of both', async () => {
    const { disk, clock } = await diedSending()
    const rig = newRig({ disk, clock })
    onTestFinished(async () => rig.spool.stop())
    const change = rig.store.change.bind(rig.store)
    let isFull = true
    rig.store.change = async (...asked) => (isFull ? Promise.reject(new Error('ENOSPC')) : change(...asked))
    await rig.spool.start()
    await new Promise((resolve) => setTimeout(resolve, 50))
    expect([rig.labels, (await rig.job(2))?.state]).toEqual([[], 'sending'])
    isFull = false
    clock.stepMs(500)
    await rig.reach('2 unknown', '3 sent_to_printer')
  })
})

test('An outcome that neither the disk takes nor a note holds the next label back, or the counter could speak of both', async () => {
  const disk = new MemoryDisk()
  disk.isNoted = false
  const rig = newRig({
    disk,
    write: () => {
      rig.store.fault = new Error('ENOSPC')
      return SENT
    },
  })
  await rig.spool.start()
  rig.store.isManual = true
  const accepted = [rig.spool.accept(arrival('one')), rig.spool.accept(arrival('two'))]
  await until('both', () => rig.store.pending() === 2)
  rig.store.isManual = false
  rig.store.flush()
  await Promise.all(accepted)
  await until('the first label', () => rig.labels.length === 1)
  await until('both wait', () => rig.clock.pending() >= 2)
  rig.store.fault = null
  rig.store.isManual = true
  rig.spool.routeChanged()
  await until('the second try', () => rig.store.pending() > 0)
  rig.store.flush()
  await new Promise((resolve) => setTimeout(resolve, 50))
  expect(rig.labels).toHaveLength(1)
  rig.store.isManual = false
  rig.clock.stepMs(500)
  await rig.reach('1 sent_to_printer', '2 sending')
  expect(rig.printed).toEqual(['P1: one', 'P1: two'])
  rig.store.fault = null
  await rig.spool.stop()
})

describe('Labels that waited', () => {
  test('come out in their order after a restart, and are not lost when the agent is stopped', async () => {
    const before = newRig({ route: { kind: 'none', why: reason('no_printer', {}) } })
    await before.spool.start()
    for (const text of ['one', 'two', 'three']) await before.spool.accept(arrival(text))
    await before.spool.stop()
    const after = await startRig({ disk: before.disk, clock: before.clock })
    await after.spool.accept(arrival('four'))
    await after.reach('4 sent_to_printer')
    expect(after.printed).toEqual(['P1: one', 'P1: two', 'P1: three', 'P1: four'])
  })

  test('expire by the time they waited in all', async () => {
    const before = newRig({ route: { kind: 'none', why: reason('no_printer', {}) } })
    await before.spool.start()
    await before.spool.accept(arrival('one'))
    before.clock.stepMs(EXPIRY_MS / 2)
    await before.spool.accept(arrival('two'))
    crash(before)
    before.clock.stepMs(EXPIRY_MS / 2)
    const after = await startRig({ disk: before.disk, clock: before.clock })
    await after.reach('1 expired', '2 sent_to_printer')
    expect(after.printed).toEqual(['P1: two'])
  })

  test('of which the acceptance never reached the disk were never accepted', async () => {
    for (const kept of [0, 1]) {
      const before = newRig({ route: { kind: 'none', why: reason('no_printer', {}) } })
      await before.spool.start()
      before.store.isManual = true
      void before.spool.accept(arrival('one'))
      await until('the commit', () => before.store.pending() === 1)
      crash(before, kept)
      const after = await startRig({ disk: before.disk, write: () => SENT })
      await until('the rest', () => after.spool.dispatcher.waiting() === 0)
      await until('the label', () => after.printed.length === kept)
    }
  })

  test('for nothing, with their try in the same commit, are judged as every try that was open, where nobody noted that it had not begun', async () => {
    const states = { stoodStill: '1 sent_to_printer', cannotAsk: '1 unknown' }
    for (const [counter, state] of [[10, states.stoodStill] as const, [null, states.cannotAsk] as const]) {
      const before = newRig({ look: async () => at(10) })
      await before.spool.start()
      before.spool.routeChanged()
      before.clock.stepMs(6_000)
      await new Promise((resolve) => setImmediate(resolve))
      before.store.isManual = true
      void before.spool.accept(arrival('one'))
      await until('the commit', () => before.store.pending() === 1)
      crash(before, 1)
      before.disk.notes = null
      const look = counter === null ? null : async () => at(counter)
      const after = await startRig({ disk: before.disk, clock: before.clock, look })
      await after.reach('1 unknown')
      if (counter !== null) await until('the wait', () => after.clock.nextInMs() === 5_000)
      after.clock.stepMs(5_000)
      await after.reach(state)
      expect(after.printed).toEqual(counter === null ? [] : ['P1: one'])
    }
  })
})
