// The receiver against Clients that do what no sender of ours does: lie, flood, stall, speak out of turn.
import { reason } from '@pharmacy-relay/shared/reasons/make-reason.ts'
import { randomUUID } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { FRAME, LINK_LIMITS } from '@pharmacy-relay/shared/job-link.ts'
import { ProblemError } from '@pharmacy-relay/shared/problem.ts'
import { Client, MB, PEER, receiver, turns } from '../test/receiver-rig.ts'

const DISK_FULL = reason('disk_full', {})
const NO_PRINTER = reason('no_printer', {})

describe('A Client that lies', () => {
  test('about a length gets a refusal, or ends its link; nothing is kept', async () => {
    const { rig, arrivals, connect } = receiver()
    const client = await connect()
    client.job(1, Buffer.alloc(0), { length: 6 * MB })
    client.job(2, Buffer.from('four'), { length: 3 })
    await turns()
    expect(client.answers()).toEqual(['size', 'size'])
    client.job(3, Buffer.from('x'))
    await turns()
    client.data(3, Buffer.from('more'))
    await turns()
    expect([client.farEnd.destroyed, arrivals.kept.length, rig.bytesUnderWay]).toEqual([true, 1, 0])
  })

  test('about a hash gets a refusal', async () => {
    const { arrivals, connect } = receiver()
    const client = await connect()
    client.job(1, Buffer.from('x'), { sha256: 'a'.repeat(64) })
    await turns()
    expect([client.answers(), arrivals.accepts]).toEqual([['hash'], []])
  })
})

describe('A Client that asks for too much', () => {
  test('gets busy beyond 8 MiB, and harms no other', async () => {
    const { rig, arrivals, connect } = receiver()
    const [greedy, other] = [await connect(), await connect({ ...PEER, deviceKey: 'c2' })]
    for (const stream of [1, 2]) greedy.job(stream, Buffer.alloc(5 * MB), { bytes: Buffer.from('begun') })
    other.job(1, Buffer.from('label'))
    await turns()
    expect([greedy.answers(), other.answers()]).toEqual([['busy'], ['accepted']])
    greedy.farEnd.destroy()
    await turns()
    expect([rig.bytesUnderWay, arrivals.kept.length]).toEqual([0, 1])
  })

  test('gets busy for one label more, not for one that comes over both ways', async () => {
    const { connect } = receiver()
    const [lan, hub] = [await connect(PEER, 'lan'), await connect(PEER, 'hub')]
    const payload = Buffer.alloc(5 * MB)
    const id = lan.job(1, payload, { bytes: Buffer.from('begun') })
    hub.job(1, payload, { id })
    hub.job(2, Buffer.from('the next'))
    await turns()
    expect([lan.answers(), hub.answers()]).toEqual([[], ['accepted', 'accepted']])
    hub.job(3, payload, { id: randomUUID(), bytes: Buffer.from('begun') })
    await turns()
    expect(hub.answers().slice(2)).toEqual(['busy'])
  })

  test('gets busy beyond 64 MiB of all Clients', async () => {
    const { rig, connect } = receiver()
    const clients = await Promise.all(
      Array.from({ length: 9 }, async (_none, index) => connect({ ...PEER, deviceKey: `c${index}` })),
    )
    for (const client of clients)
      for (const stream of [1, 2]) client.job(stream, Buffer.alloc(4 * MB), { bytes: Buffer.alloc(0) })
    await turns()
    expect(rig.bytesUnderWay).toBe(64 * MB)
    expect(clients.flatMap((client) => client.answers())).toEqual(['busy', 'busy'])
  })

  test('has its link ended when it sends far more labels at once than agreed', async () => {
    const { connect } = receiver()
    const client = await connect()
    for (let stream = 1; stream <= 40; stream += 1)
      client.job(stream, Buffer.from('xy'), { bytes: Buffer.from('x') })
    await turns()
    expect([new Set(client.answers()), client.farEnd.destroyed]).toEqual([new Set(['busy']), false])
    for (let stream = 41; stream <= 65; stream += 1)
      client.job(stream, Buffer.from('xy'), { bytes: Buffer.from('x') })
    await turns()
    expect(client.farEnd.destroyed).toBe(true)
  })

  test('of the spool is not read until that has answered', async () => {
    const { arrivals, connect } = receiver()
    const answered = Promise.withResolvers<void>()
    let asked = 0
    arrivals.beforeState = async () => {
      asked += 1
      await answered.promise
    }
    const client = await connect()
    for (let count = 0; count < 200; count += 1) {
      client.say(FRAME.QUERY, count + 1, { id: randomUUID() })
      await turns(1)
    }
    expect(asked).toBeLessThanOrEqual(41)
    answered.resolve()
    await turns(60)
    expect(client.heard.filter(({ type }) => type === FRAME.STATE)).toHaveLength(200)
  })

  test('and reads no answers is not read either', async () => {
    const { clock, connect } = receiver()
    const client = await connect()
    client.reads = false
    for (let count = 0; count < 20_000 && !client.farEnd.isPaused(); count += 1) {
      client.say(FRAME.PING, 0)
      if (count % 500 === 0) await turns(1)
    }
    await turns()
    expect(client.farEnd.isPaused()).toBe(true)
    for (let s = 0; s < 30; s += 5) clock.stepMs(5_000)
    await turns()
    expect(client.farEnd.destroyed).toBe(true)
  })
})

