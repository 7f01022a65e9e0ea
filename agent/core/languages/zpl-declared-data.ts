// Data whose length a ZPL command declares: when it ends, and which bytes of it cannot be commands.

/** How the bytes after the last parameter are written. */
export type DataForm = 'binary' | 'text'

export interface DeclaredData {
  readonly form: DataForm
  /** Bytes of the image or file, as the command declares them; 0 when it declares none. */
  readonly totalBytes: number
  /** Bytes of one row of the image; 0 when the command does not say. */
  readonly rowBytes: number
}

/** What a byte is: part of the data, its last byte, or already what follows it. */
export type DataStep = 'inside' | 'last' | 'outside'

/** `isPrefix`: this byte starts a command at present. */
export type DataReader = (byte: number, isPrefix: boolean) => DataStep

const COLON = 0x3a
const COMMA = 0x2c
const EXCLAMATION = 0x21
const SPACE = 0x20
const CRC_DIGITS = 4

/** Reads the data byte by byte. Null when there is none to read. */
export function dataReader(data: DeclaredData): DataReader | null {
  if (data.totalBytes <= 0) return null
  return data.form === 'binary' ? binaryReader(data.totalBytes) : textReader(data)
}

/** Every prefix is data until the declared number of bytes has come (ZPL II guide, ^GF and ~DY, binary data). */
function binaryReader(totalBytes: number): DataReader {
  let left = totalBytes
  return () => {
    left -= 1
    return left === 0 ? 'last' : 'inside'
  }
}

/** A prefix ends text early (ZPL II guide, ^GF), but where somebody made a data character the prefix. */
function textReader(data: DeclaredData): DataReader {
  let read: DataReader | null = null
  return (byte, isPrefix) => {
    if (byte <= SPACE && !isPrefix) return 'inside'
    read ??= byte === COLON ? encodedReader() : hexReader(data)
    return read(byte, isPrefix)
  }
}

/** `:B64:…:CRC` or `:Z64:…:CRC`. The declared size is that of the decoded image, so the colons count. */
function encodedReader(): DataReader {
  let colons = 0
  let crcDigits = 0
  return (byte, isPrefix) => {
    if (isPrefix && !isBase64(byte)) return 'outside'
    if (byte === COLON) colons += 1
    else if (colons >= 3) crcDigits += 1
    return crcDigits === CRC_DIGITS ? 'last' : 'inside'
  }
}

/**
 * Hexadecimal digits with Zebra's run lengths: G to Y and g to z repeat the next digit, a comma or an exclamation mark
 * fills the row, a colon repeats the row before.
 */
function hexReader({ totalBytes, rowBytes }: DeclaredData): DataReader {
  const total = totalBytes * 2
  const row = rowBytes > 0 ? rowBytes * 2 : total
  let digits = 0
  let repeat = 0
  return (byte, isPrefix) => {
    if (isPrefix && !isHexData(byte)) return 'outside'
    if (isHexDigit(byte)) {
      digits += Math.max(1, repeat)
      repeat = 0
    } else if (byte === COMMA || byte === EXCLAMATION) digits += row - (digits % row)
    else if (byte === COLON) digits += row
    else repeat += runLength(byte)
    return digits >= total ? 'last' : 'inside'
  }
}

function runLength(byte: number): number {
  if (isBetween(byte, 'G', 'Y')) return byte - 0x46
  return isBetween(byte, 'g', 'z') ? (byte - 0x66) * 20 : 0
}

function isHexDigit(byte: number): boolean {
  return isBetween(byte, '0', '9') || isBetween(byte, 'A', 'F') || isBetween(byte, 'a', 'f')
}

function isHexData(byte: number): boolean {
  return isHexDigit(byte) || runLength(byte) > 0 || [COMMA, EXCLAMATION, COLON].includes(byte)
}

function isBase64(byte: number): boolean {
  return (
    isBetween(byte, '/', '9') ||
    isBetween(byte, 'A', 'Z') ||
    isBetween(byte, 'a', 'z') ||
    [0x2b, 0x3d, COLON].includes(byte)
  )
}

function isBetween(byte: number, first: string, last: string): boolean {
  return byte >= first.charCodeAt(0) && byte <= last.charCodeAt(0)
}
