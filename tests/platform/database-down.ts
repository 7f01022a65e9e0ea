// The database of a running platform, killed again and again for a while: whoever supervises it finds it dead each time.
import { readFileSync } from 'node:fs'
import path from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { clusterPaths, serverOf } from '@pharmacy-relay/relay-server/db/postgres-folder.ts'

/**
 * Kills the server of an API's database again and again, for so long at least, and until what it answers is called, which
 * resolves once the server may come back.
 */
export function keepDatabaseDown(
  dataFolder: string,
  api: 'store' | 'identity',
  leastMs: number,
): () => Promise<void> {
  const { data } = clusterPaths(path.join(dataFolder, api))
  const end = performance.now() + leastMs
  let isWanted = true
  const killing = kill(data, () => isWanted || performance.now() < end)
  return async () => {
    isWanted = false
    await killing
  }
}

async function kill(data: string, isWanted: () => boolean): Promise<void> {
  while (isWanted()) {
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
