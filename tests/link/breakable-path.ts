// A TCP way that a test opens, closes, lets hang and cuts in the middle: the local network, or the line to the hub.
import { once } from 'node:events'
import net from 'node:net'
import { onTestFinished } from 'vitest'

interface Place {
  readonly host: string
  readonly port: number
}

/**
 * `closed`: refused at once. `hanging`: new ones are taken and nothing passes on any, as behind a firewall that drops.
 * `mute`: what the far end answers is lost.
 */
type Mode = 'open' | 'closed' | 'hanging' | 'mute'

export class BreakablePath {
  #to: Place
  readonly #server: net.Server
  /** Each with whether it leads somewhere. */
  readonly #sockets = new Map<net.Socket, boolean>()
  #mode: Mode = 'open'
  /** Bytes towards the far end, after which it is closed in the middle. */
  #cutAfter = Number.POSITIVE_INFINITY
  #heard: Buffer[] = []

  constructor(to: Place) {
    this.#to = to
    this.#server = net.createServer((near) => this.#join(near))
  }

  /** Closed after the test. Port 0 takes a free one. */
  async start(at: Place): Promise<void> {
    this.#server.listen(at.port, at.host)
    await once(this.#server, 'listening')
    onTestFinished(() => {
      this.set('closed')
      this.#server.close()
    })
  }

  get port(): number {
    const address = this.#server.address()
    return address !== null && typeof address === 'object' ? address.port : 0
  }

  /** `closed` breaks off what is under way, `hanging` stops it, and `open` lets it go on. */
  set(mode: Mode): void {
    this.#cutAfter = Number.POSITIVE_INFINITY
    if (mode === this.#mode) return
    this.#mode = mode
    for (const [socket, isJoined] of this.#sockets) {
      if (mode === 'closed' || (mode === 'open' && !isJoined)) socket.destroy()
      else if (mode === 'hanging') socket.pause()
      else socket.resume()
    }
  }

  /** Somebody else answers from now on; what is under way is broken off. */
  leadTo(place: Place): void {
    this.set('closed')
    this.#to = place
    this.set('open')
  }

  /** Open for so many bytes towards the far end, on all connections together, and closed then. */
  cutAfter(bytes: number): void {
    this.set('open')
    this.#cutAfter = bytes
  }

  get isOpen(): boolean {
    return this.#mode === 'open'
  }

  /** Everything that came back from the far end. */
  heard(): Buffer {
    return Buffer.concat(this.#heard)
  }

  #join(near: net.Socket): void {
    near.on('error', () => undefined)
    if (this.#mode === 'closed') return void near.resetAndDestroy()
    if (this.#mode === 'hanging') return this.#keep(near, false)
    const far = net.connect({ ...this.#to, noDelay: true })
    this.#keep(near, true)
    this.#keep(far, true)
    near.setNoDelay(true)
    far.on('error', () => undefined)
    near.on('data', (chunk: Buffer) => {
      far.write(chunk)
      this.#count(chunk.length)
    })
    far.on('data', (chunk: Buffer) => this.#heard.push(chunk))
    far.on('data', (chunk: Buffer) => {
      if (this.#mode !== 'mute') near.write(chunk)
    })
    near.on('close', () => far.destroy())
    far.on('close', () => near.destroy())
  }

  #keep(socket: net.Socket, isJoined: boolean): void {
    this.#sockets.set(socket, isJoined)
    socket.on('close', () => this.#sockets.delete(socket))
  }

  #count(bytes: number): void {
    this.#cutAfter -= bytes
    if (this.#cutAfter <= 0) this.set('closed')
  }
}
