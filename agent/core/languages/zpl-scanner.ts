// Follows a ZPL stream byte by byte and knows whether it stands inside a label format.
//
// What it follows (ZPL II programming guide): ^XA … ^XZ, the prefixes as ^CC ~CC ^CT ~CT ^CD ~CD change them, and the
// data that ~DG, ~DY and ^GF declare. A second ^XA inside an open format is one more ^XA: label programs send it.
import { dataReader, type DataReader, type DeclaredData } from './zpl-declared-data.ts'

/** A command whose code has just come: its last byte is the one that was taken last. */
export interface ZplCommand {
  /** Two characters in upper case, without the prefix. */
  readonly code: string
  readonly isFormatCommand: boolean
  /** Index of that byte in the bytes that are being fed. */
  readonly at: number
}

/** The bytes that begin commands and part parameters, as the stream has changed them so far. */
export type ZplPrefixes = Readonly<Record<Prefix, number>>

export const ZPL_PREFIXES: ZplPrefixes = { format: 0x5e, control: 0x7e, delimiter: 0x2c }

/** Where the last byte stands. */
export type ZplPlace = 'outside' | 'inside a format' | 'inside declared data' | 'inside a command'

type Prefix = 'format' | 'control' | 'delimiter'
type Mode = 'text' | 'command' | 'new prefix' | 'parameters' | 'data'

/** Parameters of a download, as far as they came. */
interface Parameters {
  readonly of: Download
  readonly fields: string[]
  field: number[]
}

interface Download {
  readonly parameters: number
  readonly declares: (fields: readonly string[]) => DeclaredData
}

const SPACE = 0x20
/** No parameter of a download is longer: drive, name and extension have 14. */
const MAX_PARAMETER_BYTES = 32

const CHANGES: Readonly<Record<string, Prefix>> = { CC: 'format', CT: 'control', CD: 'delimiter' }
/** ^GFa,b,c,d,data: b counts the bytes that follow when they are binary, c those of the image. */
const GRAPHIC_FIELD: Download = {
  parameters: 4,
  declares: ([form = '', sent = '', image = '', row = '']) =>
    /^[BC]/i.test(form)
      ? { form: 'binary', totalBytes: countOf(sent), rowBytes: countOf(row) }
      : { form: 'text', totalBytes: countOf(image), rowBytes: countOf(row) },
}
/** ~DGd:o.x,t,w,data */
const DOWNLOAD_GRAPHIC: Download = {
  parameters: 3,
  declares: ([, total = '', row = '']) => ({
    form: 'text',
    totalBytes: countOf(total),
    rowBytes: countOf(row),
  }),
}
/** ~DYd:f,b,x,t,w,data: forms B and C are binary, A and P are text. */
const DOWNLOAD_OBJECT: Download = {
  parameters: 5,
  declares: ([, form = '', , total = '', row = '']) => ({
    form: /^[BC]/i.test(form) ? 'binary' : 'text',
    totalBytes: countOf(total),
    rowBytes: countOf(row),
  }),
}

export class ZplScanner {
  readonly #onCommand: (command: ZplCommand) => void
  readonly #prefixes: Record<Prefix, number> = { ...ZPL_PREFIXES }
  #mode: Mode = 'text'
  /** Of the command that has begun; its first letter is 0 until it comes. */
  #asFormat = false
  #asControl = false
  #first = 0
  #changing: Prefix = 'format'
  #parameters: Parameters | null = null
  #readData: DataReader | null = null
  #at = 0
  #isInFormat = false
  #isAnythingSeen = false
  #isZpl = false

  /** `onCommand` hears every command outside declared data, before the scanner acts on it. */
  constructor(onCommand: (command: ZplCommand) => void = () => undefined) {
    this.#onCommand = onCommand
  }

