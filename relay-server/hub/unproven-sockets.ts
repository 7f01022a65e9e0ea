// Counts sockets that have not registered yet, per address (IPv6: per /64) and in total; a registered device counts for nobody.

/** One socket's place among the unproven. */
export interface UnprovenTicket {
  readonly address: string
  /** The socket registered or is gone. May be called any number of times. */
  readonly release: () => void
}

export class UnprovenSockets {
  readonly #limits: { readonly perAddress: number; readonly total: number }
  readonly #countByAddress = new Map<string, number>()
  #total = 0

  constructor(limits: { readonly perAddress: number; readonly total: number }) {
    this.#limits = limits
  }

  get total(): number {
    return this.#total
  }

  /** Null when this address, or the hub, holds as many unproven sockets as it may. */
  admit(address: string): UnprovenTicket | null {
    const count = this.#countByAddress.get(address) ?? 0
    if (count >= this.#limits.perAddress || this.#total >= this.#limits.total) return null
    this.#countByAddress.set(address, count + 1)
    this.#total += 1
    let held = true
    return {
      address,
      release: () => {
        if (held) this.#release(address)
        held = false
      },
    }
  }

  #release(address: string): void {
    const count = (this.#countByAddress.get(address) ?? 1) - 1
    if (count === 0) this.#countByAddress.delete(address)
    else this.#countByAddress.set(address, count)
    this.#total -= 1
  }
}
