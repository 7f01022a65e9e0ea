// What a server that was killed may leave: workers that wait for a lock nobody gives back, and hold its memory for good.
//
// They end by themselves when they notice that their server is gone, but one that waits for another's lock never looks.
import { readdirSync, readlinkSync } from 'node:fs'

/** Kills every process that works in this data folder, which must have no server. Linux; elsewhere it does nothing. */
export function killRemains(data: string): number {
  const remains = processesIn(data)
  for (const pid of remains) process.kill(pid, 'SIGKILL')
  return remains.length
}

function processesIn(folder: string): number[] {
  if (process.platform !== 'linux') return []
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name) && workingFolderOf(name) === folder)
    .map(Number)
}

/** PostgreSQL's processes work in their data folder. Null for one that has ended, or is somebody else's. */
function workingFolderOf(pid: string): string | null {
  try {
    return readlinkSync(`/proc/${pid}/cwd`)
  } catch {
    return null
  }
}
