// Reads what arrives on one connection: tells payload from status queries, and follows ZPL formats from end to end.
import {
  copiesOf,
  declaredData,
  DECLARING,
  DEFAULT_PREFIXES,
  FIELD_COMMANDS,
  PREFIX_CHANGES,
  type Prefixes,
} from './zpl-commands.ts'
import { queryLineIn, sgdQueryAt, type Query } from './status-queries.ts'

/** Hears what the stream holds, in its order. */
export interface StreamListener {
  payload(bytes: Buffer): void
  query(query: Query): void
  /** A format is complete, and all of its bytes were handed over; it feeds this many labels. */
  formatEnded(labels: number): void
  /** `~JX`: the format that has begun is given up; all of its bytes were handed over, with this command. */
  formatDropped(): void
}

type Step =
  | { readonly kind: 'more' }
  | { readonly kind: 'payload'; readonly length: number }
  | { readonly kind: 'query'; readonly length: number; readonly query: Query; readonly isPayload: boolean }
  | { readonly kind: 'line-end' }
  | { readonly kind: 'format-end'; readonly labels: number }
  | { readonly kind: 'format-drop' }

/** `bytes`: something came before any format that no label language begins with; from then on nothing is parsed. */
type Place = 'outside' | 'format' | 'bytes'

const CR = 0x0d
const LF = 0x0a
const BANG = 0x21
const MORE: Step = { kind: 'more' }
/** Control bytes that stand before formats in practice: STX, ETX, tab, LF, FF, CR, DLE, ESC. */
const KNOWN_CONTROLS = new Set([0x02, 0x03, 0x09, LF, 0x0c, CR, 0x10, 0x1b])
const BYTE_ORDER_MARK = new Set([0xef, 0xbb, 0xbf])
const COMMAND_CODE = /^[A-Z@][A-Z0-9@]$/
const EMPTY = Buffer.alloc(0)

/**
 * Outside formats a query belongs to nobody's label: it is reported and, with the line end after it, left out of the
 * payload. Inside a format it is answered as well, and stays.
 */
export class ZplStream {
  readonly #listener: StreamListener
  #place: Place = 'outside'
  #prefixes: Prefixes = DEFAULT_PREFIXES
  #held = EMPTY
  #declaredBytesLeft = 0
  #lineEndMayFollow = false
  #hasFormat = false
  #copies = 1
  #hasField = false
  #isStored = false

  constructor(listener: StreamListener) {
    this.#listener = listener
  }

  /** True between `^XA` and `^XZ`. */
  isInFormat(): boolean {
    return this.#place === 'format'
  }

  language(): 'zpl' | 'bytes' {
    return this.#hasFormat ? 'zpl' : 'bytes'
  }

  push(chunk: Buffer): void {
    const bytes = this.#held.length === 0 ? chunk : Buffer.concat([this.#held, chunk])
    this.#held = EMPTY
    let from = 0
    let at = 0
    const handOver = (to: number): void => {
      if (to > from) this.#listener.payload(bytes.subarray(from, to))
    }
    while (at < bytes.length) {
      const step = this.#step(bytes, at)
      if (step.kind === 'more') break
      const next = at + lengthOf(step)
      if (step.kind === 'payload') {
        at = next
        continue
      }
      handOver(isPayload(step) ? next : at)
      from = at = next
      if (step.kind === 'query') this.#listener.query(step.query)
      if (step.kind === 'format-end') this.#listener.formatEnded(step.labels)
      if (step.kind === 'format-drop') this.#listener.formatDropped()
    }
    handOver(at)
    this.#held = Buffer.from(bytes.subarray(at))
  }

