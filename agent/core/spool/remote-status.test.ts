// What another computer says of a label shows here, once for each change, and never over what a person said.
import type { Reason } from '@pharmacy-relay/shared/reasons/reason.ts'
import { codesOf } from '@pharmacy-relay/shared/test/codes-of.ts'
import { reason } from '@pharmacy-relay/shared/reasons/make-reason.ts'
import { describe, expect, test } from 'vitest'
import type { RemoteState } from '@pharmacy-relay/shared/job-link.ts'
import { SteppedClock } from '@pharmacy-relay/shared/test/stepped-clock.ts'
import { until } from '@pharmacy-relay/shared/test/until.ts'
import { ModelComputer } from './test/model-computer.ts'
import { arrival, startRig } from './test/spool-rig.ts'

const now = (state: RemoteState['state'], ...reasons: Reason[]): RemoteState => ({
  state,
  reasons,
  evidence: null,
})

const BROKE = reason('connection_reset', {})

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
    for (const one of news) await rig.spool.forwarded.update(id, one)
    const job = await rig.job(1)
    return `${job?.state}: ${codesOf(job)}`
  }
  return { ...rig, host, id, hear }
}

describe('A label that is forwarded', () => {
  test('shows why it waits there, and says nothing while it is simply printed', async () => {
    const { hear, history } = await forwarded()
    expect(await hear(now('accepted'), now('sending'))).toBe('forwarded: ')
    const waits = now('waiting_for_printer', reason('printer_condition', { condition: 'paper_out' }))
    expect(await hear(waits, waits)).toBe('forwarded: waits_there printer_condition')
    expect(await hear(now('sending'), now('sent_to_printer'))).toBe('sent_to_printer: ')
    expect(history.slice(3)).toEqual(['1 forwarded', '1 forwarded', '1 sent_to_printer'])
  })

  test('ends as it ended there, and late news change nothing', async () => {
    const { hear, spool } = await forwarded()
    expect(await hear({ ...now('printed'), evidence: 'L3' }, now('waiting_for_printer'))).toBe('printed: ')
    expect((await spool.trace('1')).evidence).toBe('L3')
    expect(await spool.forwarded.unsettled('DISPENSARY', 10)).toEqual([])
  })

  test('is to be asked for until it has an end, and is unknown when nobody knows it there', async () => {
    const { hear, spool, id } = await forwarded()
    expect(await spool.forwarded.unsettled('DISPENSARY', 10)).toEqual([id])
    expect(await hear(now('not_known'))).toBe('unknown: not_known_there')
    expect(await spool.forwarded.unsettled('DISPENSARY', 10)).toEqual([id])
    expect(await hear(now('sent_to_printer'))).toBe('sent_to_printer: ')
  })

  test('is asked for where it is, and never of the computer that gets the labels now', async () => {
    const { spool, state, host, clock, id } = await forwarded()
    state.route = new ModelComputer(clock, 'OFFICE').route()
    spool.routeChanged()
    expect(await spool.forwarded.unsettled('OFFICE', 10)).toEqual([])
    expect(await spool.forwarded.unsettled(host.name, 10)).toEqual([id])
  })

  test('that is unknown there is decided by what becomes of it there, unless somebody said so here', async () => {
    const one = await forwarded()
    expect(await one.hear(now('unknown', BROKE))).toBe('unknown: at_computer connection_reset')
    expect(await one.hear(now('failed', reason('queue_cancelled', {})))).toBe(
      'failed: at_computer queue_cancelled',
    )
    const two = await forwarded()
    await two.hear(now('unknown', BROKE))
    await two.spool.actions.cameOut('1')
    expect(await two.hear(now('failed'), now('printed'))).toBe('sent_to_printer: seen_out')
    expect(await two.spool.forwarded.unsettled('DISPENSARY', 10)).toEqual([])
  })

  test('that expired there is printed there, or here again, and not released here', async () => {
    const { hear, spool } = await forwarded()
    expect(await hear(now('expired', reason('others_first', {})))).toBe('expired: at_computer others_first')
    await expect(spool.actions.release('1')).rejects.toThrow(/print it at DISPENSARY/)
    expect(await spool.trace('1')).toMatchObject({ isElsewhere: true, isPayloadKept: true })
    expect(await spool.actions.reprint('1', null)).toMatchObject({ reprint: { count: 1 } })
    expect(await hear(now('sent_to_printer'))).toBe('sent_to_printer: ')
  })

  test('shows here when it waits there for longer than 10 s', async () => {
    const { hear, spool, clock } = await forwarded()
    const paperOut = reason('printer_condition', { condition: 'paper_out' })
    await hear(now('waiting_for_printer', paperOut))
    expect(spool.board.status()).toMatchObject({ waiting: 0, look: null })
    clock.stepMs(11_000)
    const reasons = [reason('waits_there', { computer: 'DISPENSARY' }), paperOut]
    expect(spool.board.status()).toMatchObject({ waiting: 1, look: { n: 1, state: 'forwarded', reasons } })
  })
})

test('News before the answer, and of labels that are unknown here', async () => {
  const clock = new SteppedClock()
  const host = new ModelComputer(clock)
  const rig = await startRig({ clock, route: host.route() })
  const { id } = await rig.spool.accept(arrival('one'))
  await until('it is under way', () => host.underWay.length === 1)
  await rig.spool.forwarded.update(id, now('sent_to_printer'))
  await rig.spool.forwarded.update('another', now('printed'))
  host.takeAll()
  await rig.reach('1 sent_to_printer')
})
