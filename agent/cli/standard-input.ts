// A value from standard input: the line that a person types or pastes, or everything that a pipe or file holds.
import { readFileSync, readSync } from 'node:fs'
import { isatty } from 'node:tty'

const STANDARD_INPUT = 0
const LINE_FEED = 0x0a
/** A terminal hands over no longer line. */
const MAX_LINE_BYTES = 4_096

/** On a terminal it says so on standard error, and Enter ends the value: nobody has to know the end-of-file key. */
export function readValue(): string {
  if (!isatty(STANDARD_INPUT)) return readFileSync(STANDARD_INPUT, 'utf8')
  process.stderr.write('Paste or type the value, then press Enter: ')
  return readLine()
}

/** A line that a person types; null where no terminal is. The question goes to standard error. */
export function askPerson(question: string): string | null {
  if (!isatty(STANDARD_INPUT)) return null
  process.stderr.write(question)
  return readLine()
}

function readLine(): string {
  const line = Buffer.alloc(MAX_LINE_BYTES)
  let length = 0
  while (length < line.length) {
    const read = readSync(STANDARD_INPUT, line, length, line.length - length, null)
    length += read
    if (read === 0 || line[length - 1] === LINE_FEED) break
  }
  return line.toString('utf8', 0, length)
}
