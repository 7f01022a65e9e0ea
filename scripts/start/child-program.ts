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
  const logFile = openLog(start)
  const child = spawn(process.execPath, [...start.args], {
    env: start.environment,
    stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
    detached: true,
  })
  const log = createWriteStream(logFile, { flags: 'a' })
  child.stdout?.pipe(log, { end: false })
  child.stderr?.pipe(log, { end: false })
  const ended = new Promise<string>((resolve) => {
    child.once('error', (error) => resolve(error.message))
    child.once('close', (code, signal) => log.end(() => resolve(signal === null ? `code ${code}` : signal)))
  })
  return programOver(child, { start, logFile, ended })
}

function programOver(
  child: ChildProcess,
  facts: { readonly start: ProgramStart; readonly logFile: string; readonly ended: Promise<string> },
): ChildProgram {
  const told = new Map<string, Message>()
  const waiting = new Map<string, (message: Message) => void>()
  let isStopping = false
  child.on('message', (raw: unknown) => {
    const message = Message.safeParse(raw)
    if (!message.success) return
    told.set(message.data.kind, message.data)
    waiting.get(message.data.kind)?.(message.data)
  })
  const failure = (why: string): string =>
    `${facts.start.name} ended (${why}).\n${logEnd(facts.logFile)}\n  The whole log: ${facts.logFile}`
  return {
    name: facts.start.name,
    pid: child.pid ?? 0,
    told: (kind, limitMs) => {
      const known = told.get(kind)
      if (known !== undefined) return Promise.resolve(known)
      return new Promise((resolve, reject) => {
        const late = setTimeout(
          () =>
            reject(
              new Error(
                `${facts.start.name} did not say "${kind}" within ${limitMs / 1_000} s. Its log: ${facts.logFile}`,
              ),
            ),
          limitMs,
        )
        waiting.set(kind, (message) => {
          clearTimeout(late)
          resolve(message)
        })
        void facts.ended.then((why) => {
          clearTimeout(late)
          reject(new Error(failure(why)))
        })
      })
    },
    stop: async (limitMs) => {
      isStopping = true
      child.kill('SIGTERM')
      const kill = setTimeout(() => child.kill('SIGKILL'), limitMs)
      await facts.ended
      clearTimeout(kill)
    },
    onUnexpectedEnd: (listener) => {
      void facts.ended.then((why) => {
        if (!isStopping) listener(failure(why))
      })
    },
  }
}

function openLog(start: ProgramStart): string {
  mkdirSync(start.logFolder, { recursive: true, mode: 0o700 })
  const file = path.join(start.logFolder, `${start.name}.log`)
  const size = statSync(file, { throwIfNoEntry: false })?.size ?? 0
  if (size > LOG_LIMIT) renameSync(file, `${file}.old`)
  return file
}

function logEnd(file: string): string {
  const lines = readFileSync(file, 'utf8').trimEnd().split('\n')
  return lines
    .slice(-12)
    .map((line) => `  | ${line.slice(0, 300)}`)
    .join('\n')
}
