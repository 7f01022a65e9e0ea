// Pictures of labels on demand: one at a time in a worker thread that is ended when it takes too long or idles.
import { Worker } from 'node:worker_threads'
import { z } from 'zod'
import type { Cancel, Clock } from '@pharmacy-relay/shared/clock.ts'
import { ProblemError } from '@pharmacy-relay/shared/problem.ts'
import { labelSize, labelText } from './label-size.ts'

/** Whoever asks waits 10 s. */
const DRAW_LIMIT_MS = 8_000
/** The renderer holds 150 to 350 MB, so it is not kept for nothing. */
const WORKER_IDLE_MS = 15_000
const MAX_WAITING = 32

const Answer = z.union([
  z.strictObject({ id: z.int(), png: z.instanceof(Uint8Array) }),
  z.strictObject({ id: z.int(), fault: z.string() }),
])
type Answer = z.infer<typeof Answer>
const Message = z.union([Answer, z.strictObject({ isReady: z.literal(true) })])

export class LabelDrawer {
  readonly #clock: Clock
  #worker: Worker | null = null
  /** The worker that has loaded its renderer. */
  #readyWorker: Worker | null = null
  #last: Promise<unknown> = Promise.resolve()
  #waiting = 0
  #lastId = 0
  #cancelIdle: Cancel = () => undefined

  constructor({ clock }: { readonly clock: Clock }) {
    this.#clock = clock
  }

  /**
   * The first label of a job as PNG, in 0.2 to 1 s. Throws ProblemError `invalid` when the renderer finds none,
   * `upstream_timeout` after 8 s, also while the renderer is still being loaded, `unavailable` when too many wait.
   */
  async draw(payload: Buffer): Promise<Buffer> {
    if (this.#waiting >= MAX_WAITING)
      throw new ProblemError('unavailable', 'too many pictures are being drawn', { retryAfterS: 5 })
    this.#waiting += 1
    const drawn = this.#last.then(async () => this.#drawNow(payload))
    this.#last = drawn.catch(() => undefined)
    return drawn.finally(() => (this.#waiting -= 1))
  }

  async stop(): Promise<void> {
    this.#cancelIdle()
    await this.#endWorker()
  }

  async #drawNow(payload: Buffer): Promise<Buffer> {
    this.#cancelIdle()
    const zpl = labelText(payload)
    const worker = (this.#worker ??= this.#startWorker())
    const id = (this.#lastId += 1)
    const answered = this.#answer(worker, id)
    worker.postMessage({ id, zpl, ...labelSize(zpl) })
    const answer = await answered.finally(() => this.#idleSoon())
    if ('fault' in answer) throw new ProblemError('invalid', `no picture: ${answer.fault.slice(0, 200)}`)
    return Buffer.from(answer.png)
  }

  #idleSoon(): void {
    this.#cancelIdle = this.#clock.after(WORKER_IDLE_MS, () => void this.#endWorker())
  }

  async #answer(worker: Worker, id: number): Promise<Answer> {
    const { promise, resolve, reject } = Promise.withResolvers<Answer>()
    const heard = (message: unknown): void => {
      const said = Message.parse(message)
      if ('id' in said && said.id === id) resolve(said)
    }
    const ended = (cause: unknown): void =>
      reject(new ProblemError('unavailable', 'the renderer ended', { cause, retryAfterS: 1 }))
    worker.on('message', heard).once('error', ended).once('exit', ended)
    const cancel = this.#clock.after(DRAW_LIMIT_MS, () =>
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
    const worker = new Worker(new URL(WORKER_FILE, import.meta.url), { execArgv: [] })
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

/** Its bundle lies beside the agent's. */
const WORKER_FILE = import.meta.url.endsWith('.ts') ? './draw-worker.ts' : './draw-worker.mjs'
