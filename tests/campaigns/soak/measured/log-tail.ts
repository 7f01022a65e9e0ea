// What programs wrote into their logs since the last look: bytes, and lines of errors and warnings by their event.
import { closeSync, existsSync, openSync, readSync, statSync } from 'node:fs'
import { z } from 'zod'
import type { LogNews } from '../record.ts'

/** Our servers' levels (pino), and what an agent calls them. */
const LEVEL = { warn: 40, error: 50 } as const
const Line = z.looseObject({
  level: z.union([z.number(), z.string()]),
  msg: z.string().optional(),
  event: z.string().optional(),
})

export class LogTail {
  readonly #file: string
  #at = 0

  /** A file of `scripts/start/log-file.ts`, which is set aside as `.old` when it is full. */
  constructor(file: string) {
    this.#file = file
  }

  /** Everything that is there at the first time. */
  news(): LogNews {
    const text = this.#newText()
    const errors: Record<string, number> = {}
    const warnings: Record<string, number> = {}
    for (const line of text.split('\n')) {
      const read = readLine(line)
      if (read === null) continue
      const kept = read.level >= LEVEL.error ? errors : warnings
      kept[read.event] = (kept[read.event] ?? 0) + 1
    }
    return { bytes: Buffer.byteLength(text), errors, warnings }
  }

  #newText(): string {
    const size = statSync(this.#file, { throwIfNoEntry: false })?.size ?? 0
    const old = `${this.#file}.old`
    const before = size < this.#at && existsSync(old) ? readFrom(old, this.#at) : ''
    const now = readFrom(this.#file, size < this.#at ? 0 : this.#at)
    this.#at = size
    return before + now
  }
}

/** Null: none of our lines, or one that is neither. */
function readLine(line: string): { readonly level: number; readonly event: string } | null {
  if (!line.startsWith('{')) return null
  try {
    const { level, event = '?', msg = event } = Line.parse(JSON.parse(line))
    const number = typeof level === 'number' ? level : (LEVEL[level as keyof typeof LEVEL] ?? 0)
    return number >= LEVEL.warn ? { level: number, event: msg.slice(0, 80) } : null
  } catch {
    return null
  }
}

function readFrom(file: string, at: number): string {
  const size = statSync(file, { throwIfNoEntry: false })?.size ?? 0
  if (size <= at) return ''
  const bytes = Buffer.alloc(size - at)
  const fd = openSync(file, 'r')
  try {
    return bytes.subarray(0, readSync(fd, bytes, 0, bytes.length, at)).toString('utf8')
  } finally {
    closeSync(fd)
  }
}
