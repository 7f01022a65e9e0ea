// What the fuzzer sends to port 9100: labels whole, cut and mutated, other protocols, lying lengths, noise.
import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { diceOf, type Dice } from '../../../kit/dice.ts'

const LABELS = path.resolve(import.meta.dirname, '../../../../agent/test-printer/labels')
/** Larger ones are tried in the tests of every cut; here they would only take time from other inputs. */
const MAX_LABEL_BYTES = 8_192

export type InputKind =
  | 'whole label'
  | 'cut label'
  | 'mutated label'
  | 'changed prefixes'
  | 'lying lengths'
  | 'other protocol'
  | 'status query'
  | 'noise'

export interface FuzzInput {
  readonly kind: InputKind
  /** As they come from the network, in this order. */
  readonly fragments: readonly Buffer[]
  readonly endedBy: 'fin' | 'reset' | 'idle'
  /** `label`: comes out, byte for byte. `nothing`: nothing may come out. `any`: only the rules for all hold. */
  readonly mustBecome: 'label' | 'nothing' | 'any'
}

const labels = readLabels()
const ZPL_TOKENS = [
  '^XA',
  '^XZ',
  '^FS',
  '^FD',
  '^CC!',
  '~CC#',
  '^CD;',
  '~CT@',
  '^CT^',
  '^PQ9',
  '!XZ',
  '#XA',
  '^',
  '~',
  '^GFA,8,8,2,',
  '^GFB,99999,9,9,',
  '~DGR:A.GRF,',
  '~DYR:A,B,P,',
  ',',
  ':Z64:',
  ':B64:',
  '\r\n',
  'N\n',
  'P1\n',
  'SIZE 4,3\r\n',
  'BITMAP 0,0,9,9,0,',
  'PRINT 1\n',
  'GW0,0,9,9,',
  'DOWNLOAD "A",9,',
  '\x1b@',
  '! U1 setvar ',
  '${',
  '\0',
] as const
/** Whole openings; what follows them is free. */
const PROTOCOLS = [
  'GET / HTTP/1.1\r\nHost: x\r\n\r\n',
  'POST / HTTP/1.1\r\nContent-Length: 9\r\n\r\n',
  'CONNECT a:443 HTTP/1.1\r\n\r\n',
  'GET http://example.org/ HTTP/1.0\r\n\r\n',
  'OPTIONS * RTSP/1.0\r\n\r\n',
  'PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n',
  'PUT /x HTTP/1.1\r\n',
  'HEAD / HTTP/1.0\r\n\r\n',
  'SSH-2.0-scan\r\n',
  'HELP\r\n',
  'EHLO x\r\n',
  'INVITE sip:a SIP/2.0\r\n',
  '\x16\x03\x01\x02\0',
  '\0\0\0\x85\xffSMB',
  '\0\0\0\x85\xfeSMB',
  '\x03\0\0\x2a\x25\xe0',
  '\x30\x84\0\0',
  '\x30\x0c\x02\x01',
  '\x1b%-12345X@PJL INFO ID\r\n',
  '@PJL SET PAPER=A4\r\n',
  '%!PS\nshowpage\n',
  '\x04%!PS\n',
  '\x1bE\x1b&l0O',
] as const
const QUERIES = [
  '~HS',
  '~HI\r\n',
  '~HQES',
  '! U1 getvar "device.host_status"\r\n',
  '\x1b!?',
  '\x10\x04\x01',
  '~!T\r\n',
] as const

const MAKERS: Readonly<
  Record<InputKind, (random: Dice) => Pick<FuzzInput, 'mustBecome'> & { bytes: Buffer }>
> = {
  'whole label': (random) => ({ bytes: labelOf(random), mustBecome: 'label' }),
  'cut label': (random) => ({ bytes: cutLabel(random), mustBecome: 'nothing' }),
  'mutated label': (random) => ({ bytes: mutated(labelOf(random), random), mustBecome: 'any' }),
  'changed prefixes': (random) => ({ bytes: tokens(random, 40), mustBecome: 'any' }),
  'lying lengths': (random) => ({ bytes: lying(random), mustBecome: 'any' }),
  'other protocol': (random) => ({ bytes: otherProtocol(random), mustBecome: 'nothing' }),
  'status query': (random) => ({ bytes: queries(random), mustBecome: 'any' }),
  noise: (random) => ({
    bytes: random.bytes(random.int(random.isOneIn(50) ? 8_000 : 300)),
    mustBecome: 'any',
  }),
}
const KINDS: readonly [InputKind, ...InputKind[]] = [
  ...([
    'mutated label',
    'mutated label',
    'whole label',
    'cut label',
    'changed prefixes',
    'lying lengths',
  ] as const),
  ...(['other protocol', 'status query', 'noise'] as const),
]

