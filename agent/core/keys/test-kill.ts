// For tests: a program in a process of its own, killed at a moment of its run.
import { spawn } from 'node:child_process'
import { once } from 'node:events'

/**
 * `program`: text of a module in this folder, which writes something when what is measured begins. Resolves with the
 * milliseconds it ran for from then on: to its end, or until it was killed after `limitMs`.
 */
export async function ranFor(program: string, limitMs: number): Promise<number> {
  const start = spawn(process.execPath, ['--input-type=module', '--eval', program], {
    stdio: ['ignore', 'pipe', 'inherit'],
    cwd: import.meta.dirname,
  })
  const ended = once(start, 'exit')
  await once(start.stdout, 'data')
  const startedMs = performance.now()
  const kill = setTimeout(() => start.kill('SIGKILL'), limitMs)
  await ended
  clearTimeout(kill)
  return performance.now() - startedMs
}
