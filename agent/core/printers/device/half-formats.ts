// A label that broke off may stand half in its printer, which would take the next one into it.
//
// A port has no end of a connection with which a printer would throw the half away. ~JX cancels a format that is being
// sent, and none that was sent whole (Zebra's ZPL II Programming Guide at ~JX). The other languages have no such
// command, or one that also clears what waits to be printed (~JA).
import type { PrintJob } from '@pharmacy-relay/shared/print-job.ts'
import type { WriteOutcome } from '../write-outcome.ts'

const CANCEL_HALF_FORMAT = Buffer.from('~JX')

/** As many as a computer lists; the printer of one that is forgotten hears ~JX once more. */
const MAX_ADDRESSES = 200

export class HalfFormats {
  /** Printers whose last label of this process was handed over whole, oldest first. What an earlier process left is not known. */
  readonly #whole = new Set<string>()

  /** What is said before the next label; null: nothing. `language`: of that label. */
  before(address: string, language: PrintJob['language'] | undefined): Uint8Array | null {
    return language === 'zpl' && !this.#whole.has(address) ? CANCEL_HALF_FORMAT : null
  }

  /** All is as before where no byte of the label left. */
  ended(address: string, outcome: WriteOutcome): void {
    if (!outcome.ok && outcome.retry !== 'ambiguous') return
    this.#whole.delete(address)
    if (outcome.ok) this.#whole.add(address)
    const [oldest] = this.#whole
    if (this.#whole.size > MAX_ADDRESSES && oldest !== undefined) this.#whole.delete(oldest)
  }
}
