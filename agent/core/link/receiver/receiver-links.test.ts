// The links of a receiver: how many, which replaces which, and how they end.
import { randomUUID } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { FRAME } from '@pharmacy-relay/shared/job-link.ts'
import { frameHeader } from '../frames/frames.ts'
import { Client, HELLO, PEER, receiver, turns } from '../test/receiver-rig.ts'

describe('Links', () => {
  test('of one device: a new one replaces the old on its carrier only', async () => {
    const { rig, connect } = receiver()
    const [lan, hub] = [await connect(PEER, 'lan'), await connect(PEER, 'hub')]
    const again = await connect(PEER, 'lan')
    await turns()
    expect([lan.byes(), hub.byes(), again.byes()]).toEqual([['replaced'], [], []])
    expect(
      rig
        .links()
        .map(({ carrier }) => carrier)
        .toSorted(),
    ).toEqual(['hub', 'lan'])
  })

  test('beyond 64 are turned away', async () => {
    const { rig, connect } = receiver()
    for (let index = 0; index < 64; index += 1) await connect({ ...PEER, deviceKey: `c${index}` })
    const client = await connect({ ...PEER, deviceKey: 'one more' })
    expect([client.farEnd.destroyed, rig.links().length]).toEqual([true, 64])
  })

  test('end when their pin has gone', async () => {
    const { rig, arrivals, connect, distrust } = receiver()
    const client = await connect()
    rig.pinsChanged()
    expect(client.byes()).toEqual([])
    distrust()
    rig.pinsChanged()
    client.job(1, Buffer.from('x'))
    client.say(FRAME.QUERY, 2, { id: randomUUID() })
    await turns()
    expect([client.byes(), client.answers(), rig.links()]).toEqual([['revoked'], ['not_ready'], []])
    expect([arrivals.accepts, client.farEnd.writableEnded]).toEqual([[], false])
    client.say(FRAME.BYE, 0, { reason: 'stopping', afterMs: null })
    await turns()
    const heardStates = client.heard.filter(({ type }) => type === FRAME.STATE)
    expect([heardStates, client.farEnd.writableEnded]).toEqual([[], true])
  })

  test('end when the receiver stops, after the answers of what the spool has', async () => {
    const { rig, arrivals, connect } = receiver()
    const taken = Promise.withResolvers<void>()
    arrivals.beforeAccept = async () => taken.promise
    const client = await connect()
    client.job(1, Buffer.from('x'))
    await turns()
    const stopped = rig.stop({ reason: 'restarting', afterMs: 3_000 })
    client.job(2, Buffer.from('y'))
    await turns()
    taken.resolve()
    await turns()
    client.say(FRAME.BYE, 0, { reason: 'stopping', afterMs: null })
    await stopped
    await turns()
    expect(client.heard.slice(1).map(({ type, body }) => body['reason'] ?? type)).toEqual([
      'restarting',
      'not_ready',
      FRAME.ANSWER,
    ])
  })
})

test.each<[string, (client: Client) => void]>([
  ['a second HELLO', (client) => client.say(FRAME.HELLO, 0, HELLO)],
  ['an ANSWER', (client) => client.say(FRAME.ANSWER, 1, { id: randomUUID(), outcome: 'accepted' })],
  ['bytes of no label', (client) => client.data(9, Buffer.from('x'))],
  [
    'two labels on one stream',
    (client) => [1, 1].map((stream) => client.job(stream, Buffer.from('xy'), { bytes: Buffer.alloc(0) })),
  ],
  [
    'a body that is not JSON',
    (client) => client.farEnd.push(Buffer.concat([frameHeader(FRAME.JOB, 1, 1), Buffer.from('{')])),
  ],
  ['a frame of another type', (client) => client.farEnd.push(Buffer.from([0, 0, 0, 0, 99, 0, 0, 0]))],
])('%s ends the link', async (_name, say) => {
  const { rig, connect } = receiver()
  const client = await connect()
  say(client)
  await turns()
  expect([client.farEnd.destroyed, rig.links(), rig.bytesUnderWay]).toEqual([true, [], 0])
})

test('a label before HELLO ends the link', async () => {
  const { rig, arrivals } = receiver()
  const client = new Client()
  rig.take({ stream: client.farEnd, peer: PEER, fingerprint: 'f', carrier: 'lan' })
  client.job(1, Buffer.from('x'))
  await turns()
  expect([client.farEnd.destroyed, arrivals.accepts]).toEqual([true, []])
})
