// Whether this folder's platform runs already, which is asked before anything is started a second time.
import { askDemo } from './control-client.ts'

const ANSWER_LIMIT_MS = 2_000

/** In words what runs and what to do; null when nothing does. */
export async function alreadyRunning(dataFolder: string): Promise<string | null> {
  const answer = await askDemo(dataFolder, { command: 'about', name: '' }, ANSWER_LIMIT_MS).catch(() => ({
    text: 'it does not answer',
  }))
  if (answer === null) return null
  return (
    `already running (${answer.text}) on the data folder ${dataFolder}. ` +
    'Stop it with Ctrl-C where it was started, or give this one a Data__Folder and ports of its own.'
  )
}
