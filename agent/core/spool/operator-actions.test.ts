// What people do with labels: each thing once, however often it is asked, and refused in words when it is too late.
import { writeFailure } from '../printers/write-outcome.ts'
import { codesOf } from '@pharmacy-relay/shared/test/codes-of.ts'
import { reason } from '@pharmacy-relay/shared/reasons/make-reason.ts'
import { describe, expect, test } from 'vitest'
import { until } from '@pharmacy-relay/shared/test/until.ts'
import { arrival, crash, CUT, CUT_SHORT, newRig, OFF, SENT, startRig, stuck } from './test/spool-rig.ts'
import type { Delivery } from './rules/route.ts'

const LABEL = '^XA^FO50,50^FDx^FS^XZ'
const NO_PRINTER = { kind: 'none', why: reason('no_printer', {}) } as const
const refusedWith = (text: RegExp): unknown =>
  expect.objectContaining({ code: 'state_conflict', message: expect.stringMatching(text) })

/** A printer that breaks off the first label. */
async function unknownLabel(text = LABEL) {
  let isCut = true
  const rig = await startRig({
    write: () => {
      const delivery = isCut ? CUT : SENT
      isCut = false
      return delivery
    },
  })
  await rig.spool.accept(arrival(text))
  await rig.reach('1 unknown')
  return rig
}

describe('cancel', () => {
  test('takes a waiting label out of the row, once and for all, and drops what was on it', async () => {
    const { spool, state, way, printed, reach } = await startRig({ route: NO_PRINTER })
    for (const text of ['one', 'two', 'three']) await spool.accept(arrival(text))
    await reach('1 waiting_for_printer')
    expect(await spool.actions.cancel('1')).toMatchObject({ state: 'cancelled', hasPayload: false })
    expect(await spool.actions.cancel('2')).toMatchObject({ state: 'cancelled' })
    expect(await spool.actions.cancel('1')).toMatchObject({ state: 'cancelled' })
    state.route = way('P1')
    spool.routeChanged()
    await reach('1 cancelled', '2 cancelled', '3 sent_to_printer')
    expect(printed).toEqual(['P1: three'])
  })

  test('says who or what cancelled it: here, staff, or a prescription that was changed', async () => {
    const { spool } = await startRig({ route: NO_PRINTER })
    for (const [n, why] of ['cancelled_here', 'cancelled_by_staff', 'label_withdrawn'].entries()) {
      await spool.accept(arrival(why))
      const cause = why as Parameters<typeof spool.actions.cancel>[1]
      expect(codesOf(await spool.actions.cancel(String(n + 1), cause))).toBe(why)
    }
  })

  test('takes a held label', async () => {
    const { spool } = await startRig()
    await spool.accept(arrival('cut', { verdict: CUT_SHORT }))
    expect(await spool.actions.cancel('1')).toMatchObject({ state: 'cancelled' })
  })

  test('comes too late for one that is being sent, also while its try is not committed yet', async () => {
    const { spool, store, reach } = await startRig({ write: stuck })
    await spool.accept(arrival('one'))
    await reach('1 sending')
    await expect(spool.actions.cancel('1')).rejects.toEqual(
      refusedWith(/Label 1 is sending since .* cannot be taken back/),
    )
    expect(store.pending()).toBe(0)
  })

  test.each(['unknown', 'sent_to_printer', 'failed'] as const)(
    'has nothing to do on one that is %s',
    async (state) => {
      const failed: Delivery = writeFailure('address_not_usable', false)
      const { spool, reach } = await startRig({
        write: () => ({ unknown: CUT, sent_to_printer: SENT, failed })[state],
      })
      await spool.accept(arrival('one'))
      await reach(`1 ${state}`)
      await expect(spool.actions.cancel('1')).rejects.toEqual(
        refusedWith(state === 'unknown' ? /agent answer 1 printed\|reprint/ : /nothing to cancel/),
      )
    },
  )

  test('of a label that is not there is not found', async () => {
    const { spool } = await startRig()
    await expect(spool.actions.cancel('7')).rejects.toMatchObject({ code: 'not_found' })
  })

  test('that the disk refuses leaves the label where it was', async () => {
    const { spool, store, state, way, printed, reach } = await startRig({ route: NO_PRINTER })
    await spool.accept(arrival('one'))
    await spool.accept(arrival('two'))
    store.fault = new Error('ENOSPC')
    await expect(spool.actions.cancel('1')).rejects.toThrow('ENOSPC')
    store.fault = null
    state.route = way('P1')
    spool.routeChanged()
    await reach('2 sent_to_printer')
    expect(printed).toEqual(['P1: one', 'P1: two'])
  })
})

