// Packets of engine.io and socket.io, and frames of WebSocket, that are wrong in themselves, whatever they carry.
import { hostileJson } from './hostile-json.ts'
import { frameOf, OPCODE, textFrame } from './raw-websocket.ts'
import type { Dice } from '../../kit/dice.ts'

export interface Said {
  readonly frames: readonly Buffer[]
  readonly mayWait: boolean
}

/** An event that announces attachments, and others than it announced. */
export function wrongAttachments(random: Dice, isMasked = true): Said {
  const announced = random.oneOf(['0', '1', '2', '3', '10', '11', '999999999', '-1', '1e3', ''])
  const place = random.oneOf(['0', '1', '-1', '10', '1e9', '"0"', 'null', '{}', '"__proto__"'])
  const event = random.oneOf([
    ...(['RelayMessageAsync', 'ReceiveMessageAsync', 'NudgeAsync', 'ReportSystemAsync'] as const),
    '__proto__',
  ])
  const placeholder = `{"_placeholder":true,"num":${place}}`
  const args = random.oneOf([
    `"${'f'.repeat(64)}",${placeholder}`,
    placeholder,
    `{"a":{"b":[${placeholder}]}}`,
  ])
  const head = textFrame(`45${announced}-${random.oneOf(['', '7', '/hubs,'])}["${event}",${args}]`, isMasked)
  const attachments = Array.from({ length: random.int(4) }, () =>
    frameOf(random.bytes(random.oneOf([0, 1, 100, 65_536, 65_537, 120_000])), {
      opcode: OPCODE.binary,
      isMasked,
    }),
  )
  return { frames: random.isOneIn(5) ? [...attachments, head] : [head, ...attachments], mayWait: false }
}

export function brokenPackets(random: Dice, isMasked = true): Said {
  const one = (): string =>
    random.oneOf<() => string>([
      () =>
        random.oneOf([
          '',
          '1',
          '2',
          '2probe',
          '3',
          '3probe',
          '5',
          '6',
          '7',
          '9',
          'b',
          'bAAAA',
          '\u0000',
          '٤',
        ]),
      () => random.oneOf(['4', '40', '41', '42', '43', '44', '45', '46', '47', '4x', '4-1', '4٤']),
      () =>
        `4${random.int(10)}${random.oneOf(['/', '/x,', '/__proto__,', '/?a=b,', '/hubs,'])}${hostileJson(random)}`,
      () => `42${random.oneOf(['', '0', '99999999999999999999', '-1', '1e9'])}${hostileJson(random)}`,
      () => `42[${random.oneOf(RESERVED)},${hostileJson(random)}]`,
      () => `43${random.oneOf(['', '0', '1', '99999', '__proto__', '-1'])}${hostileJson(random)}`,
      () =>
        `43${random.int(4)}[{"ok":${random.oneOf(['true', 'false', '1'])},"data":${hostileJson(random)}}]`,
      () => `40${hostileJson(random)}`,
      () => `44${hostileJson(random)}`,
      () => `42["NudgeAsync"${random.oneOf(['', ',', ']', '}]', ',"'])}`,
      () => random.bytes(random.int(300)).toString('latin1'),
    ])()
  return {
    frames: Array.from({ length: 1 + random.int(4) }, () => textFrame(one(), isMasked)),
    mayWait: false,
  }
}

const RESERVED = [
  ...(['"connect"', '"connect_error"', '"disconnect"', '"disconnecting"', '"newListener"'] as const),
  ...(['"removeListener"', '"error"', '""', '0', 'null', '{}', '["NudgeAsync"]'] as const),
] as const

export function brokenFrames(random: Dice, isMasked = true, tooLong = 131_073n): Said {
  const event = Buffer.from('42["NudgeAsync","x"]')
  const text = { opcode: OPCODE.text, isMasked }
  const whole = (...frames: Buffer[]): Said => ({ frames, mayWait: false })
  return random.oneOf<() => Said>([
    () => whole(frameOf(event, { ...text, opcode: random.oneOf([3, 4, 7, 11, 15]) })),
    () => whole(frameOf(event, { ...text, isMasked: !isMasked })),
    () => whole(frameOf(event, { ...text, reserved: 1 + random.int(7) })),
    () => whole(frameOf(event, { ...text, opcode: OPCODE.continuation })),
    () => whole(frameOf(event, { ...text, isFinal: false }), frameOf(event, text)),
    () => whole(frameOf(random.bytes(126), { ...text, opcode: random.oneOf([8, 9, 10]) })),
    () => whole(frameOf(event, { ...text, opcode: random.oneOf([8, 9]), isFinal: false })),
    () => whole(frameOf(Buffer.of(0xff, 0xfe, 0xc0), text)),
    () =>
      whole(
        frameOf(Buffer.from([random.int(256), random.int(256), 0xff]), { ...text, opcode: OPCODE.close }),
      ),
    () => whole(frameOf(Buffer.of(random.int(256)), { ...text, opcode: OPCODE.close })),
    () =>
      whole(frameOf(event, { ...text, saidLength: random.oneOf([1n << 63n, (1n << 53n) + 1n, tooLong]) })),
    () => ({ frames: [frameOf(event, { ...text, saidLength: 100_000n })], mayWait: true }),
    () => ({ frames: inPieces(random, isMasked), mayWait: true }),
    () =>
      whole(
        ...Array.from({ length: 200 }, () => frameOf(random.bytes(100), { ...text, opcode: OPCODE.ping })),
      ),
    () => ({ frames: [random.bytes(1 + random.int(2_000))], mayWait: true }),
  ])()
}

/** A message that does not end, in frames of up to 60 kB: more together than the hub takes, or nearly. */
function inPieces(random: Dice, isMasked: boolean): Buffer[] {
  const piece = Buffer.alloc(random.oneOf([0, 1, 60_000]), '4')
  const rest = Array.from({ length: 1 + random.int(4) }, () =>
    frameOf(piece, { opcode: OPCODE.continuation, isFinal: false, isMasked }),
  )
  return [frameOf(piece, { opcode: OPCODE.text, isFinal: false, isMasked }), ...rest]
}
