// The bundled agent as a process of its own, and its command line, as people and service managers start them.
import { execFile, spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import path from 'node:path'
import type { Environment } from '@pharmacy-relay/shared/env.ts'
import { onTestFinished } from 'vitest'
import { until } from '@pharmacy-relay/shared/test/until.ts'

/** Ends a hang. */
const LIMIT_MS = 60_000
const bundle = path.resolve(import.meta.dirname, '../dist/agent.mjs')

export interface CommandResult {
  readonly code: number
  readonly output: string
  readonly errors: string
}

/** Runs one command to its end, with `input` on its standard input; `user`: number of the one who runs it. */
export async function agentCommand(
  args: readonly string[],
  settings: Environment,
  { input = '', user }: { readonly input?: string; readonly user?: number | undefined } = {},
): Promise<CommandResult> {
  return new Promise((resolve) => {
    const as = user === undefined ? {} : { uid: user, gid: user }
    const options = { env: environmentWith(settings), timeout: LIMIT_MS, ...as }
    const child = execFile(process.execPath, [bundle, ...args], options, (_error, output, errors) =>
      resolve({ code: child.exitCode ?? -1, output, errors }),
    )
    child.stdin?.end(input)
  })
}

/** Runs one command on a terminal on which somebody types `line` and Enter, and nothing more. Linux only. */
export async function agentOnTerminal(
  args: readonly string[],
  settings: Environment,
  line: string,
): Promise<Pick<CommandResult, 'code' | 'output'>> {
  const command = [process.execPath, bundle, ...args].map((word) => `'${word}'`).join(' ')
  const terminal = spawn('/usr/bin/script', ['--quiet', '--return', '--command', command, '/dev/null'], {
    env: environmentWith(settings),
    stdio: ['pipe', 'pipe', 'inherit'],
    timeout: LIMIT_MS,
  })
  let output = ''
  terminal.stdout.on('data', (chunk: Buffer) => (output += chunk.toString()))
  terminal.stdin.write(`${line}\n`)
  await once(terminal, 'exit')
  return { code: terminal.exitCode ?? -1, output }
}

export class AgentProcess {
  readonly child: ChildProcess
  /** Kinds of the messages it sent to its parent. */
  readonly told: string[] = []
  log = ''

  /** Starts `agent run`; ended after the test at the latest. */
  constructor(settings: Environment) {
    this.child = spawn(process.execPath, [bundle, 'run'], {
      env: environmentWith(settings),
      stdio: ['ignore', 'ignore', 'pipe', 'ipc'],
    })
    this.child.on('message', (message: { readonly kind: string }) => this.told.push(message.kind))
    this.child.stderr?.on('data', (chunk: Buffer) => (this.log += chunk.toString()))
    onTestFinished(async () => this.end('SIGKILL').then(() => undefined))
  }

  async hear(kind: 'ready' | 'online'): Promise<void> {
    await until(`the agent says ${kind}; its log: ${this.log}`, () => this.told.includes(kind))
  }

  /** Sends the signal and gives the exit code, or null when the signal itself ended it. */
  async end(signal: NodeJS.Signals): Promise<number | null> {
    if (this.child.exitCode === null && this.child.signalCode === null) {
      const exited = once(this.child, 'exit')
      this.child.kill(signal)
      await exited
    }
    return this.child.exitCode
  }

  async exitCode(): Promise<number | null> {
    if (this.child.exitCode === null && this.child.signalCode === null) await once(this.child, 'exit')
    return this.child.exitCode
  }
}

function environmentWith(settings: Environment): NodeJS.ProcessEnv {
  const { PATH, HOME, NODE_COMPILE_CACHE } = process.env
  return { PATH, HOME, NODE_COMPILE_CACHE, ...settings }
}
