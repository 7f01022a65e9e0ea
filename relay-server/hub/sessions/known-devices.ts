// What the hub remembers of devices beyond their sessions: that they exist, and the newest presence told of each.
import type { DeviceStatus } from '@pharmacy-relay/shared/device.ts'

/** Forgets the device it heard of longest ago; a forgotten one is answered PEER_UNKNOWN until it is heard of again. */
const MAX_KNOWN = 100_000

interface Known {
  readonly presenceSeq: number
  /** Null before any was told. */
  readonly status: DeviceStatus | null
}

export class KnownDevices {
  readonly #knownByDevice = new Map<string, Known>()

  /** True when this hub has heard of the device in that pharmacy. */
  has(customerId: number, deviceKey: string): boolean {
    return this.#knownByDevice.has(nameOf(customerId, deviceKey))
  }

  remember(customerId: number, deviceKey: string): void {
    const name = nameOf(customerId, deviceKey)
    this.#put(name, this.#knownByDevice.get(name) ?? { presenceSeq: 0, status: null })
  }

  /** Notes a presence; false when one as new was noted before, or the status is the one that was. */
  advance(device: {
    readonly customerId: number
    readonly deviceKey: string
    readonly presenceSeq: number
    readonly status: DeviceStatus
  }): boolean {
    const name = nameOf(device.customerId, device.deviceKey)
    const known = this.#knownByDevice.get(name)
    if (device.presenceSeq <= (known?.presenceSeq ?? 0)) return false
    this.#put(name, { presenceSeq: device.presenceSeq, status: device.status })
    return device.status !== known?.status
  }

  #put(name: string, known: Known): void {
    this.#knownByDevice.delete(name)
    this.#knownByDevice.set(name, known)
    if (this.#knownByDevice.size <= MAX_KNOWN) return
    const oldest = this.#knownByDevice.keys().next()
    if (!oldest.done) this.#knownByDevice.delete(oldest.value)
  }
}

function nameOf(customerId: number, deviceKey: string): string {
  return `${customerId} ${deviceKey}`
}
