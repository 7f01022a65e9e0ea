// How far a run is, told each second over a connection of its own; silence for 15 s means that its process is gone.
import type { PharmacyDb } from '../database.ts'
import { tellProgress, type Run } from './imports.queries.ts'

const TELL_EVERY_MS = 1_000
/** Reading ends at 50 %; of how many rows nobody knows before: each further 4,000 are one, up to 49. */
const ROWS_A_PERCENT = 4_000
const MAX_READING = 49

export interface Progress {
  /** So many more rows were read. */
  readonly rows: (count: number) => void
  readonly reach: (percent: number) => void
  readonly advance: (percent: number) => void
  /** The last word is told before it returns. May be called twice. */
  stop(): Promise<void>
}

export function startProgress(db: PharmacyDb, run: Run): Progress {
  let rowsRead = 0
  let reached = 0
  let telling: Promise<unknown> = Promise.resolve()
  const tell = (): void => {
    const percent = Math.max(reached, Math.min(MAX_READING, Math.floor(rowsRead / ROWS_A_PERCENT)))
    // What cannot be told now is told a second later; a database that stays away ends the run elsewhere.
    telling = telling.then(() => tellProgress(db, run, { rowsRead, percent })).catch(() => {})
  }
  const timer = setInterval(tell, TELL_EVERY_MS)
  let stopped: Promise<unknown> | null = null
  return {
    rows: (count) => void (rowsRead += count),
    reach: (percent) => void (reached = percent),
    advance: (percent) => void (reached += percent),
    async stop() {
      clearInterval(timer)
      if (stopped === null) tell()
      await (stopped ??= telling)
    },
  }
}
