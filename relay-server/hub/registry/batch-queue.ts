// Which operations go into the next batch: oldest first, never ahead of an earlier operation of the same session.
import type { HubOperation, RegistryOperation } from '@pharmacy-relay/shared/api/relay-registry.ts'

/** An operation that waits for its result, with its size on the wire. */
export interface Waiting {
  readonly operation: HubOperation
  readonly bytes: number
  /** Kept by the queue: true while the operation is in it. */
  queued: boolean
}

export interface QueueLimits {
  readonly maxOperations: number
  readonly maxBytes: number
  readonly maxBatchOperations: number
  readonly maxBatchBytes: number
}

/** Operations with the same key are sent in order. All leases share one; a computer that pairs has no session yet. */
export function orderKey(operation: RegistryOperation): string {
  if (operation.kind === 'lease' || operation.kind === 'other') return operation.kind
  return operation.kind === 'pair' ? `pair ${operation.hello.installId}` : operation.sessionId
}

function isLease({ operation }: Waiting): boolean {
  return operation.kind === 'lease'
}

export class BatchQueue<W extends Waiting> {
  readonly #limits: QueueLimits
  readonly #busyKeys = new Set<string>()
  #waiting: W[] = []
  #bytes = 0

  constructor(limits: QueueLimits) {
    this.#limits = limits
  }

  get length(): number {
    return this.#waiting.length
  }

  /** False when the queue is full. A lease always finds room and goes first: the hub lives by it. */
  add(entry: W): boolean {
    if (isLease(entry)) {
      const firstOther = this.#waiting.findIndex((other) => !isLease(other))
      this.#waiting.splice(firstOther === -1 ? this.#waiting.length : firstOther, 0, entry)
    } else {
      const full =
        this.#waiting.length >= this.#limits.maxOperations ||
        this.#bytes + entry.bytes > this.#limits.maxBytes
      if (full) return false
      this.#waiting.push(entry)
    }
    entry.queued = true
    this.#bytes += entry.bytes
    return true
  }

  remove(entry: W): void {
    if (!entry.queued) return
    this.#waiting.splice(this.#waiting.indexOf(entry), 1)
    entry.queued = false
    this.#bytes -= entry.bytes
  }

  /** The next batch, possibly empty. Its keys stay busy until `settle`. */
  take(): W[] {
    const batch: W[] = []
    const left: W[] = []
    const skippedKeys = new Set<string>()
    let bytes = 0
    for (const entry of this.#waiting) {
      const key = orderKey(entry.operation)
      const fits =
        batch.length < this.#limits.maxBatchOperations &&
        (batch.length === 0 || bytes + entry.bytes <= this.#limits.maxBatchBytes)
      if (fits && !this.#busyKeys.has(key) && !skippedKeys.has(key)) {
        batch.push(entry)
        bytes += entry.bytes
      } else {
        skippedKeys.add(key)
        left.push(entry)
      }
    }
    for (const entry of batch) {
      entry.queued = false
      this.#busyKeys.add(orderKey(entry.operation))
    }
    this.#waiting = left
    this.#bytes -= bytes
    return batch
  }

  /** Ends a batch; what has to be sent again goes back to the front in its old order, behind leases. */
  settle(batch: readonly W[], again: readonly W[]): void {
    for (const entry of batch) this.#busyKeys.delete(orderKey(entry.operation))
    if (again.length === 0) return
    const waiting = [...again, ...this.#waiting]
    this.#waiting = [...waiting.filter(isLease), ...waiting.filter((entry) => !isLease(entry))]
    for (const entry of again) {
      entry.queued = true
      this.#bytes += entry.bytes
    }
  }
}
