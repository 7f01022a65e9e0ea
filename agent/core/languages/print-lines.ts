// The lines of an EPL or TSPL payload that print: where each one begins, and how many labels it makes.
import { LINE_LANGUAGES, type LineLanguage } from './line-languages.ts'
import { LineScanner } from './line-scanner.ts'

export interface PrintLine {
  /** Index of its first byte. */
  readonly at: number
  readonly labels: number
}

/** EPL2 `P sets,copies`; TSPL `PRINT sets,copies`. */
const PRINTS: Readonly<Record<LineLanguage['name'], RegExp>> = {
  epl: /^P(\d{1,5})(?:,(\d{1,5}))?$/,
  tspl: /^PRINT +(\d{1,9})(?: *, *(\d{1,9}))?$/i,
}
/** Lines after these are kept in the printer, as a form or a program, and not printed now. */
const STORES: Readonly<Record<LineLanguage['name'], RegExp>> = { epl: /^FS"/, tspl: /^DOWNLOAD\b/i }

const SPACE = 0x20

/** Null when the payload stores a form or a program: then a line that prints may not print now. */
export function printLines(payload: Uint8Array, name: LineLanguage['name']): readonly PrintLine[] | null {
  const lines: PrintLine[] = []
  let stores = false
  let index = 0
  const hear = (line: string): void => {
    if (STORES[name].test(line)) stores = true
    const [, sets, copies] = PRINTS[name].exec(line) ?? []
    if (sets === undefined) return
    const labels = Math.max(1, Number(sets)) * Math.max(1, Number(copies ?? 1))
    lines.push({ at: startOf(payload, line, index), labels })
  }
  const scanners = LINE_LANGUAGES.filter((language) => language.name === name).map(
    (language) => new LineScanner(language, hear),
  )
  for (; index < payload.length; index += 1) for (const scanner of scanners) scanner.take(payload[index] ?? 0)
  return stores ? null : lines
}

/** `endAt`: index of its line end; blanks may stand before it. */
function startOf(payload: Uint8Array, line: string, endAt: number): number {
  let end = endAt
  while (end > 0 && (payload[end - 1] ?? 0) <= SPACE) end -= 1
  return end - line.length
}
