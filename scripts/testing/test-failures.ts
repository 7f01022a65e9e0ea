// What failed, in words, where the eye falls: above the closing line of a run of thousands of tests.
import { relative } from 'node:path'
import { stripVTControlCharacters } from 'node:util'
import { repository } from '../command.ts'
import type { Suite } from './test-reports.ts'

const SHOWN_FAILURES = 20
/** Of a message: a campaign's begins with a table of 30 lines and ends with the clause that failed. */
const [FIRST_LINES, LAST_LINES] = [6, 8]
/** Where it was thrown. */
const SHOWN_FRAMES = 2
/** Of a line, half of it from its end: `expected … to deeply equal …` may hold a whole document. */
const SHOWN_LETTERS = 600
const FRAME = /^\s+at /

/**
 * A line `FAILED  FILE: TEST` for each failed test, and under it what its runner said: the beginning and the end of the
 * message, then where it was thrown; at most 17 lines. UNSTEADY: it passed when it ran alone.
 */
export function failureLines(word: 'FAILED' | 'UNSTEADY', suites: readonly Suite[]): string[] {
  const all = suites.flatMap(({ name, failures }) =>
    failures.map(({ test, text }) => [`${word}  ${placeOf(name)}: ${test}`, ...shownLines(text)]),
  )
  const rest = all.length - SHOWN_FAILURES
  return [...all.slice(0, SHOWN_FAILURES).flat(), ...(rest > 0 ? [`and ${rest} more`] : [])]
}

/** A file as people name it: from the repository on. */
export function placeOf(name: string): string {
  return name.startsWith(repository) ? relative(repository, name) : name
}

function shownLines(text: string): string[] {
  const lines = stripVTControlCharacters(text)
    .split('\n')
    .filter((line) => line.trim() !== '')
  const message = withoutMiddle(lines.filter((line) => !FRAME.test(line)))
  const frames = lines.filter((line) => FRAME.test(line)).slice(0, SHOWN_FRAMES)
  return [...message, ...frames].map((line) => `        ${shortened(line)}`)
}

function withoutMiddle(lines: readonly string[]): readonly string[] {
  const left = lines.length - FIRST_LINES - LAST_LINES
  if (left <= 0) return lines
  return [...lines.slice(0, FIRST_LINES), `… ${left} lines left out`, ...lines.slice(-LAST_LINES)]
}

function shortened(line: string): string {
  if (line.length <= SHOWN_LETTERS) return line
  return `${line.slice(0, SHOWN_LETTERS / 2)} … ${line.slice(-SHOWN_LETTERS / 2)}`
}
