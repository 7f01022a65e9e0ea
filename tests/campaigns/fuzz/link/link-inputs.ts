// What the other end of a job link may say: whole exchanges, and ones that were changed, cut, mixed up or made up.
import { createHash } from 'node:crypto'
import { FRAME, type FrameType, type LinkPrinter, type LinkState } from '@pharmacy-relay/shared/job-link.ts'
import { diceOf, type Dice } from '../../../kit/dice.ts'

export type LinkInputKind =
  | 'whole exchange'
  | 'changed bytes'
  | 'changed frames'
  | 'lying header'
  | 'lying body'
  | 'flood'
  | 'noise'

export interface FuzzLabel {
  readonly id: string
  readonly payload: Buffer
  readonly sha256: string
}

export interface LinkInput {
  readonly kind: LinkInputKind
  /** Which end is tried; the input is what the other one says. */
  readonly side: 'receiver' | 'sender'
  /** Of a receiver: what the input sends. Of a sender: what it has to send, before `fragments`. */
  readonly labels: readonly FuzzLabel[]
  /** HELLO, as a rule. */
  readonly opening: readonly Buffer[]
  readonly fragments: readonly Buffer[]
  readonly endedBy: 'fin' | 'reset' | 'silence'
}

const HELLO = {
  version: 1,
  jobBytes: 5_242_880,
  streams: 32,
  agent: '1.0.0',
  computerName: 'PC',
  takesPrinter: true,
}
/** Of a label beyond one frame. */
const LARGE_BYTES = 40_000
const LARGEST_FRAME = 32_768

const KINDS: readonly [LinkInputKind, ...LinkInputKind[]] = [
  ...(['whole exchange', 'changed bytes', 'changed bytes', 'changed frames', 'changed frames'] as const),
  ...(['lying header', 'lying body', 'flood', 'noise'] as const),
]

/** What a receiver says of its printer. */
export const FUZZ_PRINTER: LinkPrinter = {
  presence: 'there',
  conditions: ['paper_out'],
  reasons: [],
  waiting: 1,
}

/** The same for the same seed and number. */
export function linkInput(seed: number, inputNumber: number): LinkInput {
  const random = diceOf(seed, inputNumber)
  const [kind, side] = [random.oneOf(KINDS), random.oneOf<LinkInput['side']>(['receiver', 'sender'])]
  const labels = Array.from({ length: 1 + random.int(4) }, () => labelFrom(random))
  const said = side === 'receiver' ? labels.flatMap(sent) : answers(labels, random)
  const frames = kind === 'whole exchange' ? said : changed(kind, said, random)
  const hello = frame(FRAME.HELLO, 0, HELLO)
  const isOpened = kind === 'whole exchange' || !random.isOneIn(8)
  return {
    kind,
    side,
    labels,
    opening: isOpened ? [hello] : [flipped(hello, random)],
    fragments: fragmentsOf(Buffer.concat(frames), random),
    endedBy: random.oneOf<LinkInput['endedBy']>(['fin', 'fin', 'reset', 'silence']),
  }
}

function labelFrom(random: Dice): FuzzLabel {
  const payload = random.isOneIn(60)
    ? Buffer.alloc(LARGE_BYTES, random.int(256))
    : random.bytes(1 + random.int(60))
  const sha256 = createHash('sha256').update(payload).digest('hex')
  const hex = random.bytes(16).toString('hex')
  const id = `${hex.slice(0, 8)}-${hex.slice(8, 12)}-4${hex.slice(13, 16)}-8${hex.slice(17, 20)}-${hex.slice(20)}`
  return { id, payload, sha256 }
}

function jobOf({ id, payload, sha256 }: FuzzLabel) {
  return { id, length: payload.length, sha256, ttlMs: 60_000, reprint: null }
}

function sent(label: FuzzLabel, index: number): Buffer[] {
  const pieces: Buffer[] = []
  for (let at = 0; at < label.payload.length; at += LARGEST_FRAME)
    pieces.push(frameOf(FRAME.DATA, index + 1, label.payload.subarray(at, at + LARGEST_FRAME)))
  return [frame(FRAME.JOB, index + 1, jobOf(label)), ...pieces]
}

/** In the order of the streams that a sender gives its labels, with news and signs of life between. */
function answers(labels: readonly FuzzLabel[], random: Dice): Buffer[] {
  return labels.flatMap(({ id }, index) => [
    frame(FRAME.ANSWER, index + 1, { id, outcome: 'accepted' }),
    random.isOneIn(2) ? frame(FRAME.PRINTER, 0, FUZZ_PRINTER) : frame(FRAME.STATE, 0, state(id)),
  ])
}

function state(id: string): LinkState {
  return { id, state: 'printed', reasons: [], evidence: 'L3' }
}