describe('A Client that stalls', () => {
  test('in a label has its link ended after a minute, though it gives signs of life', async () => {
    const { rig, clock, connect } = receiver()
    const client = await connect()
    client.job(1, Buffer.from('label'), { bytes: Buffer.from('la') })
    for (let s = 0; s < 75 && !client.farEnd.destroyed; s += 5) {
      client.say(FRAME.PING, 0)
      await turns(2)
      clock.stepMs(5_000)
    }
    expect([client.farEnd.destroyed, rig.bytesUnderWay, rig.links()]).toEqual([true, 0, []])
  })

  test('with a byte a minute has it ended after 15', async () => {
    const { clock, connect } = receiver()
    const client = await connect()
    client.job(1, Buffer.alloc(100), { bytes: Buffer.alloc(1) })
    let minutes = 0
    for (; minutes < 40 && !client.farEnd.destroyed; minutes += 0.25) {
      client.data(1, Buffer.alloc(1))
      await turns(2)
      clock.stepMs(15_000)
    }
    expect([minutes > 14, minutes < 16]).toEqual([true, true])
  })

  test('and gives no sign of life is dead after 25 s', async () => {
    const { clock, connect } = receiver()
    const client = await connect()
    clock.stepMs(24_999)
    expect(client.farEnd.destroyed).toBe(false)
    expect(client.heard.filter(({ type }) => type === FRAME.PING).length).toBeGreaterThanOrEqual(2)
    clock.stepMs(1)
    expect(client.farEnd.destroyed).toBe(true)
  })

  test('before its HELLO has 5 s', async () => {
    const { rig, clock } = receiver()
    const client = new Client()
    rig.take({ stream: client.farEnd, peer: PEER, fingerprint: 'f', carrier: 'lan' })
    clock.stepMs(LINK_LIMITS.helloMs)
    expect(client.farEnd.destroyed).toBe(true)
  })
})

