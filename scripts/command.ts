// Runs another program for a script, for a bounded time, and ends it when the script is told to stop.
import { spawn } from 'node:child_process'
import { join } from 'node:path'

export const repository = join(import.meta.dirname, '..')

export interface Command {
  readonly file: string
  readonly args: readonly string[]
  /** Added to the environment of this process. */
  readonly env: Readonly<Record<string, string>>
  /** The program is ended after this time, in ms. */
  readonly limitMs: number
  /** True: its output goes to the terminal as it comes. False: it is collected in `output`. */
  readonly shown: boolean
}

export interface CommandResult {
  readonly succeeded: boolean
  /** How it ended, in words: `ended with code 1`, `took longer than 60 s`. */
  readonly ending: string
  /** The last MAX_OUTPUT characters that it printed; empty when shown. */
  readonly output: string
}

const MAX_OUTPUT = 200_000
const KILL_AFTER_MS = 5_000
const SIGNAL_CODES = { SIGINT: 130, SIGTERM: 143, SIGHUP: 129 } as const

/** The command that runs a package's JavaScript file under this Node. `script` is relative to node_modules. */
export function nodeCommand(
  script: string,
  args: readonly string[],
  rest: Omit<Command, 'file' | 'args'>,
): Command {
  return { file: process.execPath, args: [join(repository, 'node_modules', script), ...args], ...rest }
}

/** Runs it in the repository's folder. Never rejects: a program that cannot be started is a failure in words. */
export async function runCommand(command: Command): Promise<CommandResult> {
  const child = spawn(command.file, command.args, {
    cwd: repository,
    env: { ...process.env, ...command.env },
    stdio: command.shown ? ['ignore', 'inherit', 'inherit'] : ['ignore', 'pipe', 'pipe'],
  })
  let output = ''
  const collect = (chunk: Buffer) => (output = (output + chunk.toString()).slice(-MAX_OUTPUT))
  child.stdout?.on('data', collect)
  child.stderr?.on('data', collect)
  const releaseStop = endWithThisProcess(() => child.kill())
  let late = false
  const limit = setTimeout(() => {
    late = true
    child.kill()
    setTimeout(() => child.kill('SIGKILL'), KILL_AFTER_MS).unref()
  }, command.limitMs)
  const ending = await new Promise<string>((resolve) => {
    child.on('error', (error) => resolve(`did not start: ${error.message}`))
    child.on('close', (code, signal) =>
      resolve(code === null ? `ended by ${signal}` : `ended with code ${code}`),
    )
  })
  clearTimeout(limit)
  releaseStop()
  return {
    succeeded: ending === 'ended with code 0',
    ending: late ? `took longer than ${command.limitMs / 1000} s` : ending,
    output,
  }
}

function endWithThisProcess(end: () => void): () => void {
  const listeners = Object.entries(SIGNAL_CODES).map(([signal, code]) => ({
    signal,
    leave: () => process.exit(code),
  }))
  for (const { signal, leave } of listeners) process.on(signal, leave)
  process.on('exit', end)
  return () => {
    for (const { signal, leave } of listeners) process.off(signal, leave)
    process.off('exit', end)
  }
}
