// How a program is: whether it runs and since when, which tree it runs from, and what it says itself at /readyz.
import { readFileSync, readlinkSync, statSync } from 'node:fs'
import path from 'node:path'
import { z } from 'zod'
import { OPS_ABOVE, tree } from './programs.ts'

const ASK_MS = 3_000
const Manifest = z.object({ version: z.string().max(40) })

export interface Health {
  readonly program: string
  readonly pid: number | null
  /** ISO; null while it does not run. */
  readonly since: string | null
  /** Of the tree that it was started from; null where that is not to be told. */
  readonly version: string | null
  readonly isReady: boolean
  /** What does not work although it is ready. */
  readonly shortcomings: readonly string[]
}

export async function healthOf(program: string, pid: number | null, port: number): Promise<Health> {
  if (pid === null) return { program, pid, since: null, version: null, isReady: false, shortcomings: [] }
  const { isReady, shortcomings } = await askReady(port)
  return { program, pid, since: startOf(pid), version: versionOf(pid), isReady, shortcomings }
}

/** Of this relayctl's tree. */
export function treeVersion(): string {
  return versionIn(tree)
}

async function askReady(port: number): Promise<Pick<Health, 'isReady' | 'shortcomings'>> {
  try {
    const signal = AbortSignal.timeout(ASK_MS)
    const response = await fetch(`http://127.0.0.1:${port + OPS_ABOVE}/readyz`, { signal })
    const lines = (await response.text()).split('\n').filter((line) => line !== '')
    return { isReady: response.ok, shortcomings: response.ok ? lines.slice(1, 20) : [] }
  } catch {
    return { isReady: false, shortcomings: [] }
  }
}

function startOf(pid: number): string | null {
  try {
    return statSync(`/proc/${pid}`).ctime.toISOString()
  } catch {
    return null
  }
}

/** By what it was started from: its tree may have been exchanged since. */
function versionOf(pid: number): string | null {
  try {
    const args = readFileSync(`/proc/${pid}/cmdline`, 'utf8').split('\0')
    const shell = args.find((arg) => arg.endsWith('scripts/run.cjs'))
    const cwd = readlinkSync(`/proc/${pid}/cwd`)
    return shell === undefined ? null : versionIn(path.resolve(cwd, path.dirname(shell), '..'))
  } catch {
    return null
  }
}

function versionIn(folder: string): string {
  return Manifest.parse(JSON.parse(readFileSync(path.join(folder, 'package.json'), 'utf8'))).version
}