/** The same for the same seed and number. */
export function fuzzInput(seed: number, inputNumber: number): FuzzInput {
  const random = diceOf(seed, inputNumber)
  const kind = random.oneOf(KINDS)
  const { bytes, mustBecome } = MAKERS[kind](random)
  const endedBy = random.oneOf<FuzzInput['endedBy']>(['fin', 'fin', 'reset', 'idle'])
  return { kind, fragments: fragmentsOf(bytes, random), endedBy, mustBecome }
}

function readLabels(): readonly [Buffer, ...Buffer[]] {
  const files = readdirSync(LABELS).filter((name) => name.endsWith('.zpl'))
  const [first, ...others] = files
    .map((name) => readFileSync(path.join(LABELS, name)))
    .filter(({ length }) => length <= MAX_LABEL_BYTES)
  if (first === undefined) throw new Error(`there are no labels in ${LABELS}`)
  return [first, ...others]
}

/** Mostly short ones, so that a million inputs take minutes. */
function labelOf(random: Dice): Buffer {
  const short = `^XA^CI28^FO20,20^A0N,28,28^FDRx ${random.int(1e9)}^FS^PQ1^XZ`
  return random.isOneIn(3) ? random.oneOf(labels) : Buffer.from(short)
}

/** Ends inside its last format. */
function cutLabel(random: Dice): Buffer {
  const label = labelOf(random)
  const text = label.toString('latin1').toUpperCase()
  const first = text.lastIndexOf('^XA') + 3
  return label.subarray(0, first + random.int(text.indexOf('^XZ', first) + 3 - first))
}

function mutated(label: Buffer, random: Dice): Buffer {
  let bytes = label
  for (let count = 1 + random.int(4); count > 0; count -= 1) bytes = mutatedOnce(bytes, random)
  return bytes
}

function mutatedOnce(bytes: Buffer, random: Dice): Buffer {
  const at = random.int(bytes.length + 1)
  const end = Math.min(bytes.length, at + random.int(40))
  const around = (middle: Buffer, from = at): Buffer =>
    Buffer.concat([bytes.subarray(0, at), middle, bytes.subarray(from)])
  switch (random.int(6)) {
    case 0:
      return around(random.bytes(1 + random.int(3)), end)
    case 1:
      return around(Buffer.alloc(0), end)
    case 2:
      return around(Buffer.from(random.oneOf(ZPL_TOKENS), 'latin1'))
    case 3:
      return around(bytes.subarray(at, end))
    case 4:
      return bytes.subarray(0, at)
    default:
      return around(Buffer.from(String(random.int(2 ** 31))))
  }
}

function tokens(random: Dice, most: number): Buffer {
  const parts = Array.from({ length: 1 + random.int(most) }, () =>
    random.isOneIn(4) ? random.bytes(random.int(8)) : Buffer.from(random.oneOf(ZPL_TOKENS), 'latin1'),
  )
  return Buffer.concat(parts)
}

/** Declares more or fewer bytes than follow, up to numbers that no computer has. */
function lying(random: Dice): Buffer {
  const count = (): string =>
    random.oneOf([
      String(random.int(400)),
      '0',
      '-1',
      '99999999999999999999',
      '4294967296',
      '',
      '9'.repeat(40),
      'x',
    ])
  const heads = [
    `^XA^GFB,${count()},${count()},${count()},`,
    `^XA^GFA,${count()},${count()},${count()},`,
    `^XA^GFC,${count()},${count()},${count()},`,
    `~DGR:A.GRF,${count()},${count()},`,
    `~DYR:A,${random.oneOf(['A', 'B', 'C', 'P'])},P,${count()},${count()},`,
    `N\nGW0,0,${count()},${count()},`,
    `SIZE 4,3\nBITMAP 0,0,${count()},${count()},0,`,
    `SIZE 4,3\nDOWNLOAD "A",${count()},`,
  ] as const
  const tail = random.oneOf(['^FS^XZ', 'P1\n', 'PRINT 1\n', ''])
  return Buffer.concat([Buffer.from(random.oneOf(heads)), tokens(random, 12), Buffer.from(tail)])
}

function otherProtocol(random: Dice): Buffer {
  const opening = Buffer.from(random.oneOf(PROTOCOLS), 'latin1')
  return Buffer.concat([opening, random.isOneIn(2) ? labelOf(random) : random.bytes(random.int(200))])
}

function queries(random: Dice): Buffer {
  const parts = Array.from({ length: 1 + random.int(80) }, () => random.oneOf(QUERIES))
  return Buffer.from(
    parts.join(random.oneOf(['', ' ', '\n', '\t \r\n'])) + (random.isOneIn(3) ? 'x' : ''),
    'latin1',
  )
}

/** One at a time, a few bytes at a time, or all at once; empty ones do not come from a network. */
function fragmentsOf(bytes: Buffer, random: Dice): Buffer[] {
  const most = random.oneOf([1, 7, 200, 100_000])
  const fragments: Buffer[] = []
  for (let at = 0; at < bytes.length;) {
    const length = 1 + random.int(most)
    // Copies: a connection owns what it read and may overwrite it.
    fragments.push(Buffer.from(bytes.subarray(at, at + length)))
    at += length
  }
  return fragments
}
