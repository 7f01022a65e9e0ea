// What a server that was killed may leave: workers that wait for a lock nobody gives back, and hold its memory for good.
//
// They end by themselves when they notice that their server is gone, but one that waits for another's lock never looks.
import { readFileSync, readdirSync, readlinkSync, realpathSync } from 'node:fs'
import { basename } from 'node:path'

/**
 * Kills the workers of PostgreSQL in this data folder whose server is gone, and nothing else: no server, no worker of one
 * that lives, no other program that happens to work there. Answers how many. Linux; elsewhere it does nothing.
 */
export function killRemains(data: string): number {
  if (process.platform !== 'linux') return 0
  const folder = realpathSync(data)
  return pids().filter((pid) => isRemainIn(folder, pid) && kill(pid)).length
}

function pids(): number[] {
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .map(Number)
}

/** A worker calls itself `postgres: …`, its server by its command line. */
function isRemainIn(folder: string, pid: number): boolean {
  try {
    return (
      readlinkSync(`/proc/${pid}/cwd`) === folder &&
      isPostgres(pid) &&
      readFileSync(`/proc/${pid}/cmdline`, 'utf8').startsWith('postgres: ') &&
      !isPostgres(parentOf(pid))
    )
  } catch {
    // It ended, or belongs to somebody else.
    return false
  }
}

function parentOf(pid: number): number {
  return Number(/^PPid:\s*(\d+)$/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1])
}

/** False for a program that may not be looked at: a server runs under the account of its workers. */
function isPostgres(pid: number): boolean {
  try {
    return basename(readlinkSync(`/proc/${pid}/exe`)).replace(/ \(deleted\)$/, '') === 'postgres'
  } catch {
    return false
  }
}

function kill(pid: number): boolean {
  try {
    process.kill(pid, 'SIGKILL')
    return true
  } catch {
    return false
  }
}
