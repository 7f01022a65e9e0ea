// What hubs say to each other: forms that are not the contract's are refused, and what another pharmacy says is nobody's.
import { connect } from '@nats-io/transport-node'
import { describe, expect, onTestFinished, test } from 'vitest'
import { startTestHub } from '../test/test-hub.ts'
import { decodeReply, decodeRequest, encodeReply, encodeRequest, subjectOf } from './mesh-message.ts'
import { hasNats, NATS_NEEDED, soon, startNats } from './test-nats.ts'

const KEY = 'a'.repeat(64)

test('a request comes back as it was, its payload too', () => {
  const request = { kind: 'relay', customerId: 7, from: KEY } as const
  const decoded = decodeRequest(encodeRequest(request, Buffer.from('label')))
  expect(decoded.request).toEqual(request)
  expect(Buffer.from(decoded.payload).toString()).toBe('label')
})

const headed = (head: string): Buffer =>
  Buffer.concat([Buffer.from([head.length >> 8, head.length & 255]), Buffer.from(head)])

describe('refused, without a word of what was said, is', () => {
  const whole = Buffer.from(encodeRequest({ kind: 'relay', customerId: 7, from: KEY }, Buffer.from('label')))
  test.each([
    ['nothing', Buffer.alloc(0)],
    ['half a length', Buffer.from([0])],
    ['a head that is cut', whole.subarray(0, 20)],
    ['a head of no bytes', Buffer.from([0, 0, 1])],
    ['a head that is too long', Buffer.concat([Buffer.from([255, 255]), Buffer.alloc(65_535, 32)])],
    ['a payload that is too long', Buffer.concat([whole, Buffer.alloc(65_536)])],
    ['no JSON', headed('secret words')],
    ['no UTF-8', Buffer.concat([Buffer.from([0, 2]), Buffer.from([0xff, 0xfe])])],
    ['a kind that is no text', headed('{"kind":1,"customerId":7}')],
    ['no pharmacy', headed(`{"kind":"nudge"}`)],
    ['a pharmacy that is text', headed(`{"kind":"nudge","customerId":"7"}`)],
  ])('%s', (_, message) => {
    expect(() => decodeRequest(message)).toThrow('A message between hubs has no known form')
  })

  test('a reply of another form', () => {
    expect(decodeReply(encodeReply({ kind: 'delivered' }))).toEqual({ kind: 'delivered' })
    for (const text of ['', '{}', '{"kind":"refused","code":1,"message":""}'])
      expect(() => decodeReply(Buffer.from(text))).toThrow('has no known form')
  })
})

describe.skipIf(!hasNats)(`Whoever speaks at NATS (${NATS_NEEDED})`, () => {
  test('for another pharmacy reaches nobody, and nonsense ends nothing', async () => {
    const nats = await startNats()
    const hub = await startTestHub({ natsUrl: nats.url })
    const received: string[] = []
    const device = await hub.register({
      pharmacyId: 2,
      handlers: {
        ReceiveMessageAsync: async (from) => {
          received.push(from)
          return null
        },
      },
    })
    const other = await connect({ servers: nats.url.slice('nats://'.length), reconnect: false })
    onTestFinished(async () => other.close())
    const subject = subjectOf({ customerId: 2, deviceKey: device.identity.deviceKey })
    const say = async (message: Uint8Array): Promise<unknown> =>
      decodeReply((await other.request(subject, message, { timeout: 5_000 })).data)
    const relay = (customerId: number) =>
      encodeRequest({ kind: 'relay', customerId, from: KEY }, Buffer.from('x'))

    await soon(async () => expect(await say(relay(2))).toEqual({ kind: 'delivered' }))
    expect(await say(relay(1))).toMatchObject({ kind: 'refused', code: 'PEER_UNKNOWN' })
    expect(await say(encodeRequest({ kind: 'nudge', customerId: 1 }))).toMatchObject({ code: 'PEER_UNKNOWN' })
    const claim = { connSeq: 1_000_000, hubId: '00000000-0000-4000-8000-000000000000' }
    expect(await say(encodeRequest({ kind: 'claim', customerId: 1, claim }))).toMatchObject({
      code: 'PEER_UNKNOWN',
    })
    for (const nonsense of [Buffer.alloc(0), Buffer.alloc(100_000, 1), Buffer.from('{}')])
      expect(await say(nonsense)).toMatchObject({ kind: 'refused', code: 'INVALID' })
    expect(await say(relay(2))).toEqual({ kind: 'delivered' })
    expect(received).toEqual([KEY, KEY])
  })
})

test('of a later hub, a field is left out, a kind is read as another, and a code may be tried again', () => {
  const later = headed(`{"kind":"nudge","customerId":7,"__proto__":{"isAdmin":true}}`)
  expect(decodeRequest(later).request).toEqual({ kind: 'nudge', customerId: 7 })
  expect(decodeRequest(headed('{"kind":"print","customerId":7}')).request.kind).toBe('other')
  const reply = '{"kind":"refused","code":"NICE","message":"","more":1}'
  expect(decodeReply(Buffer.from(reply))).toEqual({ kind: 'refused', code: 'INTERNAL', message: '' })
})
