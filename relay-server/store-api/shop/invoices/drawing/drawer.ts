// Draws beside the program: one thread, one invoice after the other, with a limit of memory, of time and of how many may wait. The
// thread begins with the first one and ends when nothing was drawn for a minute, or when one takes too long.
import { Worker } from 'node:worker_threads'
import { z } from 'zod'
import type { Cancel, Clock } from '@pharmacy-relay/shared/clock.ts'
import { ProblemError } from '@pharmacy-relay/shared/problem.ts'
import type { InvoiceDocument } from '../invoice-document.ts'

/** Of one drawing, the start of the thread with it; 100 lines take less than a second. */
const MAX_DRAWING_MS = 30_000
const MAX_WAITING = 20
const IDLE_MS = 60_000
const MAX_HEAP_MB = 256
const RETRY_AFTER_S = 5

export interface InvoiceDrawer {
  /** The PDF. Throws ProblemError `unavailable` where too many wait, or it took too long; Error where it cannot be drawn. */
  draw(document: InvoiceDocument): Promise<Buffer>
  /** Ends the thread; what is under way or waits fails with `unavailable`. */
  stop(): Promise<void>
}

const Answer = z.union([
  z.strictObject({ id: z.int(), pdf: z.instanceof(Uint8Array) }),
  z.strictObject({ id: z.int(), fault: z.string() }),
])

interface Waiting {
  readonly id: number
  readonly document: InvoiceDocument
  readonly done: (pdf: Buffer) => void
  readonly failed: (error: Error) => void
}

export function createInvoiceDrawer({ clock }: { readonly clock: Clock }): InvoiceDrawer {
  return new Drawer(clock)
}

class Drawer implements InvoiceDrawer {
  readonly #clock: Clock
  readonly #waiting: Waiting[] = []
  #thread: Worker | null = null
  #cancelLimit: Cancel = () => undefined
  #lastId = 0
  #isStopped = false

  constructor(clock: Clock) {
    this.#clock = clock
  }

  async draw(document: InvoiceDocument): Promise<Buffer> {
    if (this.#isStopped || this.#waiting.length >= MAX_WAITING) throw later()
    this.#lastId += 1
    const id = this.#lastId
    return new Promise((done, failed) => {
      this.#waiting.push({ id, document, done, failed })
      if (this.#waiting.length === 1) this.#next()
    })
  }

  async stop(): Promise<void> {
    this.#isStopped = true
    const ended = this.#endThread()
    for (const one of this.#waiting.splice(0)) one.failed(later())
    await ended
  }

  #next(): void {
    this.#cancelLimit()
    const [first] = this.#waiting
    if (first === undefined) {
      this.#cancelLimit = this.#clock.after(IDLE_MS, () => void this.#endThread())
      return
    }
    this.#cancelLimit = this.#clock.after(MAX_DRAWING_MS, () => this.#give(later()))
    this.#thread ??= this.#startThread()
    this.#thread.postMessage({ id: first.id, document: first.document })
  }

  #startThread(): Worker {
    const thread = new Worker(new URL('draw-thread.ts', import.meta.url), {
      execArgv: [],
      resourceLimits: { maxOldGenerationSizeMb: MAX_HEAP_MB },
      name: 'invoices',
    })
    thread.unref()
    thread.on('message', (message: unknown) => this.#hear(message))
    thread.on('error', (error) => this.#ended(thread, error))
    thread.on('exit', (code) => this.#ended(thread, new Error(`The thread ended with code ${code}`)))
    return thread
  }

  #hear(message: unknown): void {
    const answer = Answer.parse(message)
    const [first] = this.#waiting
    if (first?.id !== answer.id) return
    this.#waiting.shift()
    if ('pdf' in answer) first.done(Buffer.from(answer.pdf))
    else first.failed(new Error(`An invoice could not be drawn: ${answer.fault}`))
    this.#next()
  }

  /** By itself: whoever is drawn for hears it, and the next one gets a thread of its own. */
  #ended(thread: Worker, error: unknown): void {
    if (this.#thread !== thread) return
    this.#thread = null
    this.#give(error instanceof Error ? error : new Error(String(error)))
  }

  /** Up what is drawn now. */
  #give(error: Error): void {
    void this.#endThread()
    this.#waiting.shift()?.failed(error)
    if (!this.#isStopped) this.#next()
  }

  async #endThread(): Promise<void> {
    this.#cancelLimit()
    const thread = this.#thread
    this.#thread = null
    await thread?.terminate()
  }
}

function later(): ProblemError {
  return new ProblemError('unavailable', 'The invoice is not drawn yet', { retryAfterS: RETRY_AFTER_S })
}