describe('release', () => {
  test('prints a held label, once', async () => {
    const { spool, printed, reach } = await startRig()
    await spool.accept(arrival('cut', { verdict: CUT_SHORT }))
    const both = await Promise.all([spool.actions.release('1'), spool.actions.release('1')])
    expect(both.map(({ n }) => n)).toEqual([1, 1])
    await reach('1 sent_to_printer')
    expect(await spool.actions.release('1')).toMatchObject({ state: 'sent_to_printer' })
    expect(printed).toEqual(['P1: cut'])
  })

  test('prints an expired label, which then has 30 minutes again, also after a restart', async () => {
    const { spool, disk, clock, reach } = await startRig({ route: NO_PRINTER })
    await spool.accept(arrival('one'))
    await reach('1 waiting_for_printer')
    for (let minutes = 0; minutes < 30; minutes += 1) {
      await until('the wait', () => clock.nextInMs() !== null)
      clock.stepMs(60_000)
    }
    await reach('1 expired')
    await spool.actions.release('1')
    await reach('1 waiting_for_printer')
    clock.stepMs(20 * 60_000)
    await spool.stop()
    const after = await startRig({ disk, clock })
    await after.reach('1 sent_to_printer')
  })

  test('is refused for what is unknown, failed or cancelled', async () => {
    const unknown = await unknownLabel()
    await expect(unknown.spool.actions.release('1')).rejects.toEqual(refusedWith(/agent answer 1/))
    await unknown.spool.actions.didNotComeOut('1')
    await expect(unknown.spool.actions.release('1')).rejects.toEqual(refusedWith(/agent reprint 1/))
  })
})

describe('answer', () => {
  test('printed ends the question, and never says that the printer confirmed it', async () => {
    const { spool } = await unknownLabel()
    for (const _time of [1, 2])
      expect(await spool.actions.cameOut('1')).toMatchObject({
        state: 'sent_to_printer',
        reasons: [reason('seen_out', {})],
      })
    await expect(spool.actions.didNotComeOut('1')).rejects.toEqual(
      refusedWith(/only a label that is unknown/),
    )
  })

  test('reprint prints it once more with the mark, once', async () => {
    const { spool, printed, reach, job } = await unknownLabel()
    const both = await Promise.all([spool.actions.didNotComeOut('1'), spool.actions.didNotComeOut('1')])
    expect(both.map(({ n }) => n)).toEqual([2, 2])
    await reach('1 failed', '2 sent_to_printer')
    expect(printed).toHaveLength(1)
    expect(printed[0]).toContain('REPRINT 1')
    expect(await job(1)).toMatchObject({ reasons: [reason('printed_again', { label: '1.1' })] })
    expect(await spool.trace('1.1')).toMatchObject({ reprint: { of: (await job(1))?.id, count: 1 } })
    expect(await spool.actions.didNotComeOut('1')).toMatchObject({ n: 2 })
    await expect(spool.actions.cameOut('1')).rejects.toEqual(refusedWith(/only a label that is unknown/))
  })

  test('reprint asked again after a crash in between finds the reprint', async () => {
    const before = newRig({ write: () => CUT })
    await before.spool.start()
    await before.spool.accept(arrival(LABEL))
    await before.reach('1 unknown')
    before.store.isManual = true
    void before.spool.actions.didNotComeOut('1')
    // That No counts, then the reprint reach the disk; that the label is over does not.
    while (before.disk.jobs.length < 2) {
      await until('the disk is asked', () => before.store.pending() > 0)
      before.store.flush()
    }
    crash(before)
    const after = await startRig({ disk: before.disk, clock: before.clock })
    await after.reach('1 failed', '2 sent_to_printer')
    expect(await after.spool.actions.didNotComeOut('1')).toMatchObject({ n: 2 })
    expect(after.printed).toHaveLength(1)
  })

  test('to a reprint that is unknown itself makes the next', async () => {
    const rig = await startRig({ write: () => CUT })
    await rig.spool.accept(arrival(LABEL))
    await rig.reach('1 unknown')
    await rig.spool.actions.didNotComeOut('1')
    await rig.reach('2 unknown')
    await rig.spool.actions.didNotComeOut('1.1')
    await rig.reach('1 failed', '2 failed', '3 unknown')
    expect(await rig.spool.trace('1.2')).toMatchObject({ reprint: { of: (await rig.job(1))?.id, count: 2 } })
  })
})

