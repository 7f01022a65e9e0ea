// Cuts a stream of bytes into lines of at most `maxBytes`, and says when a line grows beyond that.

export class LineReader {
  readonly #maxBytes: number
  #rest = Buffer.alloc(0)

  constructor(maxBytes: number) {
    this.#maxBytes = maxBytes
  }

  /** The lines that this chunk completes, without their line feeds; null when a line is too long, after which nothing can be read. */
  push(chunk: Buffer): string[] | null {
    const bytes = Buffer.concat([this.#rest, chunk])
    const lines: string[] = []
    let start = 0
    for (let end = bytes.indexOf(10); end !== -1; end = bytes.indexOf(10, start)) {
      if (end - start > this.#maxBytes) return null
      lines.push(bytes.toString('utf8', start, end))
      start = end + 1
    }
    this.#rest = bytes.subarray(start)
    return this.#rest.length > this.#maxBytes ? null : lines
  }
}
