// What the hub remembers of devices beyond their sessions: that they exist, and the newest presence told of each.

/** Forgets the device it heard of longest ago; a forgotten one is answered PEER_UNKNOWN until it is heard of again. */
const MAX_KNOWN = 100_000

export class KnownDevices {
  readonly #presenceSeqByDevice = new Map<string, number>()

  /** True when this hub has heard of the device in that pharmacy. */
  has(customerId: number, deviceKey: string): boolean {
    return this.#presenceSeqByDevice.has(nameOf(customerId, deviceKey))
  }

  remember(customerId: number, deviceKey: string): void {
    const name = nameOf(customerId, deviceKey)
    this.#put(name, this.#presenceSeqByDevice.get(name) ?? 0)
  }

  /** Notes a presence; false when one as new was noted before. */
  advance(device: {
    readonly customerId: number
    readonly deviceKey: string
    readonly presenceSeq: number
  }): boolean {
    const name = nameOf(device.customerId, device.deviceKey)
    if (device.presenceSeq <= (this.#presenceSeqByDevice.get(name) ?? 0)) return false
    this.#put(name, device.presenceSeq)
    return true
  }

  #put(name: string, presenceSeq: number): void {
    this.#presenceSeqByDevice.delete(name)
    this.#presenceSeqByDevice.set(name, presenceSeq)
    if (this.#presenceSeqByDevice.size <= MAX_KNOWN) return
    const oldest = this.#presenceSeqByDevice.keys().next()
    if (!oldest.done) this.#presenceSeqByDevice.delete(oldest.value)
  }
}

function nameOf(customerId: number, deviceKey: string): string {
  return `${customerId} ${deviceKey}`
}
