// The computers that this one keeps links to: the one with the first printer, and the one with the standby printer.
import type { TrustedPeer } from '../link-parts.ts'
import type { LinkClient, LinkPlace } from './link-client.ts'

/** A computer that labels are handed to. */
export interface LinkTarget {
  readonly deviceKey: string
  readonly place: LinkPlace
}

export interface LinkClientsParts {
  readonly trusted: (deviceKey: string) => TrustedPeer | null
  /** Not started. `place`: where it is said to be, asked each time. */
  readonly make: (peer: TrustedPeer, place: () => LinkPlace) => LinkClient
}

const NOWHERE: LinkPlace = { addresses: [], port: 1 }

export class LinkClients {
  readonly #parts: LinkClientsParts
  readonly #clients = new Map<string, LinkClient>()
  #targets: readonly LinkTarget[] = []

  constructor(parts: LinkClientsParts) {
    this.#parts = parts
  }

  /** From now on these, whose places may be others than before; links to the rest end. */
  apply(targets: readonly LinkTarget[]): void {
    this.#targets = targets
    for (const [deviceKey, client] of this.#clients)
      if (targets.some((target) => target.deviceKey === deviceKey)) client.retryNow()
      else this.#stop(deviceKey)
    this.#start()
  }

  /** Who is trusted has changed. */
  peersChanged(): void {
    for (const deviceKey of this.#clients.keys())
      if (this.#parts.trusted(deviceKey) === null) this.#stop(deviceKey)
    this.#start()
  }

  /** Null while it is not trusted. */
  get(deviceKey: string): LinkClient | null {
    return this.#clients.get(deviceKey) ?? null
  }

  hubUp(): void {
    for (const client of this.#clients.values()) client.hubUp()
  }

  stop(): void {
    this.apply([])
  }

  #start(): void {
    for (const { deviceKey } of this.#targets) {
      const peer = this.#clients.has(deviceKey) ? null : this.#parts.trusted(deviceKey)
      if (peer === null) continue
      const place = (): LinkPlace =>
        this.#targets.find((target) => target.deviceKey === deviceKey)?.place ?? NOWHERE
      const client = this.#parts.make(peer, place)
      this.#clients.set(deviceKey, client)
      client.start()
    }
  }

  #stop(deviceKey: string): void {
    this.#clients.get(deviceKey)?.stop()
    this.#clients.delete(deviceKey)
  }
}
