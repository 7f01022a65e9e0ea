// The printer behind its raw port: serves one connection at a time, lets others wait or refuses them, obeys faults.
import type { Socket } from 'node:net'
import type { Logger } from '@pharmacy-relay/shared/logger.ts'
import { Listener } from './listener.ts'
import { isStopped, type FaultState } from './faults.ts'
import { ServedConnection, type ConnectionParts } from './served-connection.ts'
import { newTlsIdentity, withinTls, type TlsIdentity } from './tls-port.ts'

export interface EngineParts extends Omit<ConnectionParts, 'wire' | 'open'> {
  readonly rawHost: string
  readonly rawPort: number
  /** Null: none. */
  readonly tlsPort: number | null
  readonly certificateMs: number | null
  /** What a second connection meets while one is served: real printers do either. */
  readonly whenBusy: 'wait' | 'refuse'
  /** Connections that wait; further ones are reset. */
  readonly maxWaiting: number
  readonly logger: Logger
}

/** What the printer's display would say. */
export type EngineState = 'off' | 'stopped' | 'busy' | 'ready'

type Waiting = Pick<ConnectionParts, 'wire' | 'open'>

export class PrintEngine {
  readonly #parts: EngineParts
  readonly #listener: Listener
  readonly #tlsListener: Listener | null
  #identity: TlsIdentity | null = null
  readonly #sockets = new Set<Socket>()
  readonly #waiting: Waiting[] = []
  readonly #listeners = new Set<() => void>()
  #current: ServedConnection | null = null
  #serving: Promise<void> = Promise.resolve()
  #isRunning = false

  constructor(parts: EngineParts) {
    this.#parts = parts
    const listener = (port: number, open: Waiting['open']): Listener =>
      new Listener({
        port,
        host: parts.rawHost,
        readAheadBytes: parts.inputBufferBytes,
        onConnection: (wire) => this.#accept({ wire, open }),
      })
    this.#listener = listener(parts.rawPort, async (wire) => wire)
    this.#tlsListener =
      parts.tlsPort === null ? null : listener(parts.tlsPort, async (wire) => this.#secured(wire))
    parts.faults.onChange(async () => this.#faultsChanged())
  }

  get rawPort(): number {
    return this.#listener.port
  }

  get tls(): { readonly port: number; readonly fingerprint: string } | null {
    const [port, identity] = [this.#tlsListener?.port, this.#identity]
    return port === undefined || identity === null ? null : { port, fingerprint: identity.fingerprint }
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
    const { tlsPort, name, certificateMs, clock } = this.#parts
    if (tlsPort !== null) this.#identity = await newTlsIdentity(name, certificateMs ?? clock.wallMs())
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

  async #secured(wire: Socket): Promise<Socket | null> {
    const { idleMs, clock } = this.#parts
    return this.#identity === null ? null : withinTls(wire, this.#identity, { limitMs: idleMs, clock })
  }

  #accept(connection: Waiting): void {
    const { wire } = connection
    this.#sockets.add(wire)
    wire.on('close', () => this.#sockets.delete(wire))
    // A sender that goes away is the reader's business; without a listener it would end the process.
    wire.on('error', () => undefined)
    const isFull = this.#waiting.length >= this.#parts.maxWaiting
    const isRefused = this.#parts.whenBusy === 'refuse' && this.#current !== null
    if (isFull || isRefused || this.#isDark()) {
      wire.resetAndDestroy()
      return
    }
    this.#waiting.push(connection)
    this.#serveNext()
  }

  #serveNext(): void {
    if (this.#current !== null) return
    const next = this.#waiting.shift()
    if (next === undefined) return
    const connection = new ServedConnection({ ...this.#parts, ...next })
    this.#current = connection
    this.#serving = this.#serve(connection, next.wire)
  }

  async #serve(connection: ServedConnection, wire: Socket): Promise<void> {
    this.#changed()
    try {
      await connection.serve()
    } catch (error) {
      this.#parts.logger.error('connection.failed', error)
      wire.destroy()
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
    const isOpen = !this.#isDark() && !this.#faults().refuse && !isTaken
    await Promise.all([this.#listener.set(isOpen), this.#tlsListener?.set(isOpen)])
  }

  #tell(): void {
    for (const listener of this.#listeners) listener()
  }
}
