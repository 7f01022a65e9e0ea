// The agent's own log: what it logs, in files beside its data, so that a person finds it where no journal keeps it.
//
// Lines wait up to 200 ms and are written together, off the way of labels. A disk that is full or slow costs lines, never
// a label and never the agent; how many is said with the next line that gets through.
import { appendFileSync } from 'node:fs'
import { appendFile, mkdir, rename, stat } from 'node:fs/promises'
import path from 'node:path'
import { instant, type Cancel, type Clock } from '@pharmacy-relay/shared/clock.ts'

/** 5 MB in all: agent.log and four older ones, agent.1.log the youngest of them. */
export const LOG_LIMITS = { files: 5, fileBytes: 1_000_000, waitingBytes: 262_144, everyMs: 200 }
const PRIVATE = { file: 0o600, folder: 0o700 }

export function logFolder(dataFolder: string): string {
  return path.join(dataFolder, 'log')
}

/** 0 is the one that is written. */
export function logFileIn(folder: string, number: number): string {
  return path.join(folder, number === 0 ? 'agent.log' : `agent.${number}.log`)
}

export class LogFile {
  readonly #clock: Clock
  #folder: string | null = null
  #waiting: string[] = []
  #waitingBytes = 0
  #lost = 0
  #timer: Cancel | null = null
  #writing: Promise<void> = Promise.resolve()

  constructor(clock: Clock) {
    this.#clock = clock
  }

  /** Never throws. What comes before `open` waits for it. */
  write(line: string): void {
    const bytes = Buffer.byteLength(line)
    if (this.#waitingBytes + bytes > LOG_LIMITS.waitingBytes) {
      this.#lost += 1
      return
    }
    this.#waiting.push(line)
    this.#waitingBytes += bytes
    if (this.#folder !== null) this.#later()
  }

  /** From now on lines are written there. */
  open(folder: string): void {
    this.#folder = folder
    this.#later()
  }

  /** Everything so far is written, or given up. */
  async flush(): Promise<void> {
    this.#timer?.()
    this.#timer = null
    const folder = this.#folder
    if (folder !== null) this.#writing = this.#writing.then(async () => this.#append(folder, this.#take()))
    await this.#writing
  }

  /** As the process ends and nothing can be waited for. */
  flushNow(): void {
    if (this.#folder === null) return
    try {
      appendFileSync(logFileIn(this.#folder, 0), this.#take(), { mode: PRIVATE.file })
    } catch {
      // Standard error has it too.
    }
  }

  #later(): void {
    this.#timer ??= this.#clock.after(LOG_LIMITS.everyMs, () => void this.flush())
  }

  #take(): string {
    const lost =
      this.#lost === 0
        ? ''
        : `${JSON.stringify({ time: instant(this.#clock.wallMs()), level: 'warn', event: 'log-file.lost', lines: this.#lost })}\n`
    const text = lost + this.#waiting.join('')
    this.#waiting = []
    this.#waitingBytes = 0
    this.#lost = 0
    return text
  }

  async #append(folder: string, text: string): Promise<void> {
    if (text === '') return
    try {
      await mkdir(folder, { recursive: true, mode: PRIVATE.folder })
      await makeRoom(folder, Buffer.byteLength(text))
      await appendFile(logFileIn(folder, 0), text, { mode: PRIVATE.file })
    } catch {
      this.#lost += text.split('\n').length - 1
    }
  }
}

/** Moves every file one number on when the newest would grow too long; the oldest is overwritten. */
async function makeRoom(folder: string, bytes: number): Promise<void> {
  const size = await stat(logFileIn(folder, 0)).then(
    (found) => found.size,
    () => 0,
  )
  if (size === 0 || size + bytes <= LOG_LIMITS.fileBytes) return
  for (let number = LOG_LIMITS.files - 2; number >= 0; number -= 1) {
    await rename(logFileIn(folder, number), logFileIn(folder, number + 1)).catch(passOverMissing)
  }
}

function passOverMissing(error: NodeJS.ErrnoException): void {
  if (error.code !== 'ENOENT') throw error
}