  get prefixes(): ZplPrefixes {
    return { ...this.#prefixes }
  }

  /** True once this is known to be ZPL: a format or a download began, or the stream began with a command. */
  get isZpl(): boolean {
    return this.#isZpl
  }

  feed(bytes: Uint8Array): void {
    const { length } = bytes
    for (let at = this.#textUntil(bytes, 0); at < length; at = this.#textUntil(bytes, at + 1)) {
      this.#at = at
      this.take(bytes[at] ?? 0)
    }
  }

  take(byte: number): void {
    switch (this.#mode) {
      case 'text':
        return this.#takeText(byte)
      case 'command':
        return this.#takeCommand(byte)
      case 'new prefix':
        if (byte > SPACE) this.#prefixes[this.#changing] = byte
        this.#mode = 'text'
        return
      case 'parameters':
        return this.#takeParameter(byte)
      case 'data':
        return this.#takeData(byte)
      default:
        return this.#mode satisfies never
    }
  }

  place(): ZplPlace {
    if (this.#isInFormat) return 'inside a format'
    if (this.#mode === 'text') return 'outside'
    return this.#mode === 'data' ? 'inside declared data' : 'inside a command'
  }

  /** Most of a label is text: it is passed over up to the next command. Returns where that begins. */
  #textUntil(bytes: Uint8Array, from: number): number {
    if (this.#mode !== 'text') return from
    const { format, control } = this.#prefixes
    let at = from
    for (; at < bytes.length; at += 1) {
      const byte = bytes[at] ?? 0
      if (byte === format || byte === control) break
      if (byte > SPACE) this.#isAnythingSeen = true
    }
    return at
  }

  #takeText(byte: number): void {
    if (this.#isPrefix(byte)) this.#begin(byte)
    if (byte > SPACE) this.#isAnythingSeen = true
  }

  #begin(byte: number): void {
    const { format, control } = this.#prefixes
    this.#mode = 'command'
    this.#asFormat = byte === format
    this.#asControl = byte === control
    this.#first = 0
    if (!this.#isAnythingSeen) this.#isZpl = true
  }

  #takeCommand(byte: number): void {
    // A doubled prefix starts anew, but where somebody made a letter the prefix.
    if (this.#isPrefix(byte) && !isLetterOrDigit(byte)) this.#begin(byte)
    else if (this.#first === 0) this.#first = byte
    else this.#run(String.fromCharCode(this.#first, byte).toUpperCase())
  }

  #run(code: string): void {
    const [asFormat, asControl] = [this.#asFormat, this.#asControl]
    this.#mode = 'text'
    this.#onCommand({ code, isFormatCommand: asFormat, at: this.#at })
    const change = CHANGES[code]
    if (change !== undefined) {
      this.#mode = 'new prefix'
      this.#changing = change
    } else if (asFormat && code === 'XA') this.#isInFormat = this.#isZpl = true
    else if (asFormat && code === 'XZ') this.#isInFormat = false
    else if (asFormat && code === 'GF') this.#expect(GRAPHIC_FIELD)
    else if (asControl && code === 'DG') this.#expect(DOWNLOAD_GRAPHIC)
    else if (asControl && code === 'DY') this.#expect(DOWNLOAD_OBJECT)
  }

  #expect(download: Download): void {
    this.#isZpl = true
    this.#mode = 'parameters'
    this.#parameters = { of: download, fields: [], field: [] }
  }

  #takeParameter(byte: number): void {
    const parameters = this.#parameters
    if (parameters === null) return
    if (byte === this.#prefixes.delimiter) {
      parameters.fields.push(String.fromCharCode(...parameters.field).trim())
      parameters.field = []
      if (parameters.fields.length === parameters.of.parameters)
        this.#startData(parameters.of.declares(parameters.fields))
    } else if (this.#isPrefix(byte)) this.#begin(byte)
    else if (parameters.field.length < MAX_PARAMETER_BYTES) parameters.field.push(byte)
    else this.#mode = 'text'
  }

  #startData(data: DeclaredData): void {
    this.#readData = dataReader(data)
    this.#mode = this.#readData === null ? 'text' : 'data'
  }

  #takeData(byte: number): void {
    const step = this.#readData?.(byte, this.#isPrefix(byte))
    if (step === 'inside') return
    this.#mode = 'text'
    if (step === 'outside') this.#takeText(byte)
  }

  #isPrefix(byte: number): boolean {
    return byte === this.#prefixes.format || byte === this.#prefixes.control
  }
}

function countOf(text: string): number {
  return /^\d{1,15}$/.test(text) ? Number(text) : 0
}

function isLetterOrDigit(byte: number): boolean {
  return /[A-Za-z0-9]/.test(String.fromCharCode(byte))
}
