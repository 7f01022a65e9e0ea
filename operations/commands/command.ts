// What every command is given, and what it gives back.
import type { Options } from '../command-line.ts'
import type { Administrator } from '../database/postgres-tools.ts'
import type { Places } from '../machine/places.ts'
import type { Report } from '../report.ts'

export interface CommandParts {
  readonly places: Places
  readonly administrator: Administrator
  readonly report: Report
  readonly options: Options
  /** The file, or the name, that the command is given; null where it takes none. */
  readonly operand: string | null
}

/** Resolves with the exit code. Throws RefusedError before anything was changed, else Error. */
export type Command = (parts: CommandParts) => Promise<number>