  /** The connection is over: what was held back as the possible start of a command is payload. */
  end(): void {
    if (this.#held.length > 0) this.#listener.payload(this.#held)
    this.#held = EMPTY
  }

  #step(bytes: Buffer, at: number): Step {
    if (this.#declaredBytesLeft > 0) return this.#declaredStep(bytes.length - at)
    if (this.#lineEndMayFollow) {
      const end = this.#lineEndStep(bytes[at])
      if (end !== null) return end
    }
    if (this.#place === 'bytes') return bytesStep(bytes, at)
    const byte = bytes[at] ?? 0
    if (byte === this.#prefixes.caret || byte === this.#prefixes.tilde) return this.#commandStep(bytes, at)
    return this.#place === 'format' ? this.#textStep(bytes, at) : this.#outsideStep(bytes, at)
  }

  #declaredStep(available: number): Step {
    const length = Math.min(available, this.#declaredBytesLeft)
    this.#declaredBytesLeft -= length
    return { kind: 'payload', length }
  }

  #lineEndStep(byte: number | undefined): Step | null {
    this.#lineEndMayFollow = byte === CR
    return byte === CR || byte === LF ? { kind: 'line-end' } : null
  }

  #textStep(bytes: Buffer, at: number): Step {
    const ends = [this.#prefixes.caret, this.#prefixes.tilde].map((prefix) => bytes.indexOf(prefix, at))
    const next = Math.min(...ends.map((end) => (end === -1 ? bytes.length : end)))
    return { kind: 'payload', length: next - at }
  }

  #outsideStep(bytes: Buffer, at: number): Step {
    const byte = bytes[at] ?? 0
    if (byte === BANG) {
      const found = sgdQueryAt(bytes, at)
      if (found === 'more') return MORE
      if (found !== 'none') return { kind: 'query', ...found, isPayload: false }
    }
    const isText = byte >= 0x20 && byte <= 0x7e
    // After a first format a printer takes no notice of what stands between formats.
    const passes = isText || this.#hasFormat || KNOWN_CONTROLS.has(byte) || BYTE_ORDER_MARK.has(byte)
    if (!passes) this.#place = 'bytes'
    return { kind: 'payload', length: 1 }
  }

  #commandStep(bytes: Buffer, at: number): Step {
    if (bytes.length - at < 3) return MORE
    const code = bytes.toString('latin1', at + 1, at + 3).toUpperCase()
    if (!COMMAND_CODE.test(code)) return { kind: 'payload', length: 1 }
    const changed = PREFIX_CHANGES[code]
    if (changed !== undefined) {
      if (bytes.length - at < 4) return MORE
      this.#prefixes = { ...this.#prefixes, [changed]: bytes[at + 3] ?? 0 }
      return { kind: 'payload', length: 4 }
    }
    const isCaret = bytes[at] === this.#prefixes.caret
    const declaring = DECLARING[`${isCaret ? '^' : '~'}${code}`]
    if (declaring !== undefined) {
      const declared = declaredData(bytes, { at, command: declaring, delimiter: this.#prefixes.delimiter })
      if (declared === null) return MORE
      this.#declaredBytesLeft = declared.dataBytes
      this.#hasField ||= isCaret
      return { kind: 'payload', length: declared.headBytes }
    }
    return isCaret ? this.#caretStep({ bytes, at, code }) : this.#tildeStep({ bytes, at, code })
  }

  #tildeStep({ bytes, at, code }: CommandAt): Step {
    if (code === 'JX') {
      this.#place = 'outside'
      return { kind: 'format-drop' }
    }
    const isQuery = code === 'HS' || code === 'HI' || code === 'HQ'
    if (!isQuery) return { kind: 'payload', length: 3 }
    const length = code === 'HQ' ? 5 : 3
    if (bytes.length - at < length) return MORE
    const isInFormat = this.#place === 'format'
    this.#lineEndMayFollow = !isInFormat
    const query = bytes.toString('latin1', at + 1, at + length).toUpperCase()
    return { kind: 'query', length, query, isPayload: isInFormat }
  }

  #caretStep({ bytes, at, code }: CommandAt): Step {
    if (code === 'XA' && this.#place === 'outside') this.#beginFormat()
    if (code === 'DF') this.#isStored = true
    if (FIELD_COMMANDS.has(code)) this.#hasField = true
    if (code === 'PQ') {
      const copies = copiesOf(bytes, at)
      if (copies === null) return MORE
      this.#copies = copies
    }
    if (code !== 'XZ' || this.#place !== 'format') return { kind: 'payload', length: 3 }
    this.#place = 'outside'
    return { kind: 'format-end', labels: this.#hasField && !this.#isStored ? this.#copies : 0 }
  }

  #beginFormat(): void {
    this.#place = 'format'
    this.#hasFormat = true
    this.#copies = 1
    this.#hasField = false
    this.#isStored = false
  }
}

interface CommandAt {
  readonly bytes: Buffer
  readonly at: number
  readonly code: string
}

function bytesStep(bytes: Buffer, at: number): Step {
  const { found, clearTo } = queryLineIn(bytes, at)
  if (clearTo > at) return { kind: 'payload', length: clearTo - at }
  return found === null ? MORE : { kind: 'query', ...found, isPayload: false }
}

function lengthOf(step: Exclude<Step, { kind: 'more' }>): number {
  if (step.kind === 'line-end') return 1
  return step.kind === 'format-end' || step.kind === 'format-drop' ? 3 : step.length
}

function isPayload(step: Step): boolean {
  return (
    step.kind === 'format-end' || step.kind === 'format-drop' || (step.kind === 'query' && step.isPayload)
  )
}
