// A test printer that is gone after the test, the real labels, and senders as a printer meets them.
import { createHash } from 'node:crypto'
import { once } from 'node:events'
import { readdirSync, readFileSync } from 'node:fs'
import { connect, type Socket } from 'node:net'
import path from 'node:path'
import { onTestFinished } from 'vitest'
import { createTestPrinter, type TestPrinter, type TestPrinterOptions } from '../label-printer.ts'

const LABELS = path.join(import.meta.dirname, '../labels')

export interface RealLabel {
  readonly name: string
  readonly bytes: Buffer
}

export function realLabels(): RealLabel[] {
  const names = readdirSync(LABELS).filter((name) => name.endsWith('.zpl'))
  return names.map((name) => ({ name, bytes: readFileSync(path.join(LABELS, name)) }))
}

export function realLabel(name: string): Buffer {
  return readFileSync(path.join(LABELS, name))
}

/** 1 MiB in which every byte value stands. */
export function allByteValues(): Buffer {
  return Buffer.from(Uint8Array.from({ length: 1024 * 1024 }, (_, index) => index % 256))
}

export function sha256(bytes: Buffer): string {
  return createHash('sha256').update(bytes).digest('hex')
}

/** A reply with its framing in words. */
export function shown(reply: string | null): string {
  return (reply ?? 'silence').replaceAll('\x02', '<STX>').replaceAll('\x03', '<ETX>')
}

export async function startPrinter(options: Partial<TestPrinterOptions> = {}): Promise<TestPrinter> {
  const printer = createTestPrinter(options)
  await printer.start()
  onTestFinished(async () => printer.stop())
  return printer
}

/** How a connection ended for its sender: the printer's FIN, or the error's code. */
export interface SenderEnd {
  readonly end: string
  readonly reply: string
}

export class Sender {
  readonly socket: Socket
  readonly ended: Promise<SenderEnd>
  #reply = ''
  #heard: (() => void) | null = null

  constructor(printer: TestPrinter) {
    this.socket = connect({ host: '127.0.0.1', port: printer.rawPort, allowHalfOpen: true })
    this.socket.on('data', (chunk) => {
      this.#reply += chunk.toString('latin1')
      this.#heard?.()
    })
    this.ended = new Promise((resolve) => {
      this.socket.once('end', () => resolve({ end: 'fin', reply: this.#reply }))
      this.socket.once('error', (error: NodeJS.ErrnoException) =>
        resolve({ end: error.code ?? 'error', reply: this.#reply }),
      )
    })
    onTestFinished(() => void this.socket.destroy())
  }

  write(bytes: Buffer | string): void {
    this.socket.write(bytes)
  }

  /** Half-closes. */
  fin(): void {
    this.socket.end()
  }

  /** Waits for a reply that contains the text; the test's time limit bounds it. */
  async hears(text: string): Promise<string> {
    while (!this.#reply.includes(text)) await new Promise<void>((resolve) => (this.#heard = resolve))
    return this.#reply
  }

  async connected(): Promise<void> {
    if (this.socket.connecting) await once(this.socket, 'connect')
  }
}

/** One job as most programs send it: connect, write, half-close, wait for the printer's FIN. */
export async function sendJob(printer: TestPrinter, bytes: Buffer | string): Promise<SenderEnd> {
  const sender = new Sender(printer)
  sender.write(bytes)
  sender.fin()
  return sender.ended
}

/** Resolves with the roll's hashes once it has so many entries; the test's time limit bounds it. */
export async function rolled(printer: TestPrinter, count: number): Promise<string[]> {
  const hashes = (): string[] => printer.roll.entries().map((entry) => entry.sha256)
  if (hashes().length >= count) return hashes()
  return new Promise((resolve) => {
    printer.roll.onChange(() => hashes().length >= count && resolve(hashes()))
  })
}
