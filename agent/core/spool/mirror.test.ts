// What another computer says of a label shows here, once for each change, and never over what a person said.
import { describe, expect, test } from 'vitest'
import type { RemoteState } from '@pharmacy-relay/shared/job-link.ts'
import { SteppedClock } from '@pharmacy-relay/shared/test/stepped-clock.ts'
import { until } from '@pharmacy-relay/shared/test/until.ts'
import { ModelComputer } from './test/model-computer.ts'
import { arrival, startRig } from './test/spool-rig.ts'

const now = (state: RemoteState['state'], words = ''): RemoteState => ({ state, words, evidence: null })

/** One label that DISPENSARY has. */
async function forwarded() {
  const clock = new SteppedClock()
  const host = new ModelComputer(clock)
  const rig = await startRig({ clock, route: host.route() })
  const { id } = await rig.spool.accept(arrival('one'))
  await until('it is under way', () => host.underWay.length === 1)
  host.takeAll()
  await rig.reach('1 forwarded')
  const hear = async (...news: RemoteState[]) => {
    for (const one of news) await rig.spool.forwarded.mirror(id, one)
    const { state, reason } = (await rig.job(1)) ?? { state: '', reason: '' }
    return `${state}: ${reason}`
  }
  return { ...rig, host, id, hear }
}

describe('A label that is forwarded', () => {
  test('shows why it waits there, and says nothing while it is simply printed', async () => {
    const { hear, history } = await forwarded()
    expect(await hear(now('accepted'), now('sending'))).toBe('forwarded: ')
    const waits = now('waiting_for_printer', 'out of paper')
    expect(await hear(waits, waits)).toBe('forwarded: DISPENSARY: waiting for printer: out of paper')
    expect(await hear(now('sending'), now('sent_to_printer'))).toBe('sent_to_printer: ')
    expect(history.slice(3)).toEqual(['1 forwarded', '1 forwarded', '1 sent_to_printer'])
  })

  test('ends as it ended there, and late news change nothing', async () => {
    const { hear, spool } = await forwarded()
    expect(await hear({ ...now('printed'), evidence: 'L3' }, now('waiting_for_printer'))).toBe('printed: ')
    expect((await spool.trace('1')).evidence).toBe('L3')
    expect(await spool.forwarded.unsettled(10)).toEqual([])
  })

  test('is to be asked for until it has an end, and is unknown when nobody knows it there', async () => {
    const { hear, spool, id } = await forwarded()
    expect(await spool.forwarded.unsettled(10)).toEqual([id])
    expect(await hear(now('not_known'))).toMatch(/^unknown: DISPENSARY does not know/)
    expect(await spool.forwarded.unsettled(10)).toEqual([id])
    expect(await hear(now('sent_to_printer'))).toBe('sent_to_printer: ')
  })

  test('is asked for where it is, and never of the computer that gets the labels now', async () => {
    const { spool, state, host, clock, id } = await forwarded()
    state.route = new ModelComputer(clock, 'OFFICE').route()
    spool.routeChanged()
    expect(await spool.forwarded.unsettled(10)).toEqual([])
    state.route = host.route()
    spool.routeChanged()
    expect(await spool.forwarded.unsettled(10)).toEqual([id])
  })

  test('that is unknown there is decided by what becomes of it there, unless somebody said so here', async () => {
    const one = await forwarded()
    expect(await one.hear(now('unknown', 'broke off'))).toBe('unknown: DISPENSARY: broke off')
    expect(await one.hear(now('failed', 'not printed'))).toBe('failed: DISPENSARY: not printed')
    const two = await forwarded()
    await two.hear(now('unknown', 'broke off'))
    await two.spool.people.cameOut('1')
    expect(await two.hear(now('failed'), now('printed'))).toMatch(/^sent_to_printer: somebody at this/)
    expect(await two.spool.forwarded.unsettled(10)).toEqual([])
  })

  test('that expired there is printed there, or here again, and not released here', async () => {
    const { hear, spool } = await forwarded()
    expect(await hear(now('expired', 'too late'))).toBe('expired: DISPENSARY: too late')
    await expect(spool.people.release('1')).rejects.toThrow(/print it at DISPENSARY/)
    expect(await spool.trace('1')).toMatchObject({ isElsewhere: true, isPayloadKept: true })
    expect(await spool.people.reprint('1', null)).toMatchObject({ reprint: { count: 1 } })
    expect(await hear(now('sent_to_printer'))).toBe('sent_to_printer: ')
  })

  test('shows here when it waits there for longer than 10 s', async () => {
    const { hear, spool, clock } = await forwarded()
    await hear(now('waiting_for_printer', 'out of paper'))
    expect(spool.labels()).toMatchObject({ waiting: 0, look: null })
    clock.stepMs(11_000)
    const reason = 'DISPENSARY: waiting for printer: out of paper'
    expect(spool.labels()).toMatchObject({ waiting: 1, look: { n: 1, state: 'forwarded', reason } })
  })
})

test('News before the answer, and of labels that are unknown here', async () => {
  const clock = new SteppedClock()
  const host = new ModelComputer(clock)
  const rig = await startRig({ clock, route: host.route() })
  const { id } = await rig.spool.accept(arrival('one'))
  await until('it is under way', () => host.underWay.length === 1)
  await rig.spool.forwarded.mirror(id, now('sent_to_printer'))
  await rig.spool.forwarded.mirror('another', now('printed'))
  host.takeAll()
  await rig.reach('1 sent_to_printer')
})
