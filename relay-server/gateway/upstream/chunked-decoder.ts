// Decodes the chunked bodies of upstream replies, strictly; trailers are read and dropped.

type Step = 'size' | 'size-lf' | 'data' | 'data-cr' | 'data-lf' | 'trailer' | 'trailer-lf' | 'done'

// 8 hex digits; beyond it no honest service goes.
const MAX_SIZE_DIGITS = 8
const MAX_EXTENSION_BYTES = 256
const MAX_TRAILER_BYTES = 8192
const CR = 13
const LF = 10
const SEMICOLON = 59

/** What is wrong with the framing of a reply. */
export class ReplyFault extends Error {
  constructor(message: string) {
    super(message)
    this.name = 'ReplyFault'
  }
}

/** Feed it bytes in order; `done` turns true at the end of the body. */
export class ChunkedDecoder {
  #step: Step = 'size'
  #size = 0
  #digits = 0
  #extensionBytes = 0
  #trailerBytes = 0
  #lineBytes = 0

  get done(): boolean {
    return this.#step === 'done'
  }

  /** Pushes the data found onto `parts` (views, not copies); returns how many bytes belong to the body. Throws ReplyFault. */
  feed(bytes: Buffer, parts: Buffer[]): number {
    let at = 0
    while (at < bytes.length && this.#step !== 'done') {
      if (this.#step === 'data') {
        const end = Math.min(bytes.length, at + this.#size)
        parts.push(bytes.subarray(at, end))
        this.#size -= end - at
        at = end
        if (this.#size === 0) this.#step = 'data-cr'
      } else this.#control(bytes[at++] ?? 0)
    }
    return at
  }

  #control(byte: number): void {
    switch (this.#step) {
      case 'size':
        return this.#sizeByte(byte)
      case 'size-lf':
        return this.#sizeEnd(byte)
      case 'data-cr':
        return this.#expect(byte, CR, 'data-lf')
      case 'data-lf':
        return this.#expect(byte, LF, 'size')
      case 'trailer':
        return this.#trailerByte(byte)
      case 'trailer-lf':
        return this.#trailerEnd(byte)
      case 'data':
      case 'done':
        return
      default:
        this.#step satisfies never
    }
  }

  #sizeByte(byte: number): void {
    if (byte === CR) {
      if (this.#digits === 0) throw new ReplyFault('a chunk without a size')
      this.#step = 'size-lf'
    } else if (this.#extensionBytes > 0 || (byte === SEMICOLON && this.#digits > 0)) {
      if (++this.#extensionBytes > MAX_EXTENSION_BYTES || byte < 32)
        throw new ReplyFault('a bad chunk extension')
    } else {
      const digit = hexDigit(byte)
      if (digit < 0 || ++this.#digits > MAX_SIZE_DIGITS) throw new ReplyFault('a bad chunk size')
      this.#size = this.#size * 16 + digit
    }
  }

  #sizeEnd(byte: number): void {
    this.#expect(byte, LF, this.#size === 0 ? 'trailer' : 'data')
    this.#digits = 0
    this.#extensionBytes = 0
  }

  #trailerByte(byte: number): void {
    if (++this.#trailerBytes > MAX_TRAILER_BYTES) throw new ReplyFault('trailers are too long')
    if (byte === CR) this.#step = 'trailer-lf'
    else if (byte === LF) throw new ReplyFault('a bare line feed in a trailer')
    else this.#lineBytes++
  }

  #trailerEnd(byte: number): void {
    this.#expect(byte, LF, this.#lineBytes === 0 ? 'done' : 'trailer')
    this.#lineBytes = 0
  }

  #expect(byte: number, wanted: number, next: Step): void {
    if (byte !== wanted) throw new ReplyFault('chunks are not delimited by CRLF')
    this.#step = next
  }
}

function hexDigit(byte: number): number {
  if (byte >= 48 && byte <= 57) return byte - 48
  const lower = byte | 32
  return lower >= 97 && lower <= 102 ? lower - 87 : -1
}
