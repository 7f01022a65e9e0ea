// How many labels came out in the printer's life; it outlives power cuts, and with a file also the process.
import { readFileSync, renameSync, writeFileSync } from 'node:fs'
import { z } from 'zod'
import { ProblemError } from '@pharmacy-relay/shared/problem.ts'

const OdometerFile = z.strictObject({ labelsPrinted: z.int().min(0) })

export class Odometer {
  readonly #file: string | null
  #labelsPrinted: number

  /** `file`: null keeps the count in memory. Throws ProblemError state_conflict when the file is no odometer file. */
  constructor(file: string | null) {
    this.#file = file
    this.#labelsPrinted = file === null ? 0 : readCount(file)
  }

  labelsPrinted(): number {
    return this.#labelsPrinted
  }

  add(labels: number): void {
    if (labels === 0) return
    this.#labelsPrinted += labels
    if (this.#file === null) return
    const next = `${this.#file}.new`
    writeFileSync(next, `${JSON.stringify({ labelsPrinted: this.#labelsPrinted })}\n`)
    renameSync(next, this.#file)
  }
}

function readCount(file: string): number {
  const text = readIfThere(file)
  if (text === null) return 0
  const parsed = OdometerFile.safeParse(jsonOrNull(text))
  if (!parsed.success)
    throw new ProblemError('state_conflict', `${file} is no odometer file of a test printer`)
  return parsed.data.labelsPrinted
}

function readIfThere(file: string): string | null {
  try {
    return readFileSync(file, 'utf8')
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return null
    throw error
  }
}

function jsonOrNull(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}
