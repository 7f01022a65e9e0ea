// Tries that the disk has before their turn: several labels share a flush, and none of them is in doubt that had not begun.
import { codesOf } from '@pharmacy-relay/shared/test/codes-of.ts'
import { reason } from '@pharmacy-relay/shared/reasons/make-reason.ts'
import { describe, expect, test, vi } from 'vitest'
import { SteppedClock } from '@pharmacy-relay/shared/test/stepped-clock.ts'
import { until } from '@pharmacy-relay/shared/test/until.ts'
import type { Delivery, Route } from '../rules/route.ts'
import {
  arrival,
  crash,
  CUT,
  newRig,
  OFF,
  SENT,
  startRig,
  stuck,
  type Rig,
  type RigOptions,
} from '../test/spool-rig.ts'
import { MOST_AHEAD, Pace } from './pace.ts'

const SLOWER_DISK = { committed: () => undefined, printed: () => undefined, isDiskSlower: () => true }
const TEXTS = ['one', 'two', 'three', 'four']

/** Four labels: the first is at the printer until `go`, the disk has the tries of the others. */
async function fourUnderWay(options: RigOptions = {}) {
  const { promise: gone, resolve: go } = Promise.withResolvers<Delivery>()
  const write: RigOptions['write'] = async (_, text) => (text === 'one' ? gone : SENT)
  const rig = newRig({ pace: SLOWER_DISK, write, ...options })
  await rig.spool.start()
  for (const text of TEXTS) await rig.spool.accept(arrival(text))
  await until('the first at the printer', () => rig.labels.length === 1)
  return { rig, go }
}

const onDisk = ({ disk }: Pick<Rig, 'disk'>) => disk.jobs.map(({ row }) => row.state)
const shownStates = ({ spool }: Pick<Rig, 'spool'>) => spool.board.jobs().map(({ state }) => state)

test('Labels behind one at the printer are on the disk as sending, are shown as accepted, and need no commit to begin', async () => {
  const { rig, go } = await fourUnderWay()
  expect(onDisk(rig)).toEqual(['sending', 'sending', 'sending', 'sending'])
  expect(shownStates(rig)).toEqual(['sending', 'accepted', 'accepted', 'accepted'])
  rig.store.isManual = true
  go(SENT)
  await until('all at the printer', () => rig.labels.length === TEXTS.length)
  expect(onDisk(rig)).toEqual(['sending', 'sending', 'sending', 'sending'])
  rig.store.isManual = false
  rig.store.flush()
  await rig.reach('1 sent_to_printer', '4 sent_to_printer')
  expect(rig.printed).toEqual(TEXTS.map((text) => `P1: ${text}`))
  await rig.spool.stop()
})

test('A label that comes while others are on their way to the disk is accepted with its try, also once the printer is free', async () => {
  const { promise: gone, resolve: go } = Promise.withResolvers<Delivery>()
  const write: RigOptions['write'] = async (_, text) => (text === 'one' ? gone : SENT)
  const rig = await startRig({ pace: SLOWER_DISK, write })
  await rig.spool.accept(arrival('one'))
  await until('the first at the printer', () => rig.labels.length === 1)
  rig.store.isManual = true
  const second = rig.spool.accept(arrival('two'))
  await until('the second on its way', () => rig.store.pending() === 1)
  go(SENT)
  await until('the outcome of the first', () => rig.store.pending() === 2)
  const third = rig.spool.accept(arrival('three'))
  await until('the third on its way', () => rig.store.pending() === 3)
  rig.store.flush()
  await Promise.all([second, third])
  await until('all at the printer, without another commit', () => rig.labels.length === 3)
  rig.store.isManual = false
  rig.store.flush()
  await rig.reach('2 sent_to_printer', '3 sent_to_printer')
  await rig.spool.stop()
})

test.each([
  ['waits for the next commit where the disk is slower than the printer', SLOWER_DISK, SENT, true],
  [
    'is committed at once where the disk is quicker',
    { ...SLOWER_DISK, isDiskSlower: () => false },
    SENT,
    undefined,
  ],
  ['is committed at once where it is in doubt', SLOWER_DISK, CUT, undefined],
])('What became of a label with none behind it %s', async (_, pace, answer, hasPatience) => {
  const rig = await startRig({ pace, write: async () => answer })
  const change = vi.spyOn(rig.store, 'change')
  await rig.spool.accept(arrival('one'))
  await rig.reach(answer === SENT ? '1 sent_to_printer' : '1 unknown')
  expect(change.mock.calls.map(([, { hasPatience: patience }]) => patience)).toEqual([hasPatience])
  await rig.spool.stop()
})

test('A queue of before begins with a flush for many: no more than a few are told to the disk at once', async () => {
  const before = newRig({ route: { kind: 'none', why: reason('no_printer', {}) } })
  await before.spool.start()
  for (let n = 0; n < 20; n += 1) await before.spool.accept(arrival(`${n}`))
  await before.spool.stop()
  const rig = await startRig({ disk: before.disk, clock: before.clock, pace: SLOWER_DISK, write: stuck })
  await until('the first at the printer', () => rig.labels.length === 1)
  expect(onDisk(rig).filter((state) => state === 'sending')).toHaveLength(1 + MOST_AHEAD)
})

