// What waits for other hubs: so much in all, and so much of one pharmacy, because a hub that hangs, or devices that take
// nothing, must leave room for everybody else's.
import { HubError } from '@pharmacy-relay/shared/hub/request-reply.ts'
import type { HubSettings } from '../limits/settings.ts'

type RemoteLimits = Pick<HubSettings, 'maxRemoteBytes' | 'maxRemoteBytesPerPharmacy'>

/** What a request takes beside its payload. */
const ENVELOPE_BYTES = 1_024

export class RemoteBudget {
  readonly #limits: RemoteLimits
  readonly #bytesByPharmacy = new Map<number, number>()
  #bytes = 0

  constructor(limits: RemoteLimits) {
    this.#limits = limits
  }

  /** `work` begins within the call. Throws HubError QUEUE_FULL when there is no room for it. */
  async run<T>(customerId: number, payloadBytes: number, work: () => Promise<T>): Promise<T> {
    const bytes = payloadBytes + ENVELOPE_BYTES
    if (!this.#hasRoom(customerId, bytes))
      throw new HubError('QUEUE_FULL', 'Too much is under way to other hubs')
    this.#add(customerId, bytes)
    try {
      return await work()
    } finally {
      this.#add(customerId, -bytes)
    }
  }

  #hasRoom(customerId: number, bytes: number): boolean {
    const { maxRemoteBytes, maxRemoteBytesPerPharmacy } = this.#limits
    const ofPharmacy = this.#bytesByPharmacy.get(customerId) ?? 0
    return ofPharmacy + bytes <= maxRemoteBytesPerPharmacy && this.#bytes + bytes <= maxRemoteBytes
  }

  #add(customerId: number, bytes: number): void {
    const ofPharmacy = (this.#bytesByPharmacy.get(customerId) ?? 0) + bytes
    this.#bytes += bytes
    if (ofPharmacy === 0) this.#bytesByPharmacy.delete(customerId)
    else this.#bytesByPharmacy.set(customerId, ofPharmacy)
  }
}
