// What agent and launcher logged last, from the files beside the data, for systems without a journal.
import { readFile } from 'node:fs/promises'
import path from 'node:path'
import { logFileIn, logFolder } from '../core/logging/log-file.ts'
import { LAUNCHER_LOG } from '../launcher/service-log.ts'

const LINES = 10

/** Of each the newest, oldest first; empty when there are none. */
export async function lastLogLines(dataFolder: string): Promise<string[]> {
  const folder = logFolder(dataFolder)
  const files = [path.join(folder, LAUNCHER_LOG), logFileIn(folder, 0)]
  const texts = await Promise.all(files.map(async (file) => readFile(file, 'utf8').catch(() => '')))
  return texts.flatMap((text) => text.trimEnd().split('\n').slice(-LINES)).filter((line) => line !== '')
}
