// The main thread's side of the thread that owns the file: asks, and waits for the answer that follows the commit.
import { Worker } from 'node:worker_threads'
import type { Clock } from '@pharmacy-relay/shared/clock.ts'
import type { Logger } from '@pharmacy-relay/shared/logger.ts'
import { ProblemError } from '@pharmacy-relay/shared/problem.ts'
import type { z } from 'zod'
import type { Answer, LogLine, Operation, Question } from './operations.ts'
import type { SpoolSetup } from './spool-service.ts'

export interface SpoolThreadParts {
  readonly file: URL
  readonly setup: SpoolSetup
  readonly clock: Clock
  readonly logger: Logger
}

interface Asked {
  readonly resolve: (value: unknown) => void
  readonly reject: (error: Error) => void
  readonly bytes: number
}

const MAX_ASKED = 5_000
/** What a disk may take for what is under way when the agent ends. */
const CLOSE_LIMIT_MS = 10_000

export class SpoolThread {
  readonly #parts: SpoolThreadParts
  readonly #askedByNumber = new Map<number, Asked>()
  #worker: Worker | null = null
  #number = 0
  #bytes = 0
  #isClosed = false

  constructor(parts: SpoolThreadParts) {
    this.#parts = parts
  }

  /**
   * Gives the answer as `shape` reads it. Throws the ProblemError that the other side met, and unavailable when it
   * cannot keep up or has ended. How long it takes is the disk's: a label is accepted late rather than wrongly.
   */
  async ask<T>(operation: Operation, shape: z.ZodType<T>): Promise<T> {
    return shape.parse(await this.#post(operation))
  }

  /** Commits what was asked for, and ends the thread. */
  async close(): Promise<void> {
    if (this.#isClosed || this.#worker === null) return
    const closing = this.#post({ kind: 'close' }).catch(() => null)
    this.#isClosed = true
    const { promise: limit, resolve } = Promise.withResolvers<void>()
    const cancel = this.#parts.clock.after(CLOSE_LIMIT_MS, resolve)
    await Promise.race([closing, limit])
    cancel()
    await this.#worker.terminate()
  }

  async #post(operation: Operation): Promise<unknown> {
    if (this.#isClosed) throw new ProblemError('unavailable', 'The agent stops')
    const sealed = operation.kind === 'accept' ? operation.payload.sealed : null
    const bytes = sealed?.byteLength ?? 0
    if (this.#askedByNumber.size >= MAX_ASKED || this.#bytes + bytes > this.#parts.setup.limits.waitingBytes)
      throw new ProblemError('unavailable', 'The disk of this computer cannot keep up with its labels')
    this.#worker ??= this.#start()
    this.#number += 1
    const question: Question = { number: this.#number, operation }
    const { promise, resolve, reject } = Promise.withResolvers<unknown>()
    this.#askedByNumber.set(question.number, { resolve, reject, bytes })
    this.#bytes += bytes
    this.#worker.postMessage(question, sealed?.buffer instanceof ArrayBuffer ? [sealed.buffer] : [])
    return promise
  }

  #start(): Worker {
    const { file, setup, logger } = this.#parts
    const worker = new Worker(file, { workerData: setup, name: 'spool' })
    worker.on('message', (message: Answer | LogLine) => {
      if (message.kind === 'log') this.#log(message)
      else this.#answered(message)
    })
    worker.on('error', (error) => logger.error('spool.thread-failed', error))
    worker.on('exit', () => this.#ended(worker))
    return worker
  }

  #answered(answer: Answer): void {
    const asked = this.#take(answer.number)
    if (answer.ok) asked?.resolve(answer.value)
    else asked?.reject(new ProblemError(answer.code, answer.message))
  }

  /** The next question starts another one. Nobody knows which of the open ones it committed. */
  #ended(worker: Worker): void {
    if (this.#worker === worker && !this.#isClosed) this.#worker = null
    for (const number of [...this.#askedByNumber.keys()])
      this.#take(number)?.reject(new ProblemError('unavailable', 'The spool stopped before it answered'))
  }

  #take(number: number): Asked | undefined {
    const asked = this.#askedByNumber.get(number)
    this.#askedByNumber.delete(number)
    this.#bytes -= asked?.bytes ?? 0
    return asked
  }

  #log({ level, event, fields }: LogLine): void {
    const { logger } = this.#parts
    if (level === 'error') logger.error(event, new Error(String(fields['cause'])), fields)
    else logger[level](event, fields)
  }
}
