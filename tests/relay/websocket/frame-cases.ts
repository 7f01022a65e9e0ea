// Lengths, pings, reserved bits and opcodes, parts of messages: sections 1 to 5 of the Autobahn test suite.
import { OPCODE, frame } from './raw-websocket.ts'
import { FAILED, echoOf, inAllWays, part, say, type ConformanceCase } from './conformance-case.ts'

const { more, text, binary, ping, pong } = OPCODE

const sizes: ConformanceCase = {
  numbers: '1.1.2–1.1.7, 1.1.8',
  title: 'texts of 125 to 65,536 bytes, whose lengths have one, three and nine bytes',
  steps: [121, 122, 123, 124, 65_531, 65_532].map((size) => say('x'.repeat(size))),
  heard: [121, 122, 123, 124, 65_531, 65_532].map((size) => `echo ${'x'.repeat(size)}`),
}

const pings: readonly ConformanceCase[] = [
  ...['', 'Hello, world!'].map((payload) => ({
    numbers: payload === '' ? '2.1' : '2.2',
    title: `a ping with ${payload.length} bytes`,
    steps: [frame(ping, payload)],
    heard: [`pong ${payload}`],
  })),
  {
    numbers: '2.3, 2.4, 2.6',
    title: 'pings that are no UTF-8, of up to 125 bytes',
    steps: [frame(ping, Buffer.from('00fffefdfcfb00ff', 'hex')), frame(ping, Buffer.alloc(125, 0xfe))],
    heard: [`pong ${'00fffefdfcfb00ff'}`, `pong ${'fe'.repeat(125)}`],
    byteByByte: true,
  },
  {
    numbers: '2.5',
    title: 'a ping of 126 bytes',
    steps: [frame(ping, Buffer.alloc(126, 0xfe))],
    heard: FAILED,
  },
  {
    numbers: '2.7, 2.8, 2.9',
    title: 'pongs that nobody asked for are passed over',
    steps: [frame(pong), frame(pong, 'unsolicited'), frame(ping, 'asked')],
    heard: ['pong asked'],
  },
  ...inAllWays({
    numbers: '2.10, 2.11',
    title: 'ten pings are answered in turn',
    steps: Array.from({ length: 10 }, (_, n) => frame(ping, `payload-${n}`)),
    heard: Array.from({ length: 10 }, (_, n) => `pong payload-${n}`),
  }),
]

const reserved: readonly ConformanceCase[] = [
  {
    numbers: '3.1',
    title: 'a text with RSV 1',
    steps: [frame(text, echoOf('x'), { rsv: 1 })],
    heard: FAILED,
  },
  ...[2, 3, 4].map((rsv) => ({
    numbers: `3.${rsv}`,
    title: `a text after which one with RSV ${rsv} ends everything, and the ping is not answered`,
    steps: [say('first'), { afterHeard: 1 }, frame(text, echoOf('x'), { rsv }), frame(ping)],
    heard: ['echo first', ...FAILED],
  })),
  { numbers: '3.5', title: 'a binary with RSV 5', steps: [frame(binary, 'x', { rsv: 5 })], heard: FAILED },
  { numbers: '3.6', title: 'a ping with RSV 6', steps: [frame(ping, 'x', { rsv: 6 })], heard: FAILED },
  { numbers: '3.7', title: 'a close with RSV 7', steps: [frame(8, '', { rsv: 7 })], heard: FAILED },
  ...[3, 4, 5, 6, 7, 11, 12, 13, 14, 15].map((opcode) => ({
    numbers: opcode < 8 ? `4.1.${opcode - 2}` : `4.2.${opcode - 10}`,
    title: `opcode ${opcode}, and a ping after it that is not answered`,
    steps: [say('first'), { afterHeard: 1 }, frame(opcode, opcode % 2 === 0 ? 'x' : ''), frame(ping)],
    heard: ['echo first', ...FAILED],
  })),
]

const fragments: readonly ConformanceCase[] = [
  ...[ping, pong].map((opcode) => ({
    numbers: opcode === ping ? '5.1' : '5.2',
    title: `a ${opcode === ping ? 'ping' : 'pong'} in two parts`,
    steps: [frame(opcode, 'one', part), frame(more, 'two')],
    heard: FAILED,
  })),
  ...inAllWays({
    numbers: '5.3, 5.4, 5.5',
    title: 'a text in two parts',
    steps: [frame(text, '40/one', part), frame(more, 'two,')],
    heard: ['echo onetwo'],
  }),
  ...inAllWays({
    numbers: '5.6, 5.7, 5.8',
    title: 'a text in two parts with a ping between',
    steps: [frame(text, '40/one', part), frame(ping, 'between'), frame(more, 'two,')],
    heard: ['pong between', 'echo onetwo'],
  }),
  ...[true, false].flatMap((fin) =>
    inAllWays({
      numbers: fin ? '5.9, 5.10, 5.11' : '5.12, 5.13, 5.14',
      title: `a ${fin ? 'last' : 'further'} part of nothing`,
      steps: [frame(more, 'nothing', { fin }), say('x')],
      heard: FAILED,
    }),
  ),
  {
    numbers: '5.15',
    title: 'a text in two parts, after which a further part continues nothing',
    steps: [
      frame(text, '40/one', part),
      frame(more, 'two,'),
      { afterHeard: 1 },
      frame(more, 'three', part),
      say('four'),
    ],
    heard: ['echo onetwo', ...FAILED],
  },
  ...[false, true].map((fin) => ({
    numbers: fin ? '5.17' : '5.16',
    title: `a ${fin ? 'last' : 'further'} part of nothing before a text in parts`,
    steps: [frame(more, 'one', { fin }), frame(text, '40/two', part), frame(more, ',')],
    heard: FAILED,
  })),
  {
    numbers: '5.18',
    title: 'a text whose second part calls itself a text',
    steps: [frame(text, '40/one', part), frame(text, 'two,')],
    heard: FAILED,
  },
  ...inAllWays({
    numbers: '5.19, 5.20',
    title: 'a text in five parts with two pings between, answered at once',
    steps: [
      frame(text, '40/1', part),
      frame(more, '2', part),
      frame(ping, 'first'),
      frame(more, '3', part),
      frame(more, '4', part),
      frame(ping, 'second'),
      frame(more, '5,'),
    ],
    heard: ['pong first', 'pong second', 'echo 12345'],
  }),
]

export const FRAME_CASES: readonly ConformanceCase[] = [
  ...inAllWays(sizes).slice(0, 2),
  ...pings,
  ...reserved,
  ...fragments,
]
