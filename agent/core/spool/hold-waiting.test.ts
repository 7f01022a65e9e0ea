// What becomes of labels when their computer moves to another pharmacy: none of them goes on by itself.
import { reason } from '@pharmacy-relay/shared/reasons/make-reason.ts'
import { until } from '@pharmacy-relay/shared/test/until.ts'
import { describe, expect, test } from 'vitest'
import type { Route } from './rules/route.ts'
import { ModelComputer } from './test/model-computer.ts'
import { acceptAll, client } from './test/client-rig.ts'
import { arrival, crash, newRig, OFF, startRig } from './test/spool-rig.ts'

const NOWHERE: Route = { kind: 'none', why: reason('no_part', {}) }
const WHY = reason('moved', { pharmacy: 'Central' })

describe('Labels of a computer that moves', () => {
  test('are held, say why, keep what is on them, and are printed only when a person says so', async () => {
    const rig = await startRig({ write: () => OFF })
    await acceptTwo(rig)
    await rig.reach('1 waiting_for_printer')
    rig.state.route = NOWHERE
    rig.spool.routeChanged()
    await rig.spool.holdWaiting(WHY)
    expect((await rig.spool.list(10)).map(({ state, reasons }) => [state, reasons])).toEqual([
      ['held', [WHY]],
      ['held', [WHY]],
    ])
    expect(rig.spool.dispatcher.waiting()).toBe(0)
    rig.state.route = rig.computer('DISPENSARY')
    rig.spool.routeChanged()
    await rig.spool.dispatcher.settled()
    expect(rig.printed).toEqual([])
    await rig.spool.actions.release('2')
    await rig.reach('1 held', '2 forwarded')
    expect(rig.printed).toEqual(['DISPENSARY: two'])
  })

  test('are held too when the disk was only about to have them', async () => {
    const rig = await client()
    rig.store.isManual = true
    const accepted = rig.spool.accept(arrival('one'))
    await until('the disk is asked', () => rig.store.pending() === 1)
    rig.state.route = NOWHERE
    rig.spool.routeChanged()
    let isHeld = false
    const held = rig.spool.holdWaiting(WHY).then(() => (isHeld = true))
    await new Promise((resolve) => setImmediate(resolve))
    expect(isHeld).toBe(false)
    rig.store.isManual = false
    rig.store.flush()
    await Promise.all([accepted, held])
    rig.state.route = rig.computer('NAMESAKE')
    rig.spool.routeChanged()
    await rig.spool.dispatcher.settled()
    expect([await rig.states(), rig.printed]).toEqual([['1 held'], []])
  })

  test('stay held after a crash', async () => {
    const rig = await startRig({ route: NOWHERE })
    await acceptTwo(rig)
    await rig.spool.holdWaiting(WHY)
    crash(rig)
    const next = newRig({ disk: rig.disk, clock: rig.clock })
    await next.spool.start()
    await next.reach('1 held', '2 held')
    expect(next.printed).toEqual([])
  })

  test('that may be at a computer of the old pharmacy go to none of the new one that has its name', async () => {
    const rig = await client({ window: 2 })
    await acceptAll(rig, 'one', 'two')
    await rig.under('one', 'two')
    rig.host.hand(rig.first())
    rig.state.route = NOWHERE
    rig.spool.routeChanged()
    await rig.spool.holdWaiting(WHY)
    await rig.reach('1 unknown', '2 held')
    const namesake = new ModelComputer(rig.clock, rig.host.name)
    rig.state.route = namesake.route()
    rig.spool.routeChanged()
    await rig.spool.dispatcher.settled()
    expect(namesake.asked).toEqual([])
  })
})

async function acceptTwo({ spool }: Awaited<ReturnType<typeof startRig>>): Promise<void> {
  for (const text of ['one', 'two']) await spool.accept(arrival(text))
}
