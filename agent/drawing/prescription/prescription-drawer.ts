// Prescription labels on demand, by a process that ends: bytes for the printer, and pictures of the very same dots.
import { z } from 'zod'
import type { LabelDocument, LabelMedia } from '@pharmacy-relay/shared/api/pharmacy/labels.ts'
import type { Clock } from '@pharmacy-relay/shared/clock.ts'
import { ProblemError } from '@pharmacy-relay/shared/problem.ts'
import { Reason } from '@pharmacy-relay/shared/reasons/reason.ts'
import { drawingProcess } from '../drawing-helper.ts'
import { DrawingQueue } from '../drawing-queue.ts'
import type { DrawnLanguage } from './languages/payload.ts'
import { LastDrawn } from './last-drawn.ts'
import { visibleDocument } from './visible-text.ts'

const Bytes = z.instanceof(Uint8Array)
const Answer = z.union([
  z.strictObject({ id: z.int(), payload: Bytes, pictures: z.array(Bytes).min(1).max(4) }),
  z.strictObject({ id: z.int(), refusal: Reason.nullable() }),
])
/**
 * JavaScript's memory; 110 × 300 mm at 600 dpi take 200 MB beside it, of WebAssembly. The last one: V8 of Node 24 may end a
 * process when it frees a wrapper of WebAssembly that it compiled a second time, and so it never does.
 */
const NODE_OPTIONS = [
  '--max-old-space-size=256',
  '--max-semi-space-size=4',
  '--wasm-wrapper-tiering-budget=2147483647',
]

export interface PrescriptionOrder {
  readonly document: LabelDocument
  readonly media: LabelMedia
  /** Of the printer. */
  readonly language: DrawnLanguage
}

/** One prescription's labels. Patient data: never logged, and kept as LastDrawn says alone. */
export interface DrawnPrescription {
  /** All labels, each printed once; the spool counts `labels` copies in it. */
  readonly payload: Buffer
  readonly labels: number
  /** A PNG of each label. */
  readonly pictures: readonly Buffer[]
}

export class PrescriptionDrawer {
  readonly stop: () => Promise<void>
  /** What was drawn last is not kept any more: nobody is signed in who may see it. */
  readonly forget: () => void
  readonly #queue: DrawingQueue
  /** By what was drawn, without what nobody sees. */
  readonly #last: LastDrawn<PrescriptionOrder, DrawnPrescription>

  constructor({ clock }: { readonly clock: Clock }) {
    const start = () => drawingProcess(new URL(PROGRAM, import.meta.url), NODE_OPTIONS)
    const queue = new DrawingQueue({ clock, start })
    this.#queue = queue
    const last = new LastDrawn<PrescriptionOrder, DrawnPrescription>({ clock })
    this.#last = last
    this.forget = () => last.forget()
    this.stop = async () => {
      last.forget()
      return queue.stop()
    }
  }

  /**
   * In 15 to 60 ms, the first one in 1 s; the one that was drawn last at once. Throws ProblemError `invalid` with a reason of
   * label-reason-codes.ts when the prescription cannot be printed as it stands, `internal` when drawing failed, `upstream_timeout` after 8 s,
   * `unavailable` when 32 wait.
   */
  async draw({ document, media, language }: PrescriptionOrder): Promise<DrawnPrescription> {
    const order = { document: visibleDocument(document), media, language }
    return this.#last.ofOr(order, async () => this.#drawNow(order))
  }

  async #drawNow(order: PrescriptionOrder): Promise<DrawnPrescription> {
    const answer = Answer.parse(await this.#queue.ask({ ...order }))
    if ('payload' in answer) {
      const pictures = answer.pictures.map((picture) => Buffer.from(picture))
      return { payload: Buffer.from(answer.payload), labels: pictures.length, pictures }
    }
    if (answer.refusal === null) throw new ProblemError('internal', 'the label could not be drawn')
    throw new ProblemError('invalid', answer.refusal)
  }
}

/** Its bundle lies beside the agent's. */
const PROGRAM = import.meta.url.endsWith('.ts') ? './prescription-program.ts' : './prescription-program.mjs'
