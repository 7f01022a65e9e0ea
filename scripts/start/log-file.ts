// The log file of one program of the demo: bounded also while the program runs, so that no log fills the disk.
import { appendFileSync, mkdirSync, renameSync, statSync } from 'node:fs'
import path from 'node:path'

/** A full file is set aside as `.old` in place of the one before, so twice this is the most, in bytes. */
export const LOG_LIMIT = 5_000_000

export interface LogFile {
  readonly file: string
  /** Where this start's part begins, in bytes; 0 once the file was set aside. */
  begin(): number
  /** Never throws: a disk that is full must not end whom the log is about. */
  write(chunk: Buffer): void
}

/** Makes the folder. Throws the system's error when it cannot be used. */
export function openLogFile(folder: string, name: string, limit = LOG_LIMIT): LogFile {
  mkdirSync(folder, { recursive: true, mode: 0o700 })
  const file = path.join(folder, `${name}.log`)
  let size = statSync(file, { throwIfNoEntry: false })?.size ?? 0
  let begin = size
  const setAside = (): void => {
    if (size > 0) renameSync(file, `${file}.old`)
    size = begin = 0
  }
  if (size > limit) setAside()
  // There is one to read also when the program says nothing.
  appendFileSync(file, '', { mode: 0o600 })
  return {
    file,
    begin: () => begin,
    write: (chunk) => {
      try {
        if (size + chunk.length > limit) setAside()
        appendFileSync(file, chunk, { mode: 0o600 })
        size += chunk.length
      } catch {
        // What cannot be kept is left out.
      }
    },
  }
}
