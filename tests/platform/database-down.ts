// The database of a running platform, killed again and again for a while: whoever supervises it finds it dead each time.
import { readFileSync } from 'node:fs'
import path from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { clusterPaths, serverOf } from '@pharmacy-relay/relay-server/db/postgres-folder.ts'

/** Kills the server of an API's database for so long. */
export async function keepDatabaseDown(
  dataFolder: string,
  api: 'store' | 'identity',
  forMs: number,
): Promise<void> {
  const { data } = clusterPaths(path.join(dataFolder, api))
  const end = performance.now() + forMs
  while (performance.now() < end) {
    const pid = serverOf(data)
    // The mark of a dead server stays, and its process id may be another program's by now.
    if (pid !== null && commandLineOf(pid).includes(data)) process.kill(pid, 'SIGKILL')
    await delay(20)
  }
}

function commandLineOf(pid: number): string {
  try {
    return readFileSync(`/proc/${pid}/cmdline`, 'utf8')
  } catch {
    return ''
  }
}