function changed(kind: LinkInputKind, frames: readonly Buffer[], random: Dice): Buffer[] {
  switch (kind) {
    case 'changed bytes':
      return frames.map((bytes) => (random.isOneIn(3) ? flipped(bytes, random) : bytes))
    case 'changed frames':
      return shuffled(frames, random)
    case 'lying header':
      return [...frames, lyingHeader(random), random.bytes(random.int(60))]
    case 'lying body':
      return [lyingBody(random), ...frames]
    case 'flood':
      return flood(random)
    default:
      return [random.bytes(1 + random.int(400))]
  }
}

function flipped(bytes: Buffer, random: Dice): Buffer {
  const copy = Buffer.from(bytes)
  for (let count = 1 + random.int(3); count > 0; count -= 1) copy[random.int(copy.length)] = random.int(256)
  return copy
}

/** Doubled, left out, moved, on another stream, cut. */
function shuffled(frames: readonly Buffer[], random: Dice): Buffer[] {
  const mixed = [...frames]
  for (let count = 1 + random.int(4); count > 0; count -= 1) {
    const at = random.int(mixed.length + 1)
    const one = mixed[random.int(mixed.length)] ?? Buffer.alloc(1)
    const change = random.int(5)
    if (change === 0) mixed.splice(at, 0, one)
    else if (change === 1) mixed.splice(at, 1)
    else if (change === 2) mixed.splice(at, 1, one.subarray(0, random.int(one.length)))
    else if (change === 3) mixed.splice(at, 0, onStream(one, random.int(6)))
    else mixed.reverse()
  }
  return mixed
}

function onStream(bytes: Buffer, stream: number): Buffer {
  const copy = Buffer.from(bytes)
  if (copy.length >= 8) copy.writeUInt16BE(stream, 6)
  return copy
}

function lyingHeader(random: Dice): Buffer {
  const header = Buffer.alloc(8)
  header.writeUInt32BE(random.oneOf([0, 1, 4_097, 32_769, 0x7fff_ffff, 0xffff_ffff, random.int(2 ** 32)]))
  header[4] = random.int(14)
  header[5] = random.isOneIn(4) ? random.int(256) : 0
  header.writeUInt16BE(random.oneOf([0, 1, 65_535]), 6)
  return header
}

/** Right in form, and not true; or not quite right in form. */
function lyingBody(random: Dice): Buffer {
  const label = labelFrom(random)
  const job = jobOf(label)
  const stream = 60 + random.int(4)
  const bodies: [object, ...object[]] = [
    { ...job, length: random.oneOf([1, 5_242_880, 5_242_881, 1_000_000_000, 0, -1, 2 ** 40]) },
    { ...job, ttlMs: random.oneOf([0, -5, 1e9, 0.5]) },
    { ...job, id: 'x'.repeat(random.int(3_000)) },
    { ...job, reprint: { of: job.id, count: random.oneOf([1, 0, 100]) } },
    { ...job, more: true },
    [],
  ]
  const type = random.oneOf<FrameType>([
    FRAME.JOB,
    FRAME.JOB,
    FRAME.ANSWER,
    FRAME.QUERY,
    FRAME.STATE,
    FRAME.BYE,
  ])
  if (type === FRAME.BYE)
    return frame(type, 0, { reason: 'restarting', afterMs: random.oneOf([null, 5, -1]) })
  const lie = frame(type, stream, type === FRAME.QUERY ? { id: label.id } : random.oneOf(bodies))
  return random.isOneIn(2) ? Buffer.concat([lie, frameOf(FRAME.DATA, stream, label.payload)]) : lie
}

/** Labels, questions and signs of life, more at once than anybody agreed to. */
function flood(random: Dice): Buffer[] {
  const label = labelFrom(random)
  const length = random.oneOf([1, 1_000, 400_000, random.isOneIn(4) ? 5_242_880 : 9])
  return Array.from({ length: 1 + random.int(random.oneOf([10, 10, 120])) }, (_none, index) => {
    const kind = random.int(3)
    if (kind === 0) return frame(index % 2 === 0 ? FRAME.PING : FRAME.LOOK, 0)
    if (kind === 1) return frame(FRAME.QUERY, index + 1, { id: label.id })
    return frame(FRAME.JOB, index + 1, { ...jobOf(label), length })
  })
}

function frame(type: FrameType, stream: number, body: object | null = null): Buffer {
  return frameOf(type, stream, body === null ? Buffer.alloc(0) : Buffer.from(JSON.stringify(body)))
}

/** Not the encoder that is tried. */
function frameOf(type: FrameType, stream: number, body: Buffer): Buffer {
  const header = Buffer.alloc(8)
  header.writeUInt32BE(body.length, 0)
  header[4] = type
  header.writeUInt16BE(stream, 6)
  return Buffer.concat([header, body])
}

function fragmentsOf(bytes: Buffer, random: Dice): Buffer[] {
  const most = random.isOneIn(10) ? 1 : random.oneOf([20, 300, 100_000])
  const fragments: Buffer[] = []
  // A byte at a time for the beginning only, or that would be most of the work.
  for (let at = 0; at < bytes.length;) {
    const length = at > 1_000 ? 100_000 : 1 + random.int(most)
    fragments.push(Buffer.from(bytes.subarray(at, at + length)))
    at += length
  }
  return fragments
}
