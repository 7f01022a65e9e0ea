// Pictures of labels in ZPL on demand, in a thread that ends.
import { z } from 'zod'
import type { Clock } from '@pharmacy-relay/shared/clock.ts'
import { ProblemError } from '@pharmacy-relay/shared/problem.ts'
import { drawingThread } from './drawing-helper.ts'
import { DrawingQueue } from './drawing-queue.ts'
import { labelSize, labelText } from './label-size.ts'

const Answer = z.union([
  z.strictObject({ id: z.int(), png: z.instanceof(Uint8Array) }),
  z.strictObject({ id: z.int(), fault: z.string() }),
])

export class LabelDrawer {
  readonly stop: () => Promise<void>
  readonly #queue: DrawingQueue

  constructor({ clock }: { readonly clock: Clock }) {
    const queue = new DrawingQueue({
      clock,
      start: () => drawingThread(new URL(WORKER_FILE, import.meta.url)),
    })
    this.#queue = queue
    this.stop = async () => queue.stop()
  }

  /**
   * The first label of a job as PNG, in 0.2 to 1 s. Throws ProblemError `invalid` when the renderer finds none,
   * `upstream_timeout` after 8 s, also while the renderer is still being loaded, `unavailable` when too many wait.
   */
  async draw(payload: Buffer): Promise<Buffer> {
    const zpl = labelText(payload)
    const answer = Answer.parse(await this.#queue.ask({ zpl, ...labelSize(zpl) }))
    if ('fault' in answer) throw new ProblemError('invalid', `no picture: ${answer.fault.slice(0, 200)}`)
    return Buffer.from(answer.png)
  }
}

/** Its bundle lies beside the agent's. */
const WORKER_FILE = import.meta.url.endsWith('.ts') ? './draw-worker.ts' : './draw-worker.mjs'
