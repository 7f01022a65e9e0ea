// The cases of the Autobahn test suite that apply to the hub's WebSocket, by their numbers there, and some beyond.
import { OPCODE, closeFrame, frame } from './raw-websocket.ts'
import { FAILED, echoOf, part, say, type ConformanceCase } from './conformance-case.ts'
import { FRAME_CASES } from './frame-cases.ts'
import { INVALID_UTF8, VALID_UTF8 } from './utf8.ts'

const { more, text, ping } = OPCODE

const utf8: readonly ConformanceCase[] = [
  {
    numbers: '6.1.3',
    title: 'a text whose first and last part are empty',
    steps: [frame(text, '', part), frame(more, echoOf('middle'), part), frame(more, '')],
    heard: ['echo middle'],
  },
  ...VALID_UTF8.map(({ numbers, title, texts }) => ({
    numbers,
    title,
    steps: texts.map((bytes) => frame(text, echoOf(bytes))),
    heard: texts.map((bytes) => `echo ${bytes.toString()}`),
  })),
  ...VALID_UTF8.slice(0, 1).flatMap(({ texts }) =>
    texts.map((bytes) => ({
      numbers: '6.2.2, 6.2.3, 6.2.4',
      title: `valid text in parts of one byte: ${bytes.toString()}`,
      steps: inParts(echoOf(bytes)),
      heard: [`echo ${bytes.toString()}`],
    })),
  ),
  ...INVALID_UTF8.flatMap(({ numbers, title, texts }) =>
    texts.flatMap((bytes) => [
      {
        numbers,
        title: `${title}: ${bytes.toString('hex')}`,
        steps: [frame(text, bytes)],
        heard: ['close 1007'],
      },
    ]),
  ),
  ...INVALID_UTF8.slice(0, 1).flatMap(({ texts }) =>
    texts.map((bytes) => ({
      numbers:
        '6.3.2, 6.4.1, 6.4.2, 6.4.3, 6.4.4 (not strict: refused with the last part, not with the first wrong byte)',
      title: `invalid text in parts of one byte: ${bytes.toString('hex')}`,
      steps: inParts(bytes),
      heard: ['close 1007'],
    })),
  ),
]

function inParts(bytes: Buffer): Buffer[] {
  return Array.from(bytes, (byte, at) =>
    frame(at === 0 ? text : more, Buffer.from([byte]), { fin: at === bytes.length - 1 }),
  )
}

const VALID_CODES = [1000, 1001, 1002, 1003, 1007, 1008, 1009, 1010, 1011, 3000, 3999, 4000, 4999]
const INVALID_CODES = [0, 999, 1004, 1005, 1006, 1016, 1100, 2000, 2999]

const closing: readonly ConformanceCase[] = [
  {
    numbers: '7.1.1',
    title: 'a text and a close',
    steps: [say('x'), closeFrame(1000)],
    heard: ['echo x', 'close 1000'],
  },
  ...[
    ['7.1.2', 'another close', closeFrame(1000)],
    ['7.1.3', 'a ping', frame(ping)],
    ['7.1.4', 'a text', say('late')],
  ].map(([numbers, title, after]) => ({
    numbers: String(numbers),
    title: `${String(title)} after a close is passed over`,
    steps: [closeFrame(1000), after as Buffer],
    heard: ['close 1000'],
  })),
  {
    numbers: '7.1.5',
    title: 'a close between the parts of a text',
    steps: [frame(text, '40/one', part), closeFrame(1000), frame(more, 'two,')],
    heard: ['close 1000'],
  },
  { numbers: '7.3.1', title: 'a close without a code', steps: [closeFrame(null)], heard: ['close'] },
  { numbers: '7.3.2', title: 'a close with half a code', steps: [frame(8, 'a')], heard: FAILED },
  ...['', 'Hello, world!', '*'.repeat(123)].map((reason, at) => ({
    numbers: `7.3.${at + 3}`,
    title: `a close with a reason of ${reason.length} bytes`,
    steps: [closeFrame(1000, reason)],
    heard: ['close 1000'],
  })),
  {
    numbers: '7.3.6',
    title: 'a close with a reason of 124 bytes',
    steps: [closeFrame(1000, '*'.repeat(124))],
    heard: FAILED,
  },
  {
    numbers: '7.5.1',
    title: 'a close whose reason is no UTF-8',
    steps: [closeFrame(1000, Buffer.from('cebae1bdb9cf83cebcceb5eda080656469746564', 'hex'))],
    heard: ['close 1007'],
  },
  ...VALID_CODES.map((code, at) => ({
    numbers: `7.7.${at + 1}`,
    title: `a close with ${code}, which is a code`,
    steps: [closeFrame(code)],
    heard: [`close ${code}`],
  })),
  ...[...INVALID_CODES, 5_000, 65_535].map((code, at) => ({
    numbers: at < INVALID_CODES.length ? `7.9.${at + 1}` : `7.13.${at + 1 - INVALID_CODES.length}`,
    title: `a close with ${code}, which is none`,
    steps: [closeFrame(code)],
    heard: FAILED,
  })),
]

/** Of the hub: a message has at most 128 KiB, whatever its pieces. */
const limits = (maxBytes: number): readonly ConformanceCase[] => [
  {
    numbers: '9.1, 9.3, 9.5 (up to our limit)',
    title: 'a text as large as may be, in pieces of the network of 1,300 bytes',
    steps: piecesOf(frame(text, echoOf('x'.repeat(maxBytes - 4))), 1_300),
    heard: [`echo ${'x'.repeat(maxBytes - 4)}`],
  },
  {
    numbers: '9.1',
    title: 'a text of one byte more, refused by its head alone',
    steps: [frame(text, '', { length: BigInt(maxBytes + 1) })],
    heard: ['close 1009'],
  },
  {
    numbers: '9.3',
    title: 'parts that are a byte too many together',
    steps: [frame(text, Buffer.alloc(maxBytes, 0x78), part), frame(more, 'x')],
    heard: ['close 1009'],
  },
  {
    numbers: 'none (a length of 2^63 and more)',
    title: 'a length that no message can have',
    steps: [frame(text, '', { length: 2n ** 64n - 1n })],
    heard: ['close 1009'],
  },
]

const beyond: readonly ConformanceCase[] = [
  ...[text, ping].map((opcode) => ({
    numbers: 'none (RFC 6455, 5.1)',
    title: `a ${opcode === ping ? 'ping' : 'text'} without a mask`,
    steps: [frame(opcode, opcode === ping ? '' : echoOf('x'), { masked: false })],
    heard: FAILED,
  })),
  {
    numbers: 'none (RFC 6455, 5.2)',
    title: 'control frames whose length is written longer than needed',
    steps: [frame(ping, 'x', { lengthBytes: 2 })],
    heard: FAILED,
  },
  ...([2, 8] as const).map((lengthBytes) => ({
    numbers: 'none (RFC 6455, 5.2; not strict: taken all the same)',
    title: `a text whose length is written in ${lengthBytes} bytes though one would do`,
    steps: [frame(text, echoOf('x'), { lengthBytes })],
    heard: ['echo x'],
  })),
]

export function conformanceCases(maxBytes: number): readonly ConformanceCase[] {
  return [...FRAME_CASES, ...utf8, ...closing, ...limits(maxBytes), ...beyond]
}

function piecesOf(bytes: Buffer, size: number): Buffer[] {
  return Array.from({ length: Math.ceil(bytes.length / size) }, (_, at) =>
    bytes.subarray(at * size, (at + 1) * size),
  )
}
