// A label over two ways: which is tried when, and what is said at the end.
import { codesOf } from '@pharmacy-relay/shared/test/codes-of.ts'
import { SteppedClock } from '@pharmacy-relay/shared/test/stepped-clock.ts'
import { reason } from '@pharmacy-relay/shared/reasons/make-reason.ts'
import { describe, expect, test } from 'vitest'
import type { LinkAnswer, RemoteState } from '@pharmacy-relay/shared/job-link.ts'
import type { ForwardedLabel } from '../../spool/rules/forwarding.ts'
import { deliver, HEDGE_MS } from './delivery.ts'
import { LinkError, type LinkPath } from '../link-parts.ts'
import { Turns } from './turns.ts'
import { ACCEPTED, ID, REFUSED, scene, settled, step, Way } from '../test/two-ways.ts'

const EXPIRED: LinkAnswer = { ...REFUSED, because: [], reason: 'expired' }

describe('over the LAN', () => {
  test('the hub is not asked while the LAN answers in time', async () => {
    const { lan, hub, end, said, clock } = scene()
    await step(clock, HEDGE_MS - 1)
    lan.sent[0]?.answer(ACCEPTED)
    expect(await end).toEqual({ kind: 'forwarded', path: 'lan', now: null })
    expect(hub.sent).toHaveLength(0)
    expect(said).toEqual(['handed'])
  })

  test('a younger label that has not begun waits for one that is refused for now', async () => {
    const { lan, clock, end, next } = scene()
    await settled()
    lan.sent[0]?.answer({ ...REFUSED, because: [], reason: 'busy', retryAfterMs: 100 })
    await settled()
    const younger = next()
    await step(clock, 199)
    expect(lan.sent).toHaveLength(1)
    await step(clock, 1)
    await settled()
    expect(lan.sent).toHaveLength(3)
    for (const { answer } of lan.sent.slice(1)) answer(ACCEPTED)
    expect([(await end).kind, (await younger).kind]).toEqual(['forwarded', 'forwarded'])
  })

  test('a label that is there already says how it stands', async () => {
    const { lan, end } = scene()
    await settled()
    const now: RemoteState = { state: 'printed', reasons: [], evidence: 'L3' }
    lan.sent[0]?.answer({ id: ID, outcome: 'duplicate', now })
    expect(await end).toEqual({ kind: 'forwarded', path: 'lan', now })
  })

  test('a refusal for good ends it and says whose it is', async () => {
    const { lan, end } = scene()
    await settled()
    lan.sent[0]?.answer({
      id: ID,
      outcome: 'refused',
      reason: 'conflict',
      because: [],
      retryAfterMs: null,
    })
    expect(await end).toEqual({
      kind: 'refused',
      code: 'conflict',
      reasons: [reason('at_computer', { computer: 'DISPENSARY' }), reason('link_refused_conflict', {})],
    })
  })

  test('too much under way: the same label again after the time it named', async () => {
    const { lan, end, said, clock } = scene()
    await settled()
    lan.sent[0]?.answer({ id: ID, outcome: 'refused', reason: 'busy', because: [], retryAfterMs: 400 })
    await step(clock, 399)
    expect(lan.sent).toHaveLength(1)
    await step(clock, 1)
    lan.sent[1]?.answer(ACCEPTED)
    expect(await end).toMatchObject({ kind: 'forwarded' })
    expect(said).toEqual(['handed', 'at_computer link_refused_busy'])
  })
})

describe('through the hub', () => {
  test(`joins after ${HEDGE_MS} ms; the first answer counts`, async () => {
    const { lan, hub, end, clock } = scene()
    await step(clock, HEDGE_MS)
    expect([lan.sent.length, hub.sent.length]).toEqual([1, 1])
    hub.sent[0]?.answer(ACCEPTED)
    expect(await end).toEqual({ kind: 'forwarded', path: 'hub', now: null })
  })

  test('joins at once when the LAN failed last', async () => {
    const one = new Way('lan')
    one.failedLast = new LinkError('unreachable', 'no')
    const hub = new Way('hub')
    const parts = { computerName: 'DISPENSARY', lan: one, hub, turns: new Turns(), clock: new SteppedClock() }
    const label = { ...labelOf(), ttlMs: 1_000 }
    const end = deliver(label, parts)
    await settled()
    hub.sent[0]?.answer(ACCEPTED)
    expect(await end).toMatchObject({ kind: 'forwarded', path: 'hub' })
  })

  test('joins at once when the link of the LAN breaks', async () => {
    const { lan, hub, end } = scene()
    await settled()
    lan.sent[0]?.fail(new LinkError('closed', 'broken'))
    await settled()
    hub.sent[0]?.answer(ACCEPTED)
    expect(await end).toMatchObject({ kind: 'forwarded', path: 'hub' })
  })
})

