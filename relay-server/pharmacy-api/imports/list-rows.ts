// The rows of one file of a list: its bytes as text, its text as cells, each with its line; what is no such file is a fault.
import { Readable } from 'node:stream'
import { CsvError, parse } from 'csv-parse'
import type { ListEncoding, ListFileName } from '@pharmacy-relay/shared/api/pharmacy/imports.ts'
import type { Findings } from './findings.ts'

export interface ListFile {
  readonly name: ListFileName
  readonly bytes: Uint8Array
}

export interface RowsParts {
  readonly encoding: ListEncoding
  readonly findings: Findings
  /** Called now and then while rows are read. */
  readonly progress: (rows: number) => void
}

export interface Row {
  readonly line: number
  readonly cells: readonly string[]
}

export interface RowForm {
  readonly delimiter: string
  /** Cells may stand in quotes, as spreadsheets write them. */
  readonly quoted: boolean
  readonly columns: number
}

const MAX_ROWS = 1_000_000
const SLICE_BYTES = 65_536
const TELL_EVERY = 500
/** Bytes that Windows-1252 and -1254 leave open come out as control characters. */
// oxlint-disable-next-line no-control-regex -- these are what is looked for.
const NO_TEXT = /[\u0000-\u0008\u000B\u000C\u000E-\u001F\u007F-\u009F]/

/** Rows of the right number of columns; every other is a fault. A file that is no text has no rows. */
export async function* rowsOf(file: ListFile, form: RowForm, parts: RowsParts): AsyncGenerator<Row> {
  const { findings, progress } = parts
  const text = textOf(file, parts)
  if (text === null) return
  let rows = 0
  try {
    for await (const { cells, line } of parsed(text, form)) {
      rows += 1
      if (rows % TELL_EVERY === 0) progress(TELL_EVERY)
      if (rows > MAX_ROWS) return findings.fault({ file: file.name, line }, 'too_many_rows', String(MAX_ROWS))
      if (cells.length === form.columns) yield { cells, line }
      else findings.fault({ file: file.name, line }, 'columns', String(cells.length))
    }
  } catch (error) {
    if (!(error instanceof CsvError)) throw error
    findings.fault({ file: file.name, line: lineOf(error) }, 'columns', error.code)
  }
  progress(rows % TELL_EVERY)
}

/** Where the parser gave up: of an open quotation mark that is the end of the file. */
function lineOf(error: CsvError): number | null {
  return 'lines' in error && typeof error.lines === 'number' ? error.lines : null
}

interface ParsedRow {
  readonly record: readonly string[]
  readonly info: { readonly lines: number }
}

async function* parsed(text: string, { delimiter, quoted }: RowForm): AsyncGenerator<Row> {
  const parser = parse({
    delimiter,
    quote: quoted ? '"' : false,
    record_delimiter: ['\r\n', '\n'],
    relax_column_count: true,
    info: true,
  })
  Readable.from(slices(Buffer.from(text))).pipe(parser)
  for await (const row of parser) {
    const { record, info } = row as ParsedRow
    yield { cells: record, line: info.lines }
  }
}

/** The parser works off what it is given in one go; in slices, progress is told meanwhile. */
function* slices(bytes: Buffer): Generator<Buffer> {
  for (let at = 0; at < bytes.length; at += SLICE_BYTES) yield bytes.subarray(at, at + SLICE_BYTES)
}

/** Strict UTF-8, else the encoding that was named. Null after a fault: bytes of neither, or no end of the last line. */
function textOf({ name, bytes }: ListFile, { encoding, findings }: RowsParts): string | null {
  const text = decoded(bytes, 'utf-8') ?? (encoding === 'utf-8' ? null : decoded(bytes, encoding))
  if (text === null) {
    findings.fault({ file: name, line: firstLineThat(bytes, isNoUtf8) }, 'bytes', encoding)
    return null
  }
  const odd = NO_TEXT.exec(text)
  if (odd !== null) {
    findings.fault({ file: name, line: lineAt(text, odd.index) }, 'bytes', hexOf(odd[0]))
    return null
  }
  if (text.endsWith('\n')) return text
  findings.fault({ file: name, line: lineAt(text, text.length) }, 'cut_off', text.slice(-40))
  return null
}

/** Null when the bytes are none of that encoding. */
function decoded(bytes: Uint8Array, encoding: ListEncoding): string | null {
  try {
    return new TextDecoder(encoding, { fatal: true }).decode(bytes)
  } catch {
    return null
  }
}

function firstLineThat(bytes: Uint8Array, isFaulty: (line: Uint8Array) => boolean): number | null {
  let from = 0
  for (let line = 1; from < bytes.length; line += 1) {
    const end = bytes.indexOf(10, from)
    const until = end === -1 ? bytes.length : end
    if (isFaulty(bytes.subarray(from, until))) return line
    from = until + 1
  }
  return null
}

const isNoUtf8 = (line: Uint8Array): boolean => decoded(line, 'utf-8') === null

function lineAt(text: string, index: number): number {
  return text.slice(0, index).split('\n').length
}

const hexOf = (character: string): string =>
  `U+${character.charCodeAt(0).toString(16).padStart(4, '0').toUpperCase()}`
