// Labels for another computer: several at once, in order, to that computer only, and never lost or called what they are not.
import { setImmediate as turn } from 'node:timers/promises'
import { codesOf } from '@pharmacy-relay/shared/test/codes-of.ts'
import { reason } from '@pharmacy-relay/shared/reasons/make-reason.ts'
import { describe, expect, onTestFinished, test } from 'vitest'
import { SteppedClock } from '@pharmacy-relay/shared/test/stepped-clock.ts'
import { until } from '@pharmacy-relay/shared/test/until.ts'
import { EXPIRY_MS } from '../rules/expiry.ts'
import type { ForwardedLabel, ForwardEnd } from '../rules/forwarding.ts'
import { ModelComputer } from '../test/model-computer.ts'
import { JumpingClock } from '../test/schedule.ts'
import { arrival, newRig, startRig } from '../test/spool-rig.ts'
import { acceptAll, client } from '../test/client-rig.ts'

const NO_ROUTE = reason('link_unreachable', {})

describe('Labels for another computer', () => {
  test('are under way at once up to the window, begun in their order, and forwarded when it has them', async () => {
    const rig = await client({ window: 2 })
    await acceptAll(rig, 'one', 'two', 'three')
    await rig.under('one', 'two')
    rig.host.take(rig.first())
    await rig.under('two', 'three')
    rig.host.takeAll()
    await rig.reach('1 forwarded', '2 forwarded', '3 forwarded')
    expect(rig.host.asked.map((asked) => asked.split(' ')[1])).toEqual(['one', 'two', 'three'])
    expect(await rig.job(1)).toMatchObject({ destination: 'DISPENSARY', attempts: 1, reasons: [] })
    expect(rig.spool.dispatcher.waiting()).toBe(0)
  })

  test('say why they wait, each change once, and are `sending` from the first byte', async () => {
    const rig = await client()
    await acceptAll(rig, 'one')
    await rig.under('one')
    const { label } = rig.first()
    const says = async (code: string) =>
      until('the reason', async () => {
        rig.clock.stepMs(500)
        return codesOf(await rig.job(1)) === code
      })
    label.onWaiting([NO_ROUTE])
    await says('link_unreachable')
    // What nobody would have had the time to read is passed over.
    for (const code of ['link_unreachable', 'link_hub_away', 'link_timeout'] as const)
      label.onWaiting([reason(code, {})])
    await says('link_timeout')
    expect((await rig.job(1))?.state).toBe('waiting_for_printer')
    rig.host.hand(rig.first())
    await rig.reach('1 sending')
    label.onWaiting([reason('link_closed', {})])
    await says('link_closed')
    expect((await rig.job(1))?.state).toBe('sending')
    const steps = (await rig.spool.trace('1')).steps.map((step) => `${step.state}: ${codesOf(step)}`)
    expect(steps).toEqual([
      'accepted: ',
      'waiting_for_printer: link_unreachable',
      'waiting_for_printer: link_timeout',
      'sending: ',
      'sending: link_closed',
    ])
  })

  test('that waited leave once the disk does not say so any more, and not when it cannot be told', async () => {
    const rig = await client()
    await acceptAll(rig, 'one')
    await rig.under('one')
    const { label } = rig.first()
    expect(await label.mayLeave?.()).toBe(true)
    expect((await rig.job(1))?.state).toBe('accepted')
    label.onWaiting([NO_ROUTE])
    await rig.reach('1 waiting_for_printer')
    rig.store.fault = new Error('ENOSPC')
    expect(await label.mayLeave?.()).toBe(false)
    rig.store.fault = null
    expect(await label.mayLeave?.()).toBe(true)
    expect((await rig.job(1))?.state).toBe('sending')
  })

  test('leave before `sending` is on the disk, and are forwarded in that order', async () => {
    const rig = await client()
    await acceptAll(rig, 'one')
    await rig.under('one')
    rig.store.isManual = true
    rig.host.take(rig.first())
    await until('both commits', () => rig.store.pending() >= 2)
    rig.store.isManual = false
    rig.store.flush()
    await rig.reach('1 forwarded')
    expect(rig.history).toEqual(['1 accepted', '1 sending', '1 forwarded'])
  })

  test('that were refused are failed, and say why', async () => {
    const rig = await client()
    await acceptAll(rig, 'one', 'two')
    await rig.under('one', 'two')
    rig.host.refuse(rig.first())
    rig.host.takeAll()
    await rig.reach('1 failed', '2 forwarded')
    expect(await rig.job(1)).toMatchObject({ reasons: [reason('link_refused_size', {})] })
  })

  test('expire when nothing of them left, and are unknown when it did and nobody can be asked', async () => {
    const rig = await client()
    rig.host.isThere = false
    await acceptAll(rig, 'one', 'two')
    await rig.under('one', 'two')
    rig.first().label.onWaiting([NO_ROUTE])
    const [, second] = rig.host.underWay
    if (second !== undefined) rig.host.hand(second)
    await rig.reach('2 sending', '1 waiting_for_printer')
    rig.clock.stepMs(EXPIRY_MS)
    await rig.reach('1 expired', '2 unknown')
    expect(codesOf(await rig.job(1))).toBe('expired link_unreachable')
    expect((await rig.job(2))?.reasons).toEqual([reason('in_doubt', { computer: 'DISPENSARY' })])
  })

  test('that expired there after all may be released here, and go out again', async () => {
    const rig = await client()
    await acceptAll(rig, 'one')
    await rig.under('one')
    rig.host.hand(rig.first())
    rig.host.onTheWire.length = 0
    rig.clock.stepMs(EXPIRY_MS)
    await rig.reach('1 expired')
    await rig.spool.actions.release('1')
    await rig.under('one')
    expect(rig.first().label.wasHanded).toBe(false)
    rig.host.takeAll()
    await rig.reach('1 forwarded')
  })

  test('whose delivery ends while the disk is told that they may leave do not leave, and can be cancelled', async () => {
    const { promise: end, resolve } = Promise.withResolvers<ForwardEnd>()
    const labels: ForwardedLabel[] = []
    const deliver = async (label: ForwardedLabel): Promise<ForwardEnd> => {
      labels.push(label)
      return end
    }
    const rig = await startRig({ route: { kind: 'computer', destination: 'B', window: 2, deliver } })
    await rig.spool.accept(arrival('one'))
    await until('the delivery', () => labels.length === 1)
    labels[0]?.onWaiting([NO_ROUTE])
    await rig.reach('1 waiting_for_printer')
    rig.store.isManual = true
    const leaving = labels[0]?.mayLeave?.()
    resolve({ kind: 'not_sent' })
    await turn()
    rig.store.isManual = false
    rig.store.flush()
    expect(await leaving).toBe(false)
    await until('it waits again', () => rig.spool.dispatcher.queue.size === 1)
    expect((await rig.job(1))?.state).toBe('waiting_for_printer')
    expect((await rig.spool.actions.cancel('1')).state).toBe('cancelled')
  })

  test('whose delivery ends as the clock jumps are not called `sending` behind their outcome', async () => {
    const clock = new JumpingClock()
    const rig = await client({ clock })
    await acceptAll(rig, 'one')
    await rig.under('one')
    const { label } = rig.first()
    label.onWaiting([NO_ROUTE])
    await rig.reach('1 waiting_for_printer')
    expect(await label.mayLeave?.()).toBe(true)
    rig.store.isManual = true
    rig.state.route = { kind: 'none', why: NO_ROUTE }
    rig.spool.routeChanged()
    await until('its outcome', () => rig.store.pending() === 1)
    clock.aheadMs = 3_600_000
    rig.spool.dispatcher.go()
    await turn()
    rig.store.isManual = false
    rig.store.flush()
    await until('it waits again', () => rig.spool.dispatcher.queue.size === 1)
    const { steps } = await rig.spool.trace('1')
    expect(steps.map(({ state }) => state)).toEqual([
      'accepted',
      'waiting_for_printer',
      'sending',
      'waiting_for_printer',
    ])
  })

  test('that may leave are not called waiting when the clock jumps as the disk is told', async () => {
    const clock = new JumpingClock()
    const rig = await client({ clock })
    await acceptAll(rig, 'one')
    await rig.under('one')
    const { label } = rig.first()
    label.onWaiting([NO_ROUTE])
    await rig.reach('1 waiting_for_printer')
    rig.store.isManual = true
    const leaving = label.mayLeave?.()
    await until('the commit', () => rig.store.pending() === 1)
    clock.aheadMs = 3_600_000
    rig.spool.dispatcher.go()
    await until('what is said of the clock', () => rig.store.pending() === 2)
    rig.store.isManual = false
    rig.store.flush()
    expect(await leaving).toBe(true)
    expect((await rig.job(1))?.state).toBe('sending')
    expect((await rig.store.openAttempts()).map(({ destination }) => destination)).toEqual(['DISPENSARY'])
  })

  test('do not expire after the clock jumped', async () => {
    const clock = new JumpingClock()
    const rig = await client({ clock })
    await acceptAll(rig, 'one')
    await rig.under('one')
    clock.aheadMs = 3_600_000
    clock.stepMs(60_000)
    await until('the reason', async () => codesOf(await rig.job(1)) === 'clock_jumped')
    clock.stepMs(EXPIRY_MS)
    await until('the pause', () => clock.nextInMs() === 1_000)
    clock.stepMs(1_000)
    await rig.under('one')
    expect(rig.first().label.ttlMs).toBeNull()
  })

  test('are tried again when a delivery ends before its time, and when it fails', async () => {
    let tries = 0
    const deliver = async (): Promise<ForwardEnd> => {
      tries += 1
      if (tries === 1) throw new Error('a defect')
      return tries === 2 ? { kind: 'not_sent' } : { kind: 'forwarded', path: 'hub', now: null }
    }
    const rig = await startRig({ route: { kind: 'computer', destination: 'B', window: 2, deliver } })
    await rig.spool.accept(arrival('one'))
    for (const wanted of [2, 3]) {
      await until('the pause', () => rig.clock.nextInMs() === 1_000)
      rig.clock.stepMs(1_000)
      await until('the try', () => tries === wanted)
    }
    await rig.reach('1 forwarded')
    // People see which way it took.
    const { steps } = await rig.spool.trace('1')
    expect(steps.at(-1)).toMatchObject({ state: 'forwarded', reasons: [reason('through_hub', {})] })
  })

  test('wait when the disk does not keep for whom they are', async () => {
    const rig = await client({ route: { kind: 'none', why: reason('no_printer', {}) } })
    await acceptAll(rig, 'one')
    await rig.reach('1 waiting_for_printer')
    rig.store.fault = new Error('ENOSPC')
    rig.state.route = rig.host.route()
    rig.spool.routeChanged()
    await until('the pause', () => rig.clock.nextInMs() === 1_000)
    expect(rig.host.asked).toEqual([])
    rig.store.fault = null
    rig.clock.stepMs(1_000)
    await rig.under('one')
    expect(rig.disk.byRef('1')?.row.target).toBe('DISPENSARY')
  })
})

