// One end of a stream without a network: a test says what the other end says, and what is written goes nowhere.
import { Duplex } from 'node:stream'

export class MemoryStream extends Duplex {
  writtenBytes = 0

  constructor() {
    super({ allowHalfOpen: false })
  }

  override _read(): void {
    // What comes is pushed by the test.
  }

  override _write(chunk: Buffer, _encoding: BufferEncoding, done: () => void): void {
    this.writtenBytes += chunk.length
    done()
  }

  /** Copies, because whoever reads owns what it read. */
  say(bytes: Buffer): void {
    if (!this.destroyed && !this.readableEnded) this.push(Buffer.from(bytes))
  }

  endBy(how: 'fin' | 'reset'): void {
    if (how === 'fin') this.push(null)
    else this.destroy(new Error('ECONNRESET'))
  }
}
