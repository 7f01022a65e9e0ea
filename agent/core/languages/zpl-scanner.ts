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
}

/** The bytes that begin commands and part parameters, as the stream has changed them so far. */
export type ZplPrefixes = Readonly<Record<Prefix, number>>

export const ZPL_PREFIXES: ZplPrefixes = { format: 0x5e, control: 0x7e, delimiter: 0x2c }

/** Where the last byte stands. */
export type ZplPlace = 'outside' | 'inside a format' | 'inside declared data' | 'inside a command'

type Prefix = 'format' | 'control' | 'delimiter'
type Mode =
  | { readonly kind: 'text' }
  | { readonly kind: 'command'; readonly asFormat: boolean; readonly asControl: boolean; first: number }
  | { readonly kind: 'new prefix'; readonly prefix: Prefix }
  | { readonly kind: 'parameters'; readonly of: Download; readonly fields: string[]; field: number[] }
  | { readonly kind: 'data'; readonly read: DataReader }

interface Download {
  readonly parameters: number
  readonly declares: (fields: readonly string[]) => DeclaredData
}

const TEXT: Mode = { kind: 'text' }
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
  #mode: Mode = TEXT
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

  take(byte: number): void {
    const mode = this.#mode
    switch (mode.kind) {
      case 'text':
        return this.#takeText(byte)
      case 'command':
        return this.#takeCommand(mode, byte)
      case 'new prefix':
        if (byte > SPACE) this.#prefixes[mode.prefix] = byte
        this.#mode = TEXT
        return
      case 'parameters':
        return this.#takeParameter(mode, byte)
      case 'data':
        return this.#takeData(mode.read, byte)
      default:
        return mode satisfies never
    }
  }

  place(): ZplPlace {
    if (this.#isInFormat) return 'inside a format'
    if (this.#mode.kind === 'text') return 'outside'
    return this.#mode.kind === 'data' ? 'inside declared data' : 'inside a command'
  }

  #takeText(byte: number): void {
    if (this.#isPrefix(byte)) this.#begin(byte)
    if (byte > SPACE) this.#isAnythingSeen = true
  }

  #begin(byte: number): void {
    const { format, control } = this.#prefixes
    this.#mode = { kind: 'command', asFormat: byte === format, asControl: byte === control, first: 0 }
    if (!this.#isAnythingSeen) this.#isZpl = true
  }

  #takeCommand(mode: Mode & { kind: 'command' }, byte: number): void {
    // A doubled prefix starts anew, but where somebody made a letter the prefix.
    if (this.#isPrefix(byte) && !isLetterOrDigit(byte)) this.#begin(byte)
    else if (mode.first === 0) mode.first = byte
    else this.#run(mode, String.fromCharCode(mode.first, byte).toUpperCase())
  }

  #run(mode: Mode & { kind: 'command' }, code: string): void {
    this.#mode = TEXT
    this.#onCommand({ code, isFormatCommand: mode.asFormat })
    const change = CHANGES[code]
    if (change !== undefined) this.#mode = { kind: 'new prefix', prefix: change }
    else if (mode.asFormat && code === 'XA') this.#isInFormat = this.#isZpl = true
    else if (mode.asFormat && code === 'XZ') this.#isInFormat = false
    else if (mode.asFormat && code === 'GF') this.#expect(GRAPHIC_FIELD)
    else if (mode.asControl && code === 'DG') this.#expect(DOWNLOAD_GRAPHIC)
    else if (mode.asControl && code === 'DY') this.#expect(DOWNLOAD_OBJECT)
  }

  #expect(download: Download): void {
    this.#isZpl = true
    this.#mode = { kind: 'parameters', of: download, fields: [], field: [] }
  }

  #takeParameter(mode: Mode & { kind: 'parameters' }, byte: number): void {
    if (byte === this.#prefixes.delimiter) {
      mode.fields.push(String.fromCharCode(...mode.field).trim())
      mode.field = []
      if (mode.fields.length === mode.of.parameters) this.#startData(mode.of.declares(mode.fields))
    } else if (this.#isPrefix(byte)) this.#begin(byte)
    else if (mode.field.length < MAX_PARAMETER_BYTES) mode.field.push(byte)
    else this.#mode = TEXT
  }

  #startData(data: DeclaredData): void {
    const read = dataReader(data)
    this.#mode = read === null ? TEXT : { kind: 'data', read }
  }

  #takeData(read: DataReader, byte: number): void {
    const step = read(byte, this.#isPrefix(byte))
    if (step === 'inside') return
    this.#mode = TEXT
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
