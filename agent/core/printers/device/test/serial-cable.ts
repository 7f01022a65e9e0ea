// A serial cable: a pseudo-terminal as the port of a computer, and what a printer does at the far end. Pulled out and put in.
//
//   agent ─▶ port ─▶ pseudo-terminal ─▶ this ─▶ who listens
//
// A pseudo-terminal is no wire: its drain is over at once, and the next opening throws away (tcflush of serialport) what
// the kernel has not brought to this end yet, which it does later and on a busy computer much later. A UART's driver waits
// in its drain until the bytes are on the wire. So the agent loads true-drain.ts, which asks this end how far they have come.
import { once } from 'node:events'
import { rmSync, symlinkSync } from 'node:fs'
import net from 'node:net'
import { openPseudoTerminal, type PseudoTerminal } from './pseudo-terminal.ts'

interface Opening {
  /** What the cable had carried when the port was opened. */
  readonly from: number
  readonly socket: net.Socket
  /** So many bytes of it are waited for; null: none. */
  waitsFor: number | null
}

export class SerialCable {
  /** The computer's end, by the same name whenever the cable is in. */
  readonly port: string
  readonly #openings = new Set<Opening>()
  readonly #server = net.createServer((socket) => this.#opened(socket))
  #terminal: PseudoTerminal | null = null
  #onBytes: ((bytes: Buffer) => void) | null = null
  #isHeld = false
  #carried = 0

  /** `port`: a file that is not there yet. The cable is out. */
  constructor(port: string) {
    this.port = port
  }

  /** Nothing where it is in. */
  plug(): void {
    if (this.#terminal !== null) return
    this.#terminal = openPseudoTerminal()
    symlinkSync(this.#terminal.file, this.port)
    if (this.#onBytes !== null) this.#listen()
  }

  /** At any moment: what the printer has not taken is gone, and who has the port open is told. Nothing where it is out. */
  pull(): void {
    if (this.#terminal === null) return
    rmSync(this.port)
    this.#terminal.close()
    this.#terminal = null
    for (const { socket } of this.#openings) socket.destroy()
  }

  /** The printer's end, once; before, nothing is taken from the port. */
  carryTo(onBytes: (bytes: Buffer) => void): void {
    this.#onBytes = onBytes
    if (this.#terminal !== null) this.#listen()
  }

  /** A printer that does not read holds the computer back, as flow control by wires does. */
  hold(isHeld: boolean): void {
    this.#isHeld = isHeld
    if (isHeld) this.#terminal?.stream.pause()
    else if (this.#onBytes !== null) this.#terminal?.stream.resume()
  }

  /** What the printer says; into nothing where the cable is out. */
  say(bytes: Uint8Array | string): void {
    this.#terminal?.stream.write(bytes)
  }

  /** What the port holds and nobody has taken; 0 where the cable is out. */
  unread(): number {
    return this.#terminal?.unread() ?? 0
  }

  /** For agents that load true-drain.ts. */
  async serveDrain(): Promise<void> {
    this.#server.listen(drainSocketOf(this.port))
    await once(this.#server, 'listening')
  }

  stop(): void {
    this.pull()
    this.#server.close()
  }

  #listen(): void {
    const stream = this.#terminal?.stream
    stream?.on('data', (bytes: Buffer) => {
      this.#carried += bytes.length
      this.#onBytes?.(bytes)
      for (const opening of this.#openings) this.#answer(opening)
    })
    if (this.#isHeld) stream?.pause()
  }

  /** What can still be read is of an earlier opening: the rest of that was thrown away by this one. */
  #opened(socket: net.Socket): void {
    const from = this.#carried + this.unread()
    const opening: Opening = { from, socket, waitsFor: null }
    this.#openings.add(opening)
    socket
      .on('data', (asked: Buffer) => {
        opening.waitsFor = Number(asked.toString())
        this.#answer(opening)
      })
      .on('error', () => undefined)
      .on('close', () => this.#openings.delete(opening))
      .write('opened')
  }

  #answer(opening: Opening): void {
    if (opening.waitsFor === null || this.#carried < opening.from + opening.waitsFor) return
    opening.waitsFor = null
    opening.socket.write('drained')
  }
}

/** Where an agent asks how far its bytes have come. */
export function drainSocketOf(port: string): string {
  return `${port}.drain`
}
