// What comes over a serial line: no connection begins or ends a label, so each complete format is an entry of its own.
//
// A format that was left half stays, and what comes next is taken into it, until ^XZ ends it or ~JX gives it up.
import { PrintJob } from './print-job.ts'
import type { JobFacts } from './roll.ts'

export class LineJobs {
  readonly #onPrinted: (payload: Buffer, facts: JobFacts) => void
  #coming = new PrintJob()
  /** Complete formats that are not printed yet, oldest first. */
  #waiting: PrintJob[] = []

  /** `onPrinted`: a format came out, or was one that prints nothing. */
  constructor(onPrinted: (payload: Buffer, facts: JobFacts) => void) {
    this.#onPrinted = onPrinted
  }

  /** Entries are made at once; at the end nothing is left to put onto the roll. */
  readonly formats = 0
  readonly labelsPrinted = 0
  payloadAfter(): null {
    return null
  }

  get bytes(): number {
    return this.bytesWaiting
  }

  get bytesWaiting(): number {
    return [...this.#waiting, this.#coming].reduce((sum, { bytes }) => sum + bytes, 0)
  }

  get formatsWaiting(): number {
    return this.#waiting.length
  }

  addPayload(bytes: Buffer): void {
    this.#coming.addPayload(bytes)
  }

  formatEnded(labels: number): void {
    this.#coming.formatEnded(labels)
    this.#waiting.push(this.#coming)
    this.#coming = new PrintJob()
  }

  formatDropped(): void {
    this.#coming = new PrintJob()
  }

  /** As that of PrintJob. */
  print(): number {
    let labels = 0
    const jobs = this.#waiting
    this.#waiting = []
    for (const job of jobs) {
      labels += job.print()
      const payload = job.payloadAfter('fin', false)
      const { formats, labelsPrinted } = job
      if (payload !== null)
        this.#onPrinted(unled(payload), { end: 'fin', formats, labelsPrinted, language: 'zpl' })
    }
    return labels
  }
}

/** Without the line ends that stood behind the label before. */
function unled(payload: Buffer): Buffer {
  const at = payload.findIndex((byte) => byte !== 0x0d && byte !== 0x0a)
  return payload.subarray(Math.max(0, at))
}
