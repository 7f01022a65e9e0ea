// The roll: what came out of the printer, newest last, within limits of entries and bytes.
import { createHash } from 'node:crypto'
import { instant, type Clock } from '@pharmacy-relay/shared/clock.ts'
import type { JobEnd } from './print-job.ts'

/** What the printer knows about a job beside its bytes. */
export interface JobFacts {
  readonly end: JobEnd
  /** Complete formats in it. */
  readonly formats: number
  /** What it moved the odometer by. */
  readonly labelsPrinted: number
  readonly language: 'zpl' | 'bytes'
}

/** One job on the roll: the payload of one connection, without the status queries in it. */
export interface RollEntry extends JobFacts {
  /** 1, 2, 3, …; never used again, also after the roll was emptied. */
  readonly n: number
  /** Of the payload, in lower case hex. */
  readonly sha256: string
  /** Length of the payload. */
  readonly bytes: number
  /** When it was complete; ISO 8601 UTC. */
  readonly at: string
}

export interface RollLimits {
  readonly maxEntries: number
  /** Of all payloads together; the oldest are dropped first, their entries stay. */
  readonly maxBytes: number
}

export class Roll {
  readonly #limits: RollLimits
  readonly #clock: Clock
  readonly #entryByN = new Map<number, RollEntry>()
  readonly #payloadByN = new Map<number, Buffer>()
  readonly #listeners = new Set<() => void>()
  #lastN = 0
  #bytesKept = 0

  constructor({ limits, clock }: { readonly limits: RollLimits; readonly clock: Clock }) {
    this.#limits = limits
    this.#clock = clock
  }

  /** Every entry, oldest first. */
  entries(): RollEntry[] {
    return [...this.#entryByN.values()]
  }

  entry(n: number): RollEntry | null {
    return this.#entryByN.get(n) ?? null
  }

  /** Its bytes; null when there is no such entry or its payload was dropped. */
  payload(n: number): Buffer | null {
    return this.#payloadByN.get(n) ?? null
  }

  add(payload: Buffer, facts: JobFacts): RollEntry {
    const sha256 = createHash('sha256').update(payload).digest('hex')
    const at = instant(this.#clock.wallMs())
    const entry = { n: ++this.#lastN, sha256, bytes: payload.length, at, ...facts }
    this.#entryByN.set(entry.n, entry)
    this.#payloadByN.set(entry.n, payload)
    this.#bytesKept += payload.length
    this.#dropOldest()
    this.#tell()
    return entry
  }

  clear(): void {
    this.#entryByN.clear()
    this.#payloadByN.clear()
    this.#bytesKept = 0
    this.#tell()
  }

  /** Called after every entry and when the roll is emptied. */
  onChange(listener: () => void): void {
    this.#listeners.add(listener)
  }

  #dropOldest(): void {
    for (const n of this.#payloadByN.keys()) {
      if (this.#bytesKept <= this.#limits.maxBytes) break
      this.#dropPayload(n)
    }
    for (const n of this.#entryByN.keys()) {
      if (this.#entryByN.size <= this.#limits.maxEntries) break
      this.#dropPayload(n)
      this.#entryByN.delete(n)
    }
  }

  #dropPayload(n: number): void {
    this.#bytesKept -= this.#payloadByN.get(n)?.length ?? 0
    this.#payloadByN.delete(n)
  }

  #tell(): void {
    for (const listener of this.#listeners) listener()
  }
}
