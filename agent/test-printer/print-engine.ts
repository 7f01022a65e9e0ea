// The printer behind its raw port: serves one connection at a time, lets others wait or refuses them, obeys faults.
import type { Socket } from 'node:net'
import type { Logger } from '@pharmacy-relay/shared/logger.ts'
import { Listener } from './listener.ts'
import { isStopped, type FaultState } from './faults.ts'
import { ServedConnection, type ConnectionParts } from './served-connection.ts'

export interface EngineParts extends Omit<ConnectionParts, 'socket'> {
  readonly rawHost: string
  readonly rawPort: number
  /** What a second connection meets while one is served: real printers do either. */
  readonly whenBusy: 'wait' | 'refuse'
  /** Connections that wait; further ones are reset. */
  readonly maxWaiting: number
  readonly logger: Logger
}

/** What the printer's display would say. */
export type EngineState = 'off' | 'stopped' | 'busy' | 'ready'

export class PrintEngine {
  readonly #parts: EngineParts
  readonly #listener: Listener
  readonly #sockets = new Set<Socket>()
  readonly #waiting: Socket[] = []
  readonly #listeners = new Set<() => void>()
  #current: ServedConnection | null = null
  #serving: Promise<void> = Promise.resolve()
  #isRunning = false

  constructor(parts: EngineParts) {
    this.#parts = parts
    this.#listener = new Listener({
      host: parts.rawHost,
      port: parts.rawPort,
      readAheadBytes: parts.inputBufferBytes,
      onConnection: (socket) => this.#accept(socket),
    })
    parts.faults.onChange(async () => this.#faultsChanged())
  }

  get rawPort(): number {
    return this.#listener.port
  }

  state(): EngineState {
    const faults = this.#faults()
    if (faults.powerOff) return 'off'
    if (isStopped(faults)) return 'stopped'
    return this.#current === null ? 'ready' : 'busy'
  }

  /** Called when the state may be another one. */
  onChange(listener: () => void): void {
    this.#listeners.add(listener)
  }

  /** Throws the system's error when the port cannot be had. */
  async start(): Promise<void> {
    this.#isRunning = true
    await this.#moveListener()
  }

  /** Resets every connection; what was not printed is lost. */
  async stop(): Promise<void> {
    this.#isRunning = false
    this.#cutAll()
    await this.#moveListener()
    await this.#serving
  }

  #faults(): FaultState {
    return this.#parts.faults.now()
  }

  #accept(socket: Socket): void {
    this.#sockets.add(socket)
    socket.on('close', () => this.#sockets.delete(socket))
    // A sender that goes away is the reader's business; without a listener it would end the process.
    socket.on('error', () => undefined)
    const isFull = this.#waiting.length >= this.#parts.maxWaiting
    const isRefused = this.#parts.whenBusy === 'refuse' && this.#current !== null
    if (isFull || isRefused || this.#isDark()) {
      socket.resetAndDestroy()
      return
    }
    this.#waiting.push(socket)
    this.#serveNext()
  }

  #serveNext(): void {
    if (this.#current !== null) return
    const socket = this.#waiting.shift()
    if (socket === undefined) return
    const connection = new ServedConnection({ ...this.#parts, socket })
    this.#current = connection
    this.#serving = this.#serve(connection, socket)
  }

  async #serve(connection: ServedConnection, socket: Socket): Promise<void> {
    this.#changed()
    try {
      await connection.serve()
    } catch (error) {
      this.#parts.logger.error('connection.failed', error)
      socket.destroy()
    }
    this.#current = null
    this.#changed()
    this.#serveNext()
  }

  async #faultsChanged(): Promise<void> {
    if (this.#isDark()) this.#cutAll()
    this.#current?.faultsChanged()
    await this.#moveListener()
    this.#tell()
  }

  #cutAll(): void {
    this.#current?.cut()
    this.#waiting.length = 0
    for (const socket of this.#sockets) socket.resetAndDestroy()
  }

  #isDark(): boolean {
    return !this.#isRunning || this.#faults().powerOff
  }

  #changed(): void {
    if (this.#parts.whenBusy === 'refuse')
      this.#moveListener().catch((error: unknown) => this.#parts.logger.error('port.failed', error))
    this.#tell()
  }

  async #moveListener(): Promise<void> {
    const isTaken = this.#parts.whenBusy === 'refuse' && this.#current !== null
    await this.#listener.set(!this.#isDark() && !this.#faults().refuse && !isTaken)
  }

  #tell(): void {
    for (const listener of this.#listeners) listener()
  }
}
