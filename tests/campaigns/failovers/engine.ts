// An engine as a process of this campaign: with its log in a file, ended with this process whatever happens to it.
import { spawn } from 'node:child_process'
import { closeSync, openSync, readFileSync } from 'node:fs'
import { once } from 'node:events'

const END_LIMIT_MS = 20_000

export interface EngineStart {
  readonly file: string
  readonly args: readonly string[]
  readonly environment?: Readonly<Record<string, string>>
  /** Root where it is left out. */
  readonly account?: string
  readonly log: string
}

export interface Engine {
  readonly pid: number
  isRunning(): boolean
  /** The end of what it wrote. */
  log(): string
  /** SIGTERM, and SIGKILL after 20 s. */
  stop(): Promise<void>
}

export function startEngine({ file, args, environment = {}, account, log }: EngineStart): Engine {
  const as =
    account === undefined
      ? []
      : [`--reuid=${account}`, `--regid=${account}`, '--init-groups', '--no-new-privs']
  const output = openSync(log, 'a')
  const child = spawn('setpriv', [...as, '--pdeathsig=KILL', file, ...args], {
    cwd: '/',
    env: { PATH: process.env['PATH'], LC_ALL: 'C.UTF-8', ...environment },
    stdio: ['ignore', output, output],
  })
  closeSync(output)
  const ended = once(child, 'exit')
  const isRunning = (): boolean => child.exitCode === null && child.signalCode === null
  return {
    pid: child.pid ?? 0,
    isRunning,
    log: () => readFileSync(log, 'utf8').slice(-3_000),
    stop: async () => {
      if (!isRunning()) return
      child.kill('SIGTERM')
      const late = setTimeout(() => void child.kill('SIGKILL'), END_LIMIT_MS)
      await ended
      clearTimeout(late)
    },
  }
}
