// What becomes of labels that may be at one computer when labels go to another, or to a printer here.
import { reason } from '@pharmacy-relay/shared/reasons/make-reason.ts'
import { describe, expect, test } from 'vitest'
import { until } from '@pharmacy-relay/shared/test/until.ts'
import { EXPIRY_MS } from '../rules/expiry.ts'
import { ModelComputer } from '../test/model-computer.ts'
import { acceptAll, client } from '../test/client-rig.ts'

describe('When labels go elsewhere', () => {
  test('to a printer here, those that may be there are asked about, and the others are printed in their order', async () => {
    const rig = await client({ window: 2 })
    await acceptAll(rig, 'one', 'two', 'three')
    await rig.under('one', 'two')
    rig.host.hand(rig.first())
    rig.state.route = rig.way('P1')
    rig.spool.routeChanged()
    await rig.spool.dispatcher.settled()
    await rig.reach('1 unknown', '2 sent_to_printer', '3 sent_to_printer')
    expect(rig.printed).toEqual(['P1: two', 'P1: three'])
    expect((await rig.job(1))?.reasons).toEqual([reason('gone_elsewhere', { computer: 'DISPENSARY' })])
    expect(rig.disk.byRef('2')?.row.target).toBeNull()
  })

  test('to another computer, those that may be there are asked about', async () => {
    const rig = await client()
    const other = new ModelComputer(rig.clock, 'BACK-OFFICE')
    await acceptAll(rig, 'one', 'two')
    await rig.under('one', 'two')
    rig.host.hand(rig.first())
    rig.state.route = other.route()
    rig.spool.routeChanged()
    await rig.reach('1 unknown')
    await until('the other', () => other.underWay.length === 1)
    other.takeAll()
    await rig.reach('2 forwarded')
    expect(await rig.job(2)).toMatchObject({ destination: 'BACK-OFFICE' })
  })

  test('nowhere for a while, and back: those that may be there go on with their id', async () => {
    const rig = await client()
    await acceptAll(rig, 'one', 'two')
    await rig.under('one', 'two')
    rig.host.hand(rig.first())
    rig.state.route = { kind: 'none', why: reason('no_computer', {}) }
    rig.spool.routeChanged()
    await rig.reach('1 sending', '2 waiting_for_printer')
    rig.state.route = rig.host.route()
    rig.spool.routeChanged()
    await rig.under('one', 'two')
    expect(rig.host.underWay.map(({ label }) => label.wasHanded)).toEqual([true, false])
    rig.host.takeAll()
    await rig.reach('1 forwarded', '2 forwarded')
    expect(rig.host.taken).toHaveLength(2)
  })

  test('nowhere for good: what may be there is unknown in the end', async () => {
    const rig = await client()
    await acceptAll(rig, 'one')
    await rig.under('one')
    rig.host.hand(rig.first())
    rig.state.route = { kind: 'none', why: reason('no_printer', {}) }
    rig.spool.routeChanged()
    await rig.spool.dispatcher.settled()
    rig.clock.stepMs(EXPIRY_MS + 60_000)
    await rig.reach('1 unknown')
  })

  test('a route that is the same goes on undisturbed', async () => {
    const rig = await client()
    await acceptAll(rig, 'one')
    await rig.under('one')
    const { label } = rig.first()
    rig.state.route = rig.host.route()
    rig.spool.routeChanged()
    expect(label.signal.aborted).toBe(false)
  })

  test('from a printer here, the label that is being printed is finished first', async () => {
    const printing = Promise.withResolvers<{ ok: true }>()
    const rig = await client({ write: async () => printing.promise })
    rig.state.route = rig.way('P1')
    rig.spool.routeChanged()
    await acceptAll(rig, 'one', 'two')
    await rig.reach('1 sending')
    rig.state.route = rig.host.route()
    rig.spool.routeChanged()
    await new Promise((resolve) => setTimeout(resolve, 20))
    expect(rig.host.asked).toEqual([])
    printing.resolve({ ok: true })
    await rig.under('two')
  })
})
