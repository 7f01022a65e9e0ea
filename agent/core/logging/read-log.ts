// The newest lines of the agent's own log, over all its files; also of an agent that does not run.
import { readFile } from 'node:fs/promises'
import { LOG_LIMITS, logFileIn } from './log-file.ts'

export interface WantedLines {
  readonly lines: number
  /** Of all lines together, as JSON texts. */
  readonly bytes: number
}

/** The oldest first; none where there is no log. Throws what the system says when a file may not be read. */
export async function newestLines(folder: string, wanted: WantedLines): Promise<string[]> {
  const found: string[] = []
  let bytes = 0
  for (let number = 0; number < LOG_LIMITS.files; number += 1) {
    const lines = (await textOf(logFileIn(folder, number))).split('\n').filter(Boolean)
    for (const line of lines.toReversed()) {
      bytes += Buffer.byteLength(JSON.stringify(line)) + 1
      if (bytes > wanted.bytes || found.length === wanted.lines) return found.toReversed()
      found.push(line)
    }
  }
  return found.toReversed()
}

async function textOf(file: string): Promise<string> {
  return readFile(file, 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT' || error.code === 'ENOTDIR') return ''
    throw error
  })
}
