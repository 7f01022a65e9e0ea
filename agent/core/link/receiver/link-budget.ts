// How many bytes of labels may be under way at a receiver: of one device, however often it connects, and of all.
import { LINK_LIMITS } from '@pharmacy-relay/shared/job-link.ts'

export class LinkBudget {
  readonly #ofDevice = new Map<string, number>()
  #total = 0

  /** Bytes of all devices. */
  get totalBytes(): number {
    return this.#total
  }

  /** False when they are too many; nothing is taken then. */
  take(deviceKey: string, bytes: number): boolean {
    const ofDevice = (this.#ofDevice.get(deviceKey) ?? 0) + bytes
    if (ofDevice > LINK_LIMITS.linkBytes || this.#total + bytes > LINK_LIMITS.totalBytes) return false
    this.#ofDevice.set(deviceKey, ofDevice)
    this.#total += bytes
    return true
  }

  /** What was taken before. */
  give(deviceKey: string, bytes: number): void {
    const left = (this.#ofDevice.get(deviceKey) ?? 0) - bytes
    if (left > 0) this.#ofDevice.set(deviceKey, left)
    else this.#ofDevice.delete(deviceKey)
    this.#total -= bytes
  }
}
