// The main thread's side of a thread that calls Windows' spooler: asks, waits for a bounded time, and gives up a thread that
// hangs in a call or has ended; the next order gets a new one.
import { Worker } from 'node:worker_threads'
import type { Cancel, Clock } from '@pharmacy-relay/shared/clock.ts'
import type { Logger } from '@pharmacy-relay/shared/logger.ts'
import { z } from 'zod'
import { NO_ANSWER, SpoolFailure, type Answer, type Order } from './spooler-facts.ts'

export interface SpoolerThreadParts {
  /** For people who debug. */
  readonly name: string
  readonly clock: Clock
  readonly logger: Logger
  /** The program of the thread; from the sources or from the bundle unless a test brings another. */
  readonly file?: URL
}

export interface Patience {
  readonly limitMs: number
  /** Ends the waiting STOP_MS later, so that what is nearly done is not called unknown. */
  readonly signal?: AbortSignal
}

const isSource = import.meta.url.endsWith('.ts')
const WORKER = new URL(isSource ? './worker/winspool-worker.ts' : './winspool-worker.mjs', import.meta.url)
const STOP_MS = 3_000
const MAX_WAITING = 64
/** Threads that hang in a call, which nothing can end. Where there are so many, Windows is asked nothing more. */
const MAX_HUNG = 4

const Answered = z.discriminatedUnion('ok', [
  z.object({ ok: z.literal(true), number: z.int(), value: z.unknown() }),
  z.object({ ok: z.literal(false), number: z.int(), failure: SpoolFailure }),
])
type Answered = z.infer<typeof Answered>

export class SpoolerThread {
  readonly #parts: SpoolerThreadParts
  readonly #waiting = new Map<number, (answer: Answered | null) => void>()
  #worker: Worker | null = null
  #number = 0
  #hung = 0

  constructor(parts: SpoolerThreadParts) {
    this.#parts = parts
  }

  /** Never throws. An order that was given up may still be carried out; the gate of a label decides whether it is. */
  async ask<T>(order: Order, shape: z.ZodType<T>, patience: Patience): Promise<Answer<T>> {
    const answer = await this.#post(order, patience)
    if (answer === null) return { ok: false, failure: { step: order.call, code: NO_ANSWER } }
    if (!answer.ok) return answer
    const value = shape.safeParse(answer.value)
    if (value.success) return { ok: true, value: value.data }
    this.#parts.logger.error('winspool.answer-not-understood', value.error, { call: order.call })
    return { ok: false, failure: { step: order.call, code: NO_ANSWER } }
  }

  async #post(order: Order, { limitMs, signal }: Patience): Promise<Answered | null> {
    const worker = this.#waiting.size >= MAX_WAITING ? null : this.#started()
    if (worker === null) return null
    this.#number += 1
    const number = this.#number
    const { promise, resolve } = Promise.withResolvers<Answered | null>()
    this.#waiting.set(number, resolve)
    const giveUp = (): void => this.#giveUp(worker)
    const cancel = this.#limits(limitMs, signal, giveUp)
    worker.postMessage({ ...order, number })
    const answer = await promise
    cancel()
    return answer
  }

  #limits(limitMs: number, signal: AbortSignal | undefined, giveUp: () => void): Cancel {
    const { clock } = this.#parts
    const cancels = [clock.after(limitMs, giveUp)]
    const stop = (): void => void cancels.push(clock.after(STOP_MS, giveUp))
    if (signal?.aborted === true) stop()
    else signal?.addEventListener('abort', stop, { once: true })
    return () => {
      signal?.removeEventListener('abort', stop)
      for (const cancel of cancels) cancel()
    }
  }

  #started(): Worker | null {
    if (this.#worker !== null || this.#hung >= MAX_HUNG) return this.#worker
    const { file = WORKER, name, logger } = this.#parts
    const worker = new Worker(file, { name })
    // The agent ends when its other parts do.
    worker.unref()
    worker.on('message', (message) => {
      if (worker === this.#worker) this.#answered(message)
    })
    worker.on('error', (error) => logger.error('winspool.thread-failed', error, { thread: name }))
    worker.on('exit', () => {
      if (worker === this.#worker) this.#lose()
    })
    this.#worker = worker
    return worker
  }

  #answered(message: unknown): void {
    const answer = Answered.parse(message)
    this.#waiting.get(answer.number)?.(answer)
    this.#waiting.delete(answer.number)
  }

  /** It hangs in a call of Windows, which only its return ends; what waits behind it is given up too. */
  #giveUp(worker: Worker): void {
    if (worker !== this.#worker) return
    this.#hung += 1
    worker.once('exit', () => (this.#hung -= 1))
    // It has tidied up then: a document of which nothing was written is thrown away.
    worker.once('message', () => void worker.terminate())
    this.#parts.logger.warn('winspool.thread-given-up', { thread: this.#parts.name, hung: this.#hung })
    this.#lose()
  }

  #lose(): void {
    this.#worker = null
    const waiting = [...this.#waiting.values()]
    this.#waiting.clear()
    for (const resolve of waiting) resolve(null)
  }
}