describe('Whether a label is known', () => {
  test('is not asked where it came whole; the spool finds out', async () => {
    const { arrivals, connect } = receiver()
    const client = await connect()
    const id = client.job(1, Buffer.from('whole'))
    await turns()
    client.job(2, Buffer.from('whole'), { id })
    client.job(3, Buffer.from('other'), { id })
    await turns()
    expect([arrivals.asks, arrivals.accepts]).toEqual([[], [id, id, id]])
    expect([arrivals.kept.length, client.answers()]).toEqual([1, ['accepted', 'duplicate', 'conflict']])
  })

  test('is asked before it is refused, and while its bytes come', async () => {
    const { arrivals, connect } = receiver()
    const client = await connect()
    const id = client.job(1, Buffer.from('whole'))
    await turns()
    client.job(2, Buffer.from('whole'), { id, ttlMs: 0 })
    const [late, begun] = [randomUUID(), randomUUID()]
    client.job(3, Buffer.from('late'), { id: late, ttlMs: 0 })
    client.job(4, Buffer.from('begun'), { id: begun, bytes: Buffer.from('beg') })
    await turns()
    client.job(5, Buffer.from('whole'), { id, bytes: Buffer.from('WHOLE') })
    client.data(4, Buffer.from('un'))
    await turns()
    expect(arrivals.asks).toEqual([id, late, begun, id])
    expect(client.answers()).toEqual(['accepted', 'duplicate', 'expired', 'duplicate', 'accepted'])
  })

  test('is asked of one whose time ran out behind another', async () => {
    const { arrivals, clock, connect } = receiver()
    const client = await connect()
    const id = client.job(1, Buffer.from('whole'))
    await turns()
    client.job(2, Buffer.from('begun'), { bytes: Buffer.from('beg') })
    await turns()
    client.job(3, Buffer.from('whole'), { id, ttlMs: 5_000 })
    await turns()
    clock.stepMs(6_000)
    client.data(2, Buffer.from('un'))
    await turns()
    expect(arrivals.asks.at(-1)).toBe(id)
    expect(client.answers()).toHaveLength(3)
    expect(new Set(client.answers())).toEqual(new Set(['accepted', 'duplicate']))
  })
})

test('what is said in one moment leaves as one', async () => {
  const { arrivals, connect } = receiver()
  const { promise, resolve } = Promise.withResolvers<void>()
  arrivals.beforeAccept = async () => promise
  const client = await connect()
  for (const stream of [1, 2, 3]) client.job(stream, Buffer.from(`label ${stream}`))
  await turns()
  const before = client.writes
  resolve()
  await turns()
  expect([client.answers(), client.writes - before]).toEqual([['accepted', 'accepted', 'accepted'], 1])
})

describe('A spool that does not take a label is answered for', () => {
  test.each([
    ['a full disk', new ProblemError('unavailable', DISK_FULL), 'storage', [DISK_FULL]],
    ['no printer', new ProblemError('state_conflict', NO_PRINTER), 'not_ready', [NO_PRINTER]],
    ['a mistake of ours, without what it says', new Error('^XA^FDAmoxicillin'), 'storage', []],
  ])('%s', async (_name, error, refusal, because) => {
    const { rig, arrivals, connect } = receiver()
    arrivals.beforeAccept = async () => Promise.reject(error)
    const client = await connect()
    client.job(1, Buffer.from('x'))
    await turns()
    expect(client.heard.at(-1)?.body).toMatchObject({
      reason: refusal,
      because,
      retryAfterMs: expect.any(Number),
    })
    expect([client.farEnd.destroyed, rig.bytesUnderWay]).toEqual([false, 0])
  })
})

test('what is on a label is overwritten once the spool has it', async () => {
  const { arrivals, connect } = receiver()
  let payload: Uint8Array = new Uint8Array()
  arrivals.beforeAccept = async (label) => void (payload = label.payload)
  const client = await connect()
  client.job(1, Buffer.from('Amoxicillin'))
  await turns()
  expect([payload.length, payload.every((byte) => byte === 0)]).toEqual([11, true])
})

test('news of a label do not overtake its answer', async () => {
  const { rig, arrivals, connect } = receiver()
  arrivals.beforeAccept = async ({ id, origin }) =>
    rig.tell({ id, origin, now: { state: 'sending', reasons: [], evidence: null } })
  const client = await connect()
  client.job(1, Buffer.from('x'))
  await turns()
  expect(client.heard.map(({ type }) => type)).toEqual([FRAME.HELLO, FRAME.ANSWER, FRAME.STATE])
})
