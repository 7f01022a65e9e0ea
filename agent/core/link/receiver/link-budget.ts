// How many bytes of labels may be under way at a receiver: of one device, however often it connects, and of all.
import { LINK_LIMITS, type LinkJob } from '@pharmacy-relay/shared/job-link.ts'

type Announced = Pick<LinkJob, 'id' | 'length'>

interface Taken {
  readonly job: Announced
  /** Whatever stands for the link that it comes over. */
  readonly link: object
}

export class LinkBudget {
  readonly #ofDevice = new Map<string, readonly Taken[]>()
  #total = 0

  /** Bytes of all devices. */
  get totalBytes(): number {
    return this.#total
  }

  /**
   * False when they are too many; nothing is taken then. A label that comes over both links of its device counts once for the
   * device: refused on one of them, it would be overtaken there by younger ones.
   */
  take(deviceKey: string, taken: Taken): boolean {
    const all = [...(this.#ofDevice.get(deviceKey) ?? []), taken]
    if (bytesOf(all) > LINK_LIMITS.linkBytes) return false
    if (this.#total + taken.job.length > LINK_LIMITS.totalBytes) return false
    this.#ofDevice.set(deviceKey, all)
    this.#total += taken.job.length
    return true
  }

  /** The very job that was taken. */
  give(deviceKey: string, job: Announced): void {
    const before = this.#ofDevice.get(deviceKey) ?? []
    const left = before.filter((taken) => taken.job !== job)
    if (left.length === before.length) return
    this.#total -= job.length
    if (left.length > 0) this.#ofDevice.set(deviceKey, left)
    else this.#ofDevice.delete(deviceKey)
  }
}

/** Of one device: each label as often as it is on the link that has it most often. */
function bytesOf(taken: readonly Taken[]): number {
  let bytes = 0
  for (const label of Map.groupBy(taken, ({ job }) => job.id).values()) {
    const onEachLink = [...Map.groupBy(label, ({ link }) => link).values()]
    bytes += Math.max(...onEachLink.map((all) => all.reduce((sum, { job }) => sum + job.length, 0)))
  }
  return bytes
}
