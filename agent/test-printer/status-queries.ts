// The questions that a printer hears in its stream, as bytes: where one stands, and how long it is.

/** `HS`, `HI`, `HQxx`, or `getvar NAME`. */
export type Query = string

export interface FoundQuery {
  readonly query: Query
  readonly length: number
}

const LONGEST_LINE_BYTES = 120
const SGD_START = '! U1 '
const SGD_GETVAR = /^! U1 getvar "([\w.]{1,64})"[ \t]*\r?\n/
/** In bytes that are no ZPL only a whole line counts: shorter forms stand in a megabyte of noise by chance. */
const QUERY_LINE = /~(HS|HI|HQ[A-Z]{2})\r\n|! U1 getvar "([\w.]{1,64})"\r?\n/g
const QUERY_LINE_BEGUN = /(~(H[A-Z]{0,3}\r?)?|!( (U(1( [ -~]*\r?)?)?)?)?)$/

/** A `getvar` line that begins at `at`; 'none' when it is something else, 'more' when that cannot be told yet. */
export function sgdQueryAt(bytes: Buffer, at: number): FoundQuery | 'none' | 'more' {
  const text = bytes.toString('latin1', at, at + LONGEST_LINE_BYTES)
  const match = SGD_GETVAR.exec(text)
  if (match?.[1] !== undefined) return { query: `getvar ${match[1]}`, length: match[0].length }
  if (text.length < SGD_START.length) return SGD_START.startsWith(text) ? 'more' : 'none'
  const canGrow = text.startsWith(SGD_START) && !text.includes('\n') && text.length < LONGEST_LINE_BYTES
  return canGrow ? 'more' : 'none'
}

/** The next query line in bytes that are no ZPL, and up to where the bytes before it are certainly none. */
export function queryLineIn(
  bytes: Buffer,
  from: number,
): { readonly found: FoundQuery | null; readonly clearTo: number } {
  const text = bytes.toString('latin1', from)
  QUERY_LINE.lastIndex = 0
  const match = QUERY_LINE.exec(text)
  if (match !== null) {
    const query = match[1] ?? `getvar ${match[2] ?? ''}`
    return { found: { query, length: match[0].length }, clearTo: from + match.index }
  }
  const tailStart = Math.max(0, text.length - LONGEST_LINE_BYTES)
  const begun = QUERY_LINE_BEGUN.exec(text.slice(tailStart))
  return { found: null, clearTo: from + (begun === null ? text.length : tailStart + begun.index) }
}
