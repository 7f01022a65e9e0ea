// The launcher's own log, for Windows' services, which have no standard error that anybody reads: two files of 500 kB.
import { appendFileSync, mkdirSync, renameSync, statSync } from 'node:fs'
import path from 'node:path'

export const LAUNCHER_LOG = 'launcher.log'
const MAX_BYTES = 500_000

/** Never throws: a disk that is full costs lines, never the agent. */
export function serviceLog(dataFolder: string): (line: string) => void {
  const folder = path.join(dataFolder, 'log')
  const file = path.join(folder, LAUNCHER_LOG)
  return (line) => {
    try {
      mkdirSync(folder, { recursive: true, mode: 0o700 })
      const size = statSync(file, { throwIfNoEntry: false })?.size ?? 0
      if (size > MAX_BYTES) renameSync(file, path.join(folder, 'launcher.1.log'))
      appendFileSync(file, line, { mode: 0o600 })
    } catch {
      // There is no other place.
    }
  }
}
