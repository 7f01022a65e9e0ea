// Frames of the job link: put together from bytes in any pieces, refused before a body is kept.
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { FRAME, LINK_LIMITS, LinkHello, LinkQuery, type FrameType } from '@pharmacy-relay/shared/job-link.ts'
import { bodyOf, controlFrame, FrameReader, frameHeader } from './frames.ts'

interface Read {
  readonly type: FrameType
  readonly stream: number
  readonly body: string
}

/** Copies, because the reader overwrites what it gave out. */
function read(chunks: readonly Buffer[], reader = new FrameReader()): Read[] {
  const frames: Read[] = []
  for (const chunk of chunks)
    for (const { type, stream, body } of reader.push(Buffer.from(chunk)))
      frames.push({ type, stream, body: body.toString('latin1') })
  return frames
}

function data(stream: number, body: Buffer): Buffer {
  return Buffer.concat([frameHeader(FRAME.DATA, stream, body.length), body])
}

const EXCHANGE = Buffer.concat([
  controlFrame(FRAME.PING, 0),
  controlFrame(FRAME.QUERY, 7, { id: 'x' }),
  data(65_535, Buffer.alloc(LINK_LIMITS.dataBytes, 'l')),
  controlFrame(FRAME.PONG, 0),
  data(1, Buffer.from('z')),
])
const WHOLE = read([EXCHANGE])

test('come as they were written', () => {
  expect(WHOLE.map(({ type, stream, body }) => [type, stream, body.length])).toEqual([
    [FRAME.PING, 0, 0],
    [FRAME.QUERY, 7, 10],
    [FRAME.DATA, 65_535, LINK_LIMITS.dataBytes],
    [FRAME.PONG, 0, 0],
    [FRAME.DATA, 1, 1],
  ])
  expect(EXCHANGE.subarray(0, 16)).toEqual(Buffer.from([0, 0, 0, 0, 7, 0, 0, 0, 0, 0, 0, 10, 5, 0, 0, 7]))
})

test('come the same when each byte comes alone', () => {
  expect(read([...EXCHANGE].map((byte) => Buffer.from([byte])))).toEqual(WHOLE)
})

test('come the same in any pieces', () => {
  const cuts = fc.array(fc.integer({ min: 0, max: EXCHANGE.length }), { maxLength: 12 })
  fc.assert(
    fc.property(cuts, (at) => {
      const edges = [0, ...at.toSorted((a, b) => a - b), EXCHANGE.length]
      expect(read(edges.map((edge, index) => EXCHANGE.subarray(edges[index - 1] ?? 0, edge)))).toEqual(WHOLE)
    }),
    { numRuns: 200 },
  )
})

describe('Refused at the header, whatever follows', () => {
  const header = (bytes: number, type: number, stream = 0, flags = 0): Buffer => {
    const head = Buffer.alloc(8)
    head.writeUInt32BE(bytes)
    head.set([type, flags], 4)
    head.writeUInt16BE(stream, 6)
    return head
  }
  test.each<[string, Buffer]>([
    ['a DATA of more than 32 KiB', header(LINK_LIMITS.dataBytes + 1, FRAME.DATA, 1)],
    ['a JOB of more than 4 KiB', header(LINK_LIMITS.controlBytes + 1, FRAME.JOB, 1)],
    ['4 GiB', header(0xffff_ffff, FRAME.DATA, 1)],
    ['a DATA without bytes', header(0, FRAME.DATA, 1)],
    ['a type that is not known', header(0, 99)],
    ['type 0', header(0, 0)],
    ['flags', header(0, FRAME.PING, 0, 1)],
    ['a PING with a body', header(1, FRAME.PING)],
    ['a JOB on the stream of the link', header(2, FRAME.JOB, 0)],
    ['a HELLO on the stream of a job', header(2, FRAME.HELLO, 1)],
  ])('%s', (_name, head) => {
    expect(() => read([head])).toThrow(expect.objectContaining({ code: 'protocol' }))
  })
})

test('what was read is overwritten', () => {
  const [label, reader] = [Buffer.from('Amoxicillin'), new FrameReader()]
  const frame = data(1, label)
  const bodies: Buffer[] = []
  for (const { body } of reader.push(frame)) bodies.push(body)
  for (const byte of data(1, label))
    for (const { body } of reader.push(Buffer.from([byte]))) bodies.push(body)
  expect(bodies.map((body) => body.every((byte) => byte === 0))).toEqual([true, true])
})

describe('A body', () => {
  const frame = (body: string) => ({ type: FRAME.QUERY, stream: 1, body: Buffer.from(body) })
  test.each(['', '{', 'null', '{"id":"Amoxicillin"}', '{"id":1,"more":2}'])(
    '%j is not as agreed, and not quoted',
    (body) => {
      expect(() => bodyOf(LinkQuery, frame(body))).toThrow(expect.objectContaining({ code: 'protocol' }))
      expect(() => bodyOf(LinkQuery, frame(body))).not.toThrow('Amoxicillin')
    },
  )

  test('that nobody would take is not sent', () => {
    expect(() => controlFrame(FRAME.HELLO, 0, { computerName: 'x'.repeat(5_000) })).toThrow('too long')
  })

  test('is parsed', () => {
    const hello = { version: 1, jobBytes: 5, streams: 1, agent: '1.2.3', computerName: 'PC' }
    expect(bodyOf(LinkHello, frame(JSON.stringify(hello)))).toEqual(hello)
  })
})
