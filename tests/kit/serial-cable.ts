// A serial cable between an agent and the test printer: a pseudo-terminal of socat, pulled out and put in again.
//
//   agent ─▶ pseudo-terminal ─ socat ─▶ this ─▶ one connection, which the printer takes for a serial line
//
// The connection outlives the cable and every agent, so that what is left of a label stays in the printer.
import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { connect, createServer, type AddressInfo, type Socket } from 'node:net'
import { setTimeout as delay } from 'node:timers/promises'

const SOCAT = '/usr/bin/socat'
const HOST = '127.0.0.1'
const PLUGGED_LIMIT_MS = 30_000
/** Nothing came for so long: then a busy computer, too, has carried on what the port had taken. */
const QUIET_MS = 250
const QUIET_LIMIT_MS = 2_000

const hasSocat = existsSync(SOCAT)

export class SerialCable {
  /** The pseudo-terminal, by the same name whenever the cable is in. */
  readonly port: string
  readonly #printer: Socket
  readonly #server = createServer((socket) => this.#plugged(socket))
  #socat: ChildProcess | null = null
  #socket: Socket | null = null
  #fault: Error | null = null
  #carriedAtMs = 0

  /** `rawPort`: of a test printer that was started with `--is-line true`. */
  constructor({ port, rawPort }: { readonly port: string; readonly rawPort: number }) {
    this.port = port
    this.#printer = connect({ host: HOST, port: rawPort, noDelay: true })
      .on('data', (answer: Buffer) => void this.#socket?.write(answer))
      .on('drain', () => void this.#socket?.resume())
      .on('error', (error) => (this.#fault = error))
      .on('close', () => (this.#fault ??= new Error('the printer hung up')))
  }

  /** Throws without socat. */
  async start(): Promise<void> {
    if (!hasSocat) throw new Error(`a printer on a serial line needs ${SOCAT} (apt-get install socat)`)
    this.#server.listen({ host: HOST, port: 0 })
    await once(this.#server, 'listening')
    await this.plug()
  }

  /** Nothing where it is in. Throws when the printer has hung up meanwhile, or the port does not come. */
  async plug(): Promise<void> {
    if (this.#fault !== null) throw this.#fault
    if (this.#socat !== null) return
    const { port } = this.#server.address() as AddressInfo
    const ends = [`pty,raw,echo=0,link=${this.port}`, `TCP:${HOST}:${port},nodelay`]
    // Before the rest of a busy computer, where that is allowed: the library's next opening flushes what socat has not read.
    this.#socat = spawn('nice', ['-n', '-15', SOCAT, ...ends], { stdio: 'ignore' })
    const until = performance.now() + PLUGGED_LIMIT_MS
    while (!existsSync(this.port)) {
      if (performance.now() > until) throw new Error('socat did not make the serial port')
      await delay(20)
    }
  }

  /**
   * Resolves when the port is gone: with it what the computer has written and the cable has not carried yet. So it waits for
   * a pause, and in the middle of a label that goes on for longer than 2 s it does not.
   */
  async pull(): Promise<void> {
    const until = performance.now() + QUIET_LIMIT_MS
    while (performance.now() < Math.min(until, this.#carriedAtMs + QUIET_MS)) await delay(20)
    const socat = this.#socat
    if (socat === null) return
    this.#socat = null
    const exited = once(socat, 'exit')
    socat.kill('SIGKILL')
    await exited
  }

  async stop(): Promise<void> {
    await this.pull()
    this.#server.close()
    this.#socket?.destroy()
    this.#printer.destroy()
  }

  /** A printer that does not read holds the computer back, as flow control does. */
  #plugged(socket: Socket): void {
    this.#socket = socket
    socket
      .on('data', (bytes: Buffer) => {
        this.#carriedAtMs = performance.now()
        if (!this.#printer.write(bytes)) socket.pause()
      })
      .on('error', () => undefined)
  }
}
