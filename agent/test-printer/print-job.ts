// What one connection brought: its payload, which formats of it are printed, and what is left of it when it is cut.

/** How a connection ended. After the first two the whole payload counts, after the others only what came out. */
export type JobEnd = 'fin' | 'idle' | 'cut' | 'reset' | 'power-off' | 'too-large'

export class PrintJob {
  readonly #chunks: Buffer[] = []
  #bytes = 0
  #bytesTaken = 0
  #formats = 0
  #formatsPrinted = 0
  #labelsWaiting = 0
  #labelsPrinted = 0
  #endOfLastFormat = 0
  #endOfPrinted = 0

  /** Payload bytes so far. */
  get bytes(): number {
    return this.#bytes
  }

  /** Payload bytes that the input buffer holds because nothing is being printed. */
  get bytesWaiting(): number {
    return this.#bytes - this.#bytesTaken
  }

  /** Complete formats so far. */
  get formats(): number {
    return this.#formats
  }

  get formatsWaiting(): number {
    return this.#formats - this.#formatsPrinted
  }

  get labelsPrinted(): number {
    return this.#labelsPrinted
  }

  addPayload(bytes: Buffer): void {
    this.#chunks.push(bytes)
    this.#bytes += bytes.length
  }

  formatEnded(labels: number): void {
    this.#formats += 1
    this.#labelsWaiting += labels
    this.#endOfLastFormat = this.#bytes
  }

  /** Its bytes stay, as an entry holds everything that came over its connection. */
  formatDropped(): void {
    this.#endOfLastFormat = this.#bytes
  }

  /** The printer runs: takes everything in and returns how many labels come out. */
  print(): number {
    const labels = this.#labelsWaiting
    this.#labelsWaiting = 0
    this.#labelsPrinted += labels
    this.#formatsPrinted = this.#formats
    this.#endOfPrinted = this.#endOfLastFormat
    this.#bytesTaken = this.#bytes
    return labels
  }

  /** What goes onto the roll; null when there is nothing to show. */
  payloadAfter(end: JobEnd, isInFormat: boolean): Buffer | null {
    const all = Buffer.concat(this.#chunks)
    if (end === 'fin' || end === 'idle') return isBlank(all) ? null : all
    if (this.#labelsPrinted === 0) return null
    // A rude sender resets behind its last byte: then everything did arrive.
    const isWhole = this.formatsWaiting === 0 && !isInFormat
    return isWhole ? all : all.subarray(0, this.#endOfPrinted)
  }
}

/** True for line ends and blanks alone, as they stand around status queries. */
function isBlank(bytes: Buffer): boolean {
  return bytes.every((byte) => byte === 0x20 || byte === 0x0d || byte === 0x0a || byte === 0x09)
}
