// One program as a child process: started, awaited until it says `ready`, stopped within a bound, its output in a log file.
import { spawn, type ChildProcess } from 'node:child_process'
import { createWriteStream, mkdirSync, readFileSync, renameSync, statSync } from 'node:fs'
import path from 'node:path'
import { z } from 'zod'

export interface ProgramStart {
  /** Unique; names the log file. */
  readonly name: string
  /** Arguments of this Node. */
  readonly args: readonly string[]
  readonly environment: Readonly<Record<string, string | undefined>>
  readonly logFolder: string
}

export interface ChildProgram {
  readonly name: string
  readonly pid: number
  /** Resolves with the message of that kind; rejects with words and the log's end when the program ends first or `limitMs` passes. */
  told(kind: string, limitMs: number): Promise<Message>
  /** SIGTERM, then SIGKILL after `limitMs`. */
  stop(limitMs: number): Promise<void>
  /** Called once with words when the program ends without having been told to. */
  onUnexpectedEnd(listener: (words: string) => void): void
}

const Message = z.looseObject({ kind: z.string().max(40), where: z.string().max(300).optional() })
export type Message = z.infer<typeof Message>

/** A log file above this is set aside as `.old` at the next start, in bytes. */
const LOG_LIMIT = 5_000_000

/** In a process group of its own: Ctrl-C reaches only whoever started it, who then stops the parts in order. */
export function startProgram(start: ProgramStart): ChildProgram {
  const { logFile, size } = openLog(start)
  const child = spawn(process.execPath, [...start.args], {
    env: start.environment,
    stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
    detached: true,
  })
  const log = createWriteStream(logFile, { flags: 'a', mode: 0o600 })
  child.stdout?.pipe(log, { end: false })
  child.stderr?.pipe(log, { end: false })
  const ended = new Promise<string>((resolve) => {
    child.once('error', (error) => resolve(error.message))
    child.once('close', (code, signal) => log.end(() => resolve(signal === null ? `code ${code}` : signal)))
  })
  return new RunningProgram(child, { name: start.name, logFile, logBegin: size, ended })
}

interface RunningFacts {
  readonly name: string
  readonly logFile: string
  /** Where this start's part of the log begins, in bytes. */
  readonly logBegin: number
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
    const { name, logFile, ended } = this.#facts
    const heard = new Promise<Message>((resolve) => this.#waitingByKind.set(kind, resolve))
    const late = Promise.withResolvers<null>()
    const timer = setTimeout(() => late.resolve(null), limitMs)
    const first = await Promise.race([heard, ended, late.promise])
    clearTimeout(timer)
    if (first === null)
      throw new Error(`${name} did not say "${kind}" within ${limitMs / 1_000} s. Its log: ${logFile}`)
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

  onUnexpectedEnd(listener: (words: string) => void): void {
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
    const { name, logFile, logBegin } = this.#facts
    return `${name} ended (${why}).\n${logEnd(logFile, logBegin)}\n  The whole log: ${logFile}`
  }
}

function openLog(start: ProgramStart): { readonly logFile: string; readonly size: number } {
  mkdirSync(start.logFolder, { recursive: true, mode: 0o700 })
  const logFile = path.join(start.logFolder, `${start.name}.log`)
  const size = statSync(logFile, { throwIfNoEntry: false })?.size ?? 0
  if (size <= LOG_LIMIT) return { logFile, size }
  renameSync(logFile, `${logFile}.old`)
  return { logFile, size: 0 }
}

/** The last lines since `begin`: what an earlier start wrote explains nothing and misleads. */
function logEnd(file: string, begin: number): string {
  const text = readFileSync(file).subarray(begin).toString('utf8').trimEnd()
  if (text === '') return '  It wrote nothing.'
  return text
    .split('\n')
    .slice(-12)
    .map((line) => `  | ${line.slice(0, 300)}`)
    .join('\n')
}