test('a way that hangs does not keep a label from the other one, which is there again', async () => {
  const { lan, hub, end, clock } = scene()
  hub.link = async () => new Promise(() => undefined)
  await settled()
  lan.sent[0]?.fail(new LinkError('closed', 'broken'))
  await step(clock, 10)
  lan.sent[1]?.answer(ACCEPTED)
  expect(await end).toMatchObject({ kind: 'forwarded', path: 'lan' })
})

test('a label whose disk has yet to say that it leaves is not overtaken by the next one', async () => {
  const clock = new SteppedClock()
  const [lan, hub, turns] = [new Way('lan'), new Way('hub'), new Turns()]
  const slow = Promise.withResolvers<boolean>()
  const parts = { computerName: 'DISPENSARY', lan, hub, turns, clock }
  const order: string[] = []
  const first = { ...labelOf(), mayLeave: async () => slow.promise, onHanded: () => order.push('first') }
  const second = { ...labelOf(), onHanded: () => order.push('second') }
  const ends = [deliver(first, parts), deliver(second, parts)]
  await settled()
  expect(order).toEqual([])
  slow.resolve(true)
  await settled()
  expect(order).toEqual(['first', 'second'])
  for (const { answer } of lan.sent) answer(ACCEPTED)
  expect(await Promise.all(ends)).toMatchObject([{ kind: 'forwarded' }, { kind: 'forwarded' }])
})

describe('the end of its time', () => {
  test('not a byte left: not sent', async () => {
    const { lan, hub, end, said, clock } = sceneAway()
    void [lan, hub]
    for (let ms = 0; ms < 60_000; ms += 5_000) await step(clock, 5_000)
    expect(await end).toEqual({ kind: 'not_sent' })
    // Why neither way works is said once where it is the same.
    expect(said[0]).toBe('computer_unreachable link_unreachable')
  })

  test('bytes left and the receiver can be asked: what it says', async () => {
    const { lan, end, clock } = scene()
    lan.knows = 'printed'
    await step(clock, 60_000)
    expect(await end).toMatchObject({ kind: 'forwarded', now: { state: 'printed' } })
  })

  test('not known there, but still under way on a link: in doubt', async () => {
    const { end, clock } = scene()
    await step(clock, 60_000)
    expect(await end).toMatchObject({ kind: 'in_doubt' })
  })

  test('broken off while the answer is on its way: the answer counts', async () => {
    const { lan, end, stop } = scene()
    await settled()
    stop.abort()
    await settled()
    lan.sent[0]?.answer(ACCEPTED)
    expect(await end).toMatchObject({ kind: 'forwarded' })
  })

  test('broken off after the receiver refused it for now: not sent', async () => {
    const { lan, end, stop } = scene()
    await settled()
    lan.sent[0]?.answer({ id: ID, outcome: 'refused', reason: 'not_ready', because: [], retryAfterMs: 900 })
    await settled()
    stop.abort()
    expect(await end).toEqual({ kind: 'not_sent' })
  })

  test('broken off after bytes left: in doubt', async () => {
    const { end, stop, clock } = scene()
    await settled()
    stop.abort()
    await step(clock, 1_000)
    expect(await end).toMatchObject({ kind: 'in_doubt' })
  })

  test('handed by an earlier process, and nobody can be asked: in doubt, never expired', async () => {
    const { end, clock } = sceneAway({ wasHanded: true })
    for (let ms = 0; ms < 70_000; ms += 5_000) await step(clock, 5_000)
    expect(await end).toMatchObject({ kind: 'in_doubt' })
  })

  test('expired there while the other way may still bring it: in doubt', async () => {
    const { lan, hub, end, clock } = scene()
    await step(clock, HEDGE_MS)
    hub.sent[0]?.answer(EXPIRED)
    void lan
    expect(await end).toMatchObject({ kind: 'in_doubt' })
  })
})

function labelOf(): ForwardedLabel {
  return {
    id: ID,
    payload: Buffer.from('^XA^XZ'),
    sha256: 'a'.repeat(64),
    reprint: null,
    number: 'B-75',
    ttlMs: 60_000,
    wasHanded: false,
    signal: new AbortController().signal,
    onHanded: () => undefined,
    onWaiting: () => undefined,
  }
}

/** Both ways are away, and each takes a second to say so. */
function sceneAway(change: Partial<ForwardedLabel> = {}) {
  const clock = new SteppedClock()
  const said: string[] = []
  const way = (name: 'lan' | 'hub', text: string): LinkPath => ({
    name,
    failedLast: null,
    onUp: () => () => undefined,
    link: async () =>
      new Promise((_, reject) => clock.after(1_000, () => reject(new LinkError('unreachable', text)))),
  })
  const [lan, hub] = [way('lan', 'it does not answer'), way('hub', 'it is offline')]
  const label: ForwardedLabel = {
    ...labelOf(),
    onWaiting: (reasons) => said.push(codesOf({ reasons })),
    ...change,
  }
  return {
    lan,
    hub,
    clock,
    said,
    end: deliver(label, { computerName: 'DISPENSARY', lan, hub, turns: new Turns(), clock }),
  }
}
