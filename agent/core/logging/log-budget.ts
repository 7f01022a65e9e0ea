// How much an agent may log: a loop that fails must not fill the disk on which labels wait (security 2.6, O06).
export const LOG_LEVELS = ['debug', 'info', 'warn', 'error'] as const
export type LogLevel = (typeof LOG_LEVELS)[number]

/** Of each level, so that a flood of labels does not hide an error. */
export const LINES_PER_SECOND = 200
export const MAX_LINE_BYTES = 8_192
/** Each may take six bytes, escaped. */
const KEPT_LETTERS = 1_200

const SECOND_MS = 1_000

export class LogBudget {
  #second = 0
  readonly #lines = new Map<LogLevel, number>()
  #dropped = 0

  /** Whether a line of that level may be written now, and how many before it were not. */
  take(level: LogLevel, nowMs: number): { readonly isAllowed: boolean; readonly droppedBefore: number } {
    const second = Math.floor(nowMs / SECOND_MS)
    let droppedBefore = 0
    if (second !== this.#second) {
      droppedBefore = this.#dropped
      this.#second = second
      this.#dropped = 0
      this.#lines.clear()
    }
    const lines = (this.#lines.get(level) ?? 0) + 1
    this.#lines.set(level, lines)
    if (lines > LINES_PER_SECOND) this.#dropped += 1
    return { isAllowed: lines <= LINES_PER_SECOND, droppedBefore }
  }
}

/** The entry as JSON, or when that would be too long the beginning of it. */
export function fittingLine(entry: Readonly<Record<string, unknown>>): string {
  const line = JSON.stringify(entry)
  if (Buffer.byteLength(line) <= MAX_LINE_BYTES) return line
  const { time, level, part, event } = entry
  const cut = { time, level, part, event: String(event).slice(0, 100), cutAfter: line.slice(0, KEPT_LETTERS) }
  return JSON.stringify(cut)
}
