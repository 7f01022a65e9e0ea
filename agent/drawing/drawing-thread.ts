// A thread that draws: loaded when something is to be drawn, one order at a time, ended when it takes too long or idles.
import { Worker, type ResourceLimits } from 'node:worker_threads'
import { z } from 'zod'
import type { Cancel, Clock } from '@pharmacy-relay/shared/clock.ts'
import { ProblemError } from '@pharmacy-relay/shared/problem.ts'

/** Whoever asks waits 10 s. */
const DRAW_LIMIT_MS = 8_000
/** It holds 100 to 350 MB, so it is not kept for nothing. */
const WORKER_IDLE_MS = 15_000
const MAX_WAITING = 32

const Message = z.union([z.looseObject({ id: z.int() }), z.strictObject({ isReady: z.literal(true) })])

export interface DrawingThreadParts {
  readonly clock: Clock
  /** Says `{isReady: true}` once it is loaded, and answers each order with its id. */
  readonly file: URL
  /** Of its JavaScript; what WebAssembly takes is bounded by what is ordered. */
  readonly resourceLimits?: ResourceLimits
}

export class DrawingThread {
  readonly #parts: DrawingThreadParts
  #worker: Worker | null = null
  /** The worker that has loaded what it draws with. */
  #readyWorker: Worker | null = null
  #last: Promise<unknown> = Promise.resolve()
  #waiting = 0
  #lastId = 0
  #cancelIdle: Cancel = () => undefined

  constructor(parts: DrawingThreadParts) {
    this.#parts = parts
  }

  /**
   * The thread's answer, not parsed but for its id. Throws ProblemError `upstream_timeout` after 8 s, also while it is
   * still being loaded, `unavailable` when 32 wait or the thread ended; both may be tried again.
   */
  async ask(order: Readonly<Record<string, unknown>>): Promise<unknown> {
    if (this.#waiting >= MAX_WAITING)
      throw new ProblemError('unavailable', 'too many pictures are being drawn', { retryAfterS: 5 })
    this.#waiting += 1
    const answered = this.#last.then(async () => this.#askNow(order))
    this.#last = answered.catch(() => undefined)
    return answered.finally(() => (this.#waiting -= 1))
  }

  async stop(): Promise<void> {
    this.#cancelIdle()
    await this.#endWorker()
  }

  async #askNow(order: Readonly<Record<string, unknown>>): Promise<unknown> {
    this.#cancelIdle()
    const worker = (this.#worker ??= this.#startWorker())
    const id = (this.#lastId += 1)
    const answered = this.#answer(worker, id)
    worker.postMessage({ ...order, id })
    return answered.finally(() => this.#idleSoon())
  }

  #idleSoon(): void {
    this.#cancelIdle = this.#parts.clock.after(WORKER_IDLE_MS, () => void this.#endWorker())
  }

  async #answer(worker: Worker, id: number): Promise<unknown> {
    const { promise, resolve, reject } = Promise.withResolvers<unknown>()
    const heard = (message: unknown): void => {
      const said = Message.parse(message)
      if ('id' in said && said.id === id) resolve(message)
    }
    const ended = (cause: unknown): void =>
      reject(new ProblemError('unavailable', 'the renderer ended', { cause, retryAfterS: 1 }))
    worker.on('message', heard).once('error', ended).once('exit', ended)
    const cancel = this.#parts.clock.after(DRAW_LIMIT_MS, () =>
      reject(new ProblemError('upstream_timeout', `drawing took longer than ${DRAW_LIMIT_MS} ms`)),
    )
    try {
      return await promise
    } catch (error) {
      // One that is still loading is left to it, or a slow computer would never draw anything.
      const isLoading = this.#readyWorker !== worker && isLate(error)
      if (!isLoading) await this.#endWorker()
      throw error
    } finally {
      cancel()
      worker.off('message', heard).off('error', ended).off('exit', ended)
    }
  }

  #startWorker(): Worker {
    const { file, resourceLimits } = this.#parts
    const worker = new Worker(file, {
      execArgv: [],
      ...(resourceLimits === undefined ? {} : { resourceLimits }),
    })
    worker.unref()
    worker.on('message', (message: unknown) => {
      if ('isReady' in Message.parse(message)) this.#readyWorker = worker
    })
    // Nobody may be waiting for a picture when it fails; the next one who asks gets another worker.
    worker.on('error', () => undefined)
    worker.on('exit', () => {
      if (this.#worker === worker) this.#worker = this.#readyWorker = null
    })
    return worker
  }

  async #endWorker(): Promise<void> {
    const worker = this.#worker
    this.#worker = this.#readyWorker = null
    await worker?.terminate()
  }
}

function isLate(error: unknown): boolean {
  return error instanceof ProblemError && error.code === 'upstream_timeout'
}
