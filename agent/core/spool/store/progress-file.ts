// The file of the notes on labels at the printer: lines of JSON that are written over each other in place, and never flushed.
//
//   ["run", run, boot]  ["begin", job, attempt, odometer]  ["end", job, attempt, outcome or null]  …  \0
//
// What is written is the kernel's when the call returns, so it outlives a killed process. A computer that lost its power comes back with
// another boot id, and then nothing of it is believed. Source: proc_sys_kernel(5), random/boot_id.
import {
  closeSync,
  fsyncSync,
  ftruncateSync,
  fstatSync,
  openSync,
  readFileSync,
  readSync,
  writeSync,
} from 'node:fs'
import { randomUUID } from 'node:crypto'
import path from 'node:path'
import { causeOf, type Logger } from '@pharmacy-relay/shared/logger.ts'
import { Evidence, WireJobState } from '@pharmacy-relay/shared/print-job.ts'
import { Reasons } from '@pharmacy-relay/shared/reasons/reason.ts'
import { z } from 'zod'
import { createPrivateFile } from '../../database/private-file.ts'
import {
  leftOf,
  NO_PROGRESS,
  type NotedOutcome,
  type NotedTry,
  type Notes,
  type Progress,
} from './progress.ts'

const FILE = 'printing.note'
const BYTES = 65_536
/** A call may be broken off between two pages when the process is killed, so that no line lies on two. */
const PAGE = 4_096
const END = '\0'
const BOOT_ID_FILE = '/proc/sys/kernel/random/boot_id'

const Id = z.string().max(100)
const Attempt = z.int().min(1)
const Outcome = z.object({
  state: WireJobState,
  reasons: Reasons,
  code: z.string().max(64).nullable().exactOptional(),
  evidence: Evidence.nullable().exactOptional(),
  bytesSent: z.int().min(0).exactOptional(),
})
const Line = z.union([
  z.tuple([z.literal('begin'), Id, Attempt, z.int().nullable()]),
  z.tuple([z.literal('end'), Id, Attempt, Outcome.nullable()]),
])
const First = z.tuple([z.literal('run'), Id, z.string().max(100)])

export interface ProgressFile extends Progress {
  readonly close: () => void
}

/** `boot`: names the start of this computer; null where nobody can tell: then nothing is noted. */
export function openProgress(
  folder: string,
  logger: Logger,
  boot: string | null = bootOfComputer(),
): ProgressFile {
  if (boot === null) return { ...NO_PROGRESS, close: () => undefined }
  try {
    return new InPlace(path.join(folder, FILE), boot)
  } catch (error) {
    logger.warn('spool.progress-not-noted', { cause: causeOf(error) })
    return { ...NO_PROGRESS, close: () => undefined }
  }
}

/** Null: the system does not name its starts in a way that a wrong clock cannot repeat. */
function bootOfComputer(): string | null {
  try {
    return readFileSync(BOOT_ID_FILE, 'latin1').trim() || null
  } catch {
    return null
  }
}

class InPlace implements ProgressFile {
  readonly run = randomUUID()
  readonly #boot: string
  readonly #file: number
  readonly #before: Notes | null
  #at = 0
  #isClosed = false
  /** The last that began has not ended. */
  #isOpen = false

  constructor(file: string, boot: string) {
    this.#boot = boot
    createPrivateFile(file)
    this.#file = openSync(file, 'r+')
    this.#before = notesIn(this.#content(), boot)
    this.#takeRoom()
  }

  get awaitsDisk(): boolean {
    return this.#isOpen || this.#at > BYTES - 4 * PAGE
  }

  start(): void {
    if (this.#isClosed || this.#at > 0) return
    try {
      this.#write(this.#first())
    } catch {
      // The first that begins says it again.
    }
  }

  begin({ jobId, attempt, odometer }: NotedTry, isAnew: boolean): void {
    if (this.#isClosed) throw new Error('The agent stops')
    this.#isOpen = true
    const line = JSON.stringify(['begin', jobId, attempt, odometer])
    if (!isAnew && this.#at > 0) return this.#write(line)
    this.#at = 0
    this.#write(`${this.#first()}\n${line}`)
  }

  end({ jobId, attempt }: Pick<NotedTry, 'jobId' | 'attempt'>, outcome: NotedOutcome | null): void {
    if (this.#isClosed) return
    try {
      this.#write(JSON.stringify(['end', jobId, attempt, outcome]))
      this.#isOpen = false
    } catch {
      // In doubt after a crash, as it would be without notes.
    }
  }

  left(one: Parameters<Progress['left']>[0]): ReturnType<Progress['left']> {
    return leftOf(this.#before, one)
  }

  close(): void {
    if (!this.#isClosed) closeSync(this.#file)
    this.#isClosed = true
  }

  #first(): string {
    return JSON.stringify(['run', this.run, this.#boot])
  }

  #content(): string {
    const bytes = Buffer.alloc(BYTES)
    return bytes.toString('utf8', 0, readSync(this.#file, bytes, 0, BYTES, 0))
  }

  /** Once, so that a full disk never stands in a label's way. */
  #takeRoom(): void {
    if (fstatSync(this.#file).size >= BYTES) return
    ftruncateSync(this.#file, 0)
    writeSync(this.#file, Buffer.alloc(BYTES), 0, BYTES, 0)
    fsyncSync(this.#file)
  }

  #write(line: string): void {
    const bytes = Buffer.from(`${line}\n${END}`, 'utf8')
    const left = PAGE - (this.#at % PAGE)
    if (bytes.length > PAGE || this.#at + left + bytes.length > BYTES) throw new Error('The note is too long')
    if (bytes.length > left) this.#put(Buffer.alloc(left, '\n'))
    this.#put(bytes)
    // The next line takes the place of its end.
    this.#at -= 1
  }

  #put(bytes: Buffer): void {
    if (writeSync(this.#file, bytes, 0, bytes.length, this.#at) < bytes.length)
      throw new Error('The note is cut short')
    this.#at += bytes.length
  }
}

/** Null: there are none, another start of the computer made them, or they cannot be read. */
function notesIn(text: string, boot: string): Notes | null {
  const end = text.indexOf(END)
  try {
    const [first, ...lines] = text
      .slice(0, Math.max(0, end))
      .split('\n')
      .filter((line) => line !== '')
      .map((line): unknown => JSON.parse(line))
    const [, run, itsBoot] = First.parse(first)
    return itsBoot === boot ? notesOf(run, z.array(Line).parse(lines)) : null
  } catch {
    return null
  }
}

function notesOf(run: string, lines: readonly z.infer<typeof Line>[]): Notes {
  return {
    run,
    begun: lines.flatMap((line) =>
      line[0] === 'begin' ? [{ jobId: line[1], attempt: line[2], odometer: line[3] }] : [],
    ),
    ended: lines.flatMap((line) =>
      line[0] === 'end' ? [{ jobId: line[1], attempt: line[2], outcome: line[3] }] : [],
    ),
  }
}
