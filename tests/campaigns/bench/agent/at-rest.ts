// What a process takes while nobody asks anything of it, as Linux counts it.
import { readFileSync } from 'node:fs'
import { setTimeout as wait } from 'node:timers/promises'

export interface Rest {
  /** Resident, in units of 1,024 bytes. */
  readonly beginKilobytes: number
  readonly endKilobytes: number
  readonly peakKilobytes: number
  /** At the end, of no file: what only this process has. The rest is Node's program and libraries, mapped. */
  readonly ownKilobytes: number
  readonly processorMs: number
}

/** clock ticks of /proc/PID/stat; 100 a second on every Linux that Debian builds. */
const TICK_MS = 10
const LOOK_MS = 5_000

export async function restOf(pid: number, seconds: number): Promise<Rest> {
  const endMs = performance.now() + seconds * 1_000
  const [beginKilobytes, beginMs] = [kilobytesOf(pid), processorMsOf(pid)]
  let peakKilobytes = beginKilobytes
  while (performance.now() < endMs) {
    await wait(Math.min(LOOK_MS, Math.max(0, endMs - performance.now())))
    peakKilobytes = Math.max(peakKilobytes, kilobytesOf(pid))
  }
  const endKilobytes = kilobytesOf(pid)
  return {
    beginKilobytes,
    endKilobytes,
    peakKilobytes,
    ownKilobytes: kilobytesOf(pid, 'RssAnon'),
    processorMs: processorMsOf(pid) - beginMs,
  }
}

function kilobytesOf(pid: number, what: 'VmRSS' | 'RssAnon' = 'VmRSS'): number {
  const found = new RegExp(String.raw`^${what}:\s+(\d+) kB`, 'm').exec(
    readFileSync(`/proc/${pid}/status`, 'utf8'),
  )?.[1]
  if (found === undefined) throw new Error(`process ${pid} has ended`)
  return Number(found)
}

/** utime and stime; the name in the second field may have blanks. */
function processorMsOf(pid: number): number {
  const fields = readFileSync(`/proc/${pid}/stat`, 'utf8')
    .replace(/^.*\) /s, '')
    .split(' ')
  return (Number(fields[11]) + Number(fields[12])) * TICK_MS
}