describe('After a crash', () => {
  test('the label that was begun is in doubt, and those told ahead are printed in their order', async () => {
    const { rig } = await fourUnderWay()
    crash(rig)
    const after = await startRig({ disk: rig.disk, clock: rig.clock })
    await after.reach('2 sent_to_printer', '3 sent_to_printer', '4 sent_to_printer')
    expect(await after.states()).toEqual([
      '1 unknown',
      '2 sent_to_printer',
      '3 sent_to_printer',
      '4 sent_to_printer',
    ])
    expect(after.printed).toEqual(['P1: two', 'P1: three', 'P1: four'])
  })

  test('what had left and was noted is known, although the disk had not heard of it', async () => {
    const { rig, go } = await fourUnderWay()
    rig.store.isManual = true
    go(SENT)
    await until('all at the printer', () => rig.labels.length === TEXTS.length)
    await new Promise((resolve) => setImmediate(resolve))
    crash(rig)
    const after = await startRig({ disk: rig.disk, clock: rig.clock })
    await after.reach(...TEXTS.map((_, at) => `${at + 1} sent_to_printer`))
    expect(after.printed).toEqual([])
  })

  test('of the computer nobody knows which had begun: none is sent again, and a person is asked', async () => {
    const { rig } = await fourUnderWay()
    crash(rig)
    rig.disk.notes = null
    const look = async () => ({ odometer: 0, isIdle: true, isJobFinished: false })
    const after = await startRig({ disk: rig.disk, clock: rig.clock, look })
    expect(await after.states()).toEqual(TEXTS.map((_, at) => `${at + 1} unknown`))
    for (let label = 0; label < TEXTS.length; label += 1) {
      await until('a look', () => after.clock.nextInMs() !== null)
      after.clock.stepMs(5_000)
    }
    await until('the verdicts', async () => codesOf(await after.job(4)) === 'agent_ended counter_unknown')
    expect([await after.states(), after.printed]).toEqual([TEXTS.map((_, at) => `${at + 1} unknown`), []])
  })
})

test('A label in doubt is on the disk as unknown before the next one begins, or the counter could speak of both', async () => {
  const { rig, go } = await fourUnderWay({ look: async () => null })
  rig.store.isManual = true
  go(CUT)
  await until('its outcome', () => rig.store.pending() > 0)
  await new Promise((resolve) => setTimeout(resolve, 30))
  expect(rig.labels).toHaveLength(1)
  rig.store.isManual = false
  rig.store.flush()
  await until('the pause', () => rig.clock.nextInMs() !== null)
  rig.clock.stepMs(60_000)
  await rig.reach('1 unknown', '4 sent_to_printer')
  await rig.spool.stop()
})

describe('A label told ahead', () => {
  test('is cancelled as any that waits', async () => {
    const { rig, go } = await fourUnderWay()
    await rig.spool.actions.cancel('3')
    go(SENT)
    await rig.reach('2 sent_to_printer', '3 cancelled', '4 sent_to_printer')
    expect(rig.printed).toEqual(['P1: one', 'P1: two', 'P1: four'])
    await rig.spool.stop()
  })

  test('goes to the printer that is set when its turn comes', async () => {
    const { rig, go } = await fourUnderWay()
    rig.state.route = rig.way('P2')
    rig.spool.routeChanged()
    go(SENT)
    await rig.reach('2 sent_to_printer', '4 sent_to_printer')
    expect(rig.printed).toEqual(['P1: one', 'P2: two', 'P2: three', 'P2: four'])
    await rig.spool.stop()
  })

  test('waits with its cause while the printer has stopped or is off, and is no try more', async () => {
    const { rig, go } = await fourUnderWay()
    const route = rig.state.route as Extract<Route, { kind: 'printer' }>
    rig.state.route = { ...route, stopped: [reason('printer_condition', { condition: 'paper_out' })] }
    rig.spool.printerChanged()
    go(SENT)
    await rig.reach('1 sent_to_printer', '2 waiting_for_printer', '4 waiting_for_printer')
    expect(codesOf(await rig.job(3))).toBe('printer_condition')
    rig.state.route = route
    rig.spool.printerChanged()
    await rig.reach('2 sent_to_printer', '4 sent_to_printer')
    await rig.spool.stop()
  })

  test('waits behind one that its printer did not take, and comes out behind it', async () => {
    const clock = new SteppedClock()
    const answers = [OFF]
    const { rig, go } = await fourUnderWay({
      clock,
      write: async (_, text) => (text === 'one' ? (answers.pop() ?? SENT) : SENT),
    })
    go(SENT)
    await rig.reach('1 waiting_for_printer')
    await until('the pause', () => clock.nextInMs() !== null)
    clock.stepMs(2_000)
    await rig.reach('1 sent_to_printer', '4 sent_to_printer')
    expect(rig.printed).toEqual(TEXTS.map((text) => `P1: ${text}`))
    await rig.spool.stop()
  })
})

test('The disk is told ahead only where a label would wait for it longer than for the printer', () => {
  const pace = new Pace()
  expect(pace.isDiskSlower()).toBe(false)
  pace.committed(8)
  expect(pace.isDiskSlower()).toBe(false)
  pace.printed(300)
  expect(pace.isDiskSlower()).toBe(false)
  for (let label = 0; label < 30; label += 1) pace.printed(1)
  expect(pace.isDiskSlower()).toBe(true)
})