describe('A label that is cancelled', () => {
  test('before its first byte never leaves', async () => {
    const rig = await client()
    await acceptAll(rig, 'one', 'two')
    await rig.under('one', 'two')
    await rig.spool.actions.cancel('1')
    await rig.reach('1 cancelled')
    await rig.under('two')
    expect(rig.host.taken).toEqual([])
  })

  test('after it is refused, and goes on', async () => {
    const rig = await client()
    await acceptAll(rig, 'one')
    await rig.under('one')
    rig.host.hand(rig.first())
    await expect(rig.spool.actions.cancel('1')).rejects.toMatchObject({ code: 'state_conflict' })
    rig.host.takeAll()
    await rig.reach('1 forwarded')
    await expect(rig.spool.actions.cancel('1')).rejects.toThrow(/cancel it at DISPENSARY/)
  })
})

test('A stop breaks off what is under way and leaves it as it is on the disk', async () => {
  const clock = new SteppedClock()
  const host = new ModelComputer(clock)
  const rig = newRig({ clock, route: host.route() })
  onTestFinished(async () => rig.spool.stop())
  await rig.spool.start()
  await rig.spool.accept(arrival('one'))
  await rig.spool.accept(arrival('two'))
  await until('both', () => host.underWay.length === 2)
  const [one] = host.underWay
  if (one !== undefined) host.hand(one)
  await rig.reach('1 sending')
  await rig.spool.stop()
  expect(await rig.states()).toEqual(['1 sending', '2 accepted'])
})