describe('reprint', () => {
  test('makes one job for each count, and answers with it when asked again', async () => {
    const { spool, printed, reach } = await startRig()
    await spool.accept(arrival(LABEL))
    await reach('1 sent_to_printer')
    const first = [await spool.actions.reprint('1', 1), await spool.actions.reprint('1', 1)]
    expect(first.map(({ n }) => n)).toEqual([2, 2])
    await reach('2 sent_to_printer')
    expect(await spool.actions.reprint('1.1', null)).toMatchObject({ n: 3, reprint: { count: 2 } })
    await expect(spool.actions.reprint('1', 9)).rejects.toEqual(refusedWith(/printed again 2 times so far/))
    await reach('3 sent_to_printer')
    expect(printed.map((text) => /REPRINT \d/.exec(text)?.[0])).toEqual([undefined, 'REPRINT 1', 'REPRINT 2'])
  })

  test('of a language without a mark is the same bytes, and says so', async () => {
    const { spool, printed, reach } = await startRig()
    const verdict = { language: 'escpos', isComplete: null, reason: 'not_checked' } as const
    await spool.accept(arrival('x', { verdict }))
    await reach('1 sent_to_printer')
    expect(codesOf(await spool.actions.reprint('1', null))).toBe('reprint_unmarked')
    await reach('2 sent_to_printer')
    expect(printed).toEqual(['P1: x', 'P1: x'])
  })

  test('of an unknown label answers its question with it', async () => {
    const { spool, reach } = await unknownLabel()
    expect(await spool.actions.reprint('1', null)).toMatchObject({ n: 2 })
    await reach('1 failed', '2 sent_to_printer')
  })

  test('is refused while the label waits, is held or was cancelled, and when what was on it is gone', async () => {
    const { spool, disk, reach, state, computer } = await startRig({ write: () => OFF })
    await spool.accept(arrival('one'))
    await reach('1 waiting_for_printer')
    await expect(spool.actions.reprint('1', null)).rejects.toEqual(refusedWith(/has not been printed yet/))
    await spool.actions.cancel('1')
    await expect(spool.actions.reprint('1', null)).rejects.toEqual(
      refusedWith(/send it again from its program/),
    )
    await spool.accept(arrival('cut', { verdict: CUT_SHORT }))
    await expect(spool.actions.reprint('2', null)).rejects.toEqual(refusedWith(/agent release 2/))
    await spool.actions.release('2')
    await reach('2 waiting_for_printer')
    state.route = computer('COUNTER')
    const stored = disk.byRef('2')
    if (stored !== undefined) {
      stored.row = { ...stored.row, state: 'sent_to_printer', hasPayload: false }
    }
    await expect(spool.actions.reprint('2', null)).rejects.toEqual(refusedWith(/not kept any more/))
  })
})
