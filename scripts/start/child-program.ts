// One program as a child process: started, awaited until it says `ready`, stopped within a bound, its output in a log file.
import { spawn, type ChildProcess } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { z } from 'zod'
import { openLogFile, type LogFile } from './log-file.ts'

export interface ProgramStart {
  /** Unique; names the log file. */
  readonly name: string
  /** Arguments of this Node. */
  readonly args: readonly string[]
  readonly environment: Readonly<Record<string, string | undefined>>
  readonly logFolder: string
  /** Instead of the Node of this process. */
  readonly node?: string
  /** What starts this Node in its turn: a program and its arguments, such as `ip netns exec NAME`. */
  readonly within?: readonly string[]
}

export interface ChildProgram {
  readonly name: string
  readonly pid: number
  /** Resolves with the message of that kind; rejects with words and the log's end when the program ends first or `limitMs` passes. */
  told(kind: string, limitMs: number): Promise<Message>
  /** SIGTERM, then SIGKILL after `limitMs`. */
  stop(limitMs: number): Promise<void>
  /** Called once with words when the program ends without having been told to. */
  onUnexpectedEnd(listener: (text: string) => void): void
}

const Message = z.looseObject({ kind: z.string().max(40), where: z.string().max(300).optional() })
export type Message = z.infer<typeof Message>

/** In a process group of its own: Ctrl-C reaches only whoever started it, who then stops the parts in order. */
export function startProgram(start: ProgramStart): ChildProgram {
  const log = openLogFile(start.logFolder, start.name)
  const [command = process.execPath, ...args] = [
    ...(start.within ?? []),
    start.node ?? process.execPath,
    ...start.args,
  ]
  const child = spawn(command, args, {
    env: start.environment,
    stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
    detached: true,
  })
  for (const stream of [child.stdout, child.stderr]) stream?.on('data', (chunk: Buffer) => log.write(chunk))
  const ended = new Promise<string>((resolve) => {
    child.once('error', (error) => resolve(error.message))
    child.once('close', (code, signal) => resolve(signal === null ? `code ${code}` : signal))
  })
  return new RunningProgram(child, { name: start.name, log, ended })
}

interface RunningFacts {
  readonly name: string
  readonly log: LogFile
  /** Resolves with how it ended. */
  readonly ended: Promise<string>
}

class RunningProgram implements ChildProgram {
  readonly name: string
  readonly pid: number
  readonly #child: ChildProcess
  readonly #facts: RunningFacts
  readonly #toldByKind = new Map<string, Message>()
  readonly #waitingByKind = new Map<string, (message: Message) => void>()
  #isStopping = false

  constructor(child: ChildProcess, facts: RunningFacts) {
    this.name = facts.name
    this.pid = child.pid ?? 0
    this.#child = child
    this.#facts = facts
    child.on('message', (raw: unknown) => this.#hear(raw))
  }

  async told(kind: string, limitMs: number): Promise<Message> {
    const known = this.#toldByKind.get(kind)
    if (known !== undefined) return known
    const { name, log, ended } = this.#facts
    const heard = new Promise<Message>((resolve) => this.#waitingByKind.set(kind, resolve))
    const late = Promise.withResolvers<null>()
    const timer = setTimeout(() => late.resolve(null), limitMs)
    const first = await Promise.race([heard, ended, late.promise])
    clearTimeout(timer)
    if (first === null)
      throw new Error(`${name} did not say "${kind}" within ${limitMs / 1_000} s. Its log: ${log.file}`)
    if (typeof first === 'string') throw new Error(this.#failure(first))
    return first
  }

  async stop(limitMs: number): Promise<void> {
    this.#isStopping = true
    this.#child.kill('SIGTERM')
    const kill = setTimeout(() => this.#child.kill('SIGKILL'), limitMs)
    await this.#facts.ended
    clearTimeout(kill)
  }

  onUnexpectedEnd(listener: (text: string) => void): void {
    void this.#facts.ended.then((why) => {
      if (!this.#isStopping) listener(this.#failure(why))
    })
  }

  #hear(raw: unknown): void {
    const message = Message.safeParse(raw)
    if (!message.success) return
    this.#toldByKind.set(message.data.kind, message.data)
    this.#waitingByKind.get(message.data.kind)?.(message.data)
  }

  #failure(why: string): string {
    const { name, log } = this.#facts
    return `${name} ended (${why}).\n${logEnd(log)}\n  The whole log: ${log.file}`
  }
}

/** The last lines of this start: what an earlier start wrote explains nothing and misleads. */
function logEnd(log: LogFile): string {
  const text = readFileSync(log.file).subarray(log.begin()).toString('utf8').trimEnd()
  if (text === '') return '  It wrote nothing.'
  return text
    .split('\n')
    .slice(-12)
    .map((line) => `  | ${line.slice(0, 300)}`)
    .join('\n')
}
