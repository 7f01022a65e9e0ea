// Orders to draw, one at a time, to a helper that is started for them and ended when it takes too long or idles.
import { z } from 'zod'
import type { Cancel, Clock } from '@pharmacy-relay/shared/clock.ts'
import { ProblemError } from '@pharmacy-relay/shared/problem.ts'
import type { DrawingHelper } from './drawing-helper.ts'

/** Whoever asks waits 10 s. */
const DRAW_LIMIT_MS = 8_000
/** It holds 100 to 350 MB, so it is not kept for nothing. */
const HELPER_IDLE_MS = 15_000
const MAX_WAITING = 32

const Message = z.union([z.looseObject({ id: z.int() }), z.strictObject({ isReady: z.literal(true) })])

export interface DrawingQueueParts {
  readonly clock: Clock
  /** Its helper says `{isReady: true}` once it is loaded, and answers each order with its id. */
  readonly start: () => DrawingHelper
}

export class DrawingQueue {
  readonly #parts: DrawingQueueParts
  #helper: DrawingHelper | null = null
  /** The helper that has loaded what it draws with. */
  #readyHelper: DrawingHelper | null = null
  #last: Promise<unknown> = Promise.resolve()
  #waiting = 0
  #lastId = 0
  #cancelIdle: Cancel = () => undefined

  constructor(parts: DrawingQueueParts) {
    this.#parts = parts
  }

  /**
   * The helper's answer, not parsed but for its id. Throws ProblemError `upstream_timeout` after 8 s, also while it is
   * still being loaded, `unavailable` when 32 wait or the helper ended; both may be tried again.
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
    await this.#endHelper()
  }

  async #askNow(order: Readonly<Record<string, unknown>>): Promise<unknown> {
    this.#cancelIdle()
    const helper = (this.#helper ??= this.#startHelper())
    const id = (this.#lastId += 1)
    const answered = this.#answer(helper, id)
    helper.send({ ...order, id })
    return answered.finally(() => this.#idleSoon())
  }

  #idleSoon(): void {
    this.#cancelIdle = this.#parts.clock.after(HELPER_IDLE_MS, () => void this.#endHelper())
  }

  async #answer(helper: DrawingHelper, id: number): Promise<unknown> {
    const { promise, resolve, reject } = Promise.withResolvers<unknown>()
    const unheard = helper.onMessage((message) => {
      const said = Message.parse(message)
      if ('id' in said && said.id === id) resolve(message)
    })
    const unended = helper.onEnd((cause) =>
      reject(new ProblemError('unavailable', 'the renderer ended', { cause, retryAfterS: 1 })),
    )
    const cancel = this.#parts.clock.after(DRAW_LIMIT_MS, () =>
      reject(new ProblemError('upstream_timeout', `drawing took longer than ${DRAW_LIMIT_MS} ms`)),
    )
    try {
      return await promise
    } catch (error) {
      // One that is still loading is left to it, or a slow computer would never draw anything.
      const isLoading = this.#readyHelper !== helper && isLate(error)
      if (!isLoading) await this.#endHelper()
      throw error
    } finally {
      for (const undo of [cancel, unheard, unended]) undo()
    }
  }

  #startHelper(): DrawingHelper {
    const helper = this.#parts.start()
    helper.onMessage((message) => {
      if ('isReady' in Message.parse(message)) this.#readyHelper = helper
    })
    // Nobody may be waiting for a picture when it fails; the next one who asks gets another helper.
    helper.onEnd(() => {
      if (this.#helper === helper) this.#helper = this.#readyHelper = null
    })
    return helper
  }

  async #endHelper(): Promise<void> {
    const helper = this.#helper
    this.#helper = this.#readyHelper = null
    await helper?.end()
  }
}

function isLate(error: unknown): boolean {
  return error instanceof ProblemError && error.code === 'upstream_timeout'
}
