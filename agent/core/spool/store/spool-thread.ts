// The main thread's side of the thread that owns the file: asks, and waits for the answer that follows the commit.
import { reason } from '@pharmacy-relay/shared/reasons/make-reason.ts'
import { Worker } from 'node:worker_threads'
import type { Clock } from '@pharmacy-relay/shared/clock.ts'
import type { Logger } from '@pharmacy-relay/shared/logger.ts'
import { readerOf } from '@pharmacy-relay/shared/wire.ts'
import { ProblemError } from '@pharmacy-relay/shared/problem.ts'
import type { z } from 'zod'
import { refusedLabel, type RefusedLabel } from './operations.ts'
import type { Answer, Answers, LogLine, Operation, Question } from './operations.ts'
import { isPatient, PATIENCE_MS } from './patience.ts'
import type { SpoolSetup } from './file/spool-setup.ts'

export interface SpoolThreadParts {
  readonly file: URL
  readonly setup: Omit<SpoolSetup, 'refused'>
  readonly clock: Clock
  readonly logger: Logger
}

interface Asked {
  readonly resolve: (value: unknown) => void
  readonly reject: (error: Error) => void
  readonly operation: Operation
}

const MAX_ASKED = 5_000
/** What a disk may take for what is under way when the agent ends. */
const CLOSE_LIMIT_MS = 10_000

export class SpoolThread {
  readonly #parts: SpoolThreadParts
  readonly #askedByNumber = new Map<number, Asked>()
  #worker: Worker | null = null
  /** One message for all: those of this turn of the loop, and what had patience until one came that has none. */
  #asking: Question[] = []
  #isAskingNext = false
  #patience: NodeJS.Timeout | null = null
  #number = 0
  #bytes = 0
  #isClosed = false
  #closing: Promise<void> | null = null

  constructor(parts: SpoolThreadParts) {
    this.#parts = parts
  }

  /**
   * Gives the answer as `shape` reads it; a value that a later version stored, before this one came back, becomes its arm. Throws the ProblemError that the other side met, and unavailable when it
   * cannot keep up or has ended. How long it takes is the disk's: a label is accepted late rather than wrongly.
   */
  async ask<T>(operation: Operation, shape: z.ZodType<T>): Promise<T> {
    return readerOf(shape).parse(await this.#post(operation))
  }

  /** Commits what was asked for, and ends the thread; asked twice, both wait. */
  async close(): Promise<void> {
    this.#closing ??= this.#end()
    await this.#closing
  }

  async #end(): Promise<void> {
    const worker = this.#worker
    const answered = worker === null ? null : this.#post({ kind: 'close' }).catch(() => null)
    this.#isClosed = true
    if (worker === null) return
    const { promise: limit, resolve } = Promise.withResolvers<void>()
    const cancel = this.#parts.clock.after(CLOSE_LIMIT_MS, resolve)
    await Promise.race([answered, limit])
    cancel()
    await worker.terminate()
  }

  async #post(operation: Operation): Promise<unknown> {
    if (this.#isClosed) throw new ProblemError('unavailable', 'The agent stops')
    const bytes = bytesOf(operation)
    if (this.#askedByNumber.size >= MAX_ASKED || this.#bytes + bytes > this.#parts.setup.limits.waitingBytes)
      throw new ProblemError('unavailable', reason('disk_slow', {}))
    this.#worker ??= this.#start([])
    this.#number += 1
    const { promise, resolve, reject } = Promise.withResolvers<unknown>()
    this.#askedByNumber.set(this.#number, { resolve, reject, operation })
    this.#bytes += bytes
    this.#asking.push({ number: this.#number, operation })
    this.#askSoon(isPatient(operation))
    return promise
  }

  /** Waking the thread costs more than what a label asks of it, so what has patience waits here and not there. */
  #askSoon(hasPatience: boolean): void {
    if (this.#isAskingNext) return
    if (hasPatience) this.#patience ??= setTimeout(() => this.#ask(), PATIENCE_MS)
    else setImmediate(() => this.#ask())
    this.#isAskingNext = !hasPatience
  }

  #ask(): void {
    const questions = this.#forgetAsking()
    const moved = questions.flatMap(({ operation }) => handedOver(operation))
    if (questions.length > 0) this.#worker?.postMessage(questions, moved)
  }

  #forgetAsking(): readonly Question[] {
    const questions = this.#asking
    if (this.#patience !== null) clearTimeout(this.#patience)
    this.#patience = null
    this.#isAskingNext = false
    this.#asking = []
    return questions
  }

  #start(refused: readonly RefusedLabel[]): Worker {
    const { file, setup, logger } = this.#parts
    const workerData: SpoolSetup = { ...setup, refused: [...refused] }
    const worker = new Worker(file, { workerData, name: 'spool' })
    worker.on('message', (message: Answers | LogLine) => {
      if (message.kind === 'log') this.#log(message)
      else for (const answer of message.answers) this.#answered(answer)
    })
    worker.on('error', (error) => logger.error('spool.thread-failed', error))
    worker.on('exit', () => this.#ended(worker))
    return worker
  }

  #answered(answer: Answer): void {
    const asked = this.#take(answer.number)
    if (answer.ok) asked?.resolve(answer.value)
    else asked?.reject(new ProblemError(answer.code, answer.detail))
  }

  /** Nobody knows which of the open questions it committed: another one takes the labels out that are refused now. */
  #ended(worker: Worker): void {
    const refused: RefusedLabel[] = []
    this.#forgetAsking()
    for (const number of [...this.#askedByNumber.keys()]) {
      const asked = this.#take(number)
      if (asked?.operation.kind === 'accept') refused.push(refusedLabel(asked.operation))
      asked?.reject(new ProblemError('unavailable', 'The spool stopped before it answered'))
    }
    if (this.#worker !== worker || this.#isClosed) return
    this.#worker = refused.length === 0 ? null : this.#start(refused)
  }

  #take(number: number): Asked | undefined {
    const asked = this.#askedByNumber.get(number)
    if (asked === undefined) return undefined
    this.#askedByNumber.delete(number)
    this.#bytes -= bytesOf(asked.operation)
    return asked
  }

  #log({ level, event, fields }: LogLine): void {
    const { logger } = this.#parts
    if (level === 'error') logger.error(event, new Error(String(fields['cause'])), fields)
    else logger[level](event, fields)
  }
}

function bytesOf(operation: Operation): number {
  return operation.kind === 'accept' ? operation.payload.bytes : 0
}

/** Memory that moves to the thread instead of being copied; only what belongs to the label alone. */
function handedOver(operation: Operation): ArrayBuffer[] {
  if (operation.kind !== 'accept') return []
  const { buffer, byteLength } = operation.payload.sealed
  return buffer instanceof ArrayBuffer && buffer.byteLength === byteLength ? [buffer] : []
}
