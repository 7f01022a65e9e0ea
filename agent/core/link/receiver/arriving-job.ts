// One job as it comes to a receiver: what was announced, the bytes so far, and whether they are those.
import { createHash } from 'node:crypto'
import { LINK_LIMITS, type LinkJob } from '@pharmacy-relay/shared/job-link.ts'
import { LinkError } from '../link-parts.ts'

/** Without a byte of a job that has begun. */
const STALL_MS = 60_000
/** From its JOB to its last byte, so that a trickle ends too; as long as for a raw job. */
const LONGEST_MS = 15 * 60_000

export class ArrivingJob {
  readonly stream: number
  readonly spec: LinkJob
  /** Its JOB was the so many-th of its link. */
  readonly place: number
  /** Of the labels of its computer that are not over none is before it. */
  readonly goesFirst: boolean
  readonly #startedAtMs: number
  readonly #hash = createHash('sha256')
  /** Null when the bytes are counted off and dropped. */
  #payload: Buffer | null
  #received = 0
  #progressAtMs: number
  #isAsAnnounced: boolean | null = null
  /** Nothing speaks against it: the spool said that it does not know it yet, or is to find out when it takes it. */
  isNew = false
  /** The spool was asked whether it knows it. */
  isAsked = false
  isAnswered = false

  /** `isKept`: there is room for its bytes. */
  constructor(
    stream: number,
    spec: LinkJob,
    {
      isKept,
      nowMs,
      place,
      goesFirst,
    }: Pick<ArrivingJob, 'place' | 'goesFirst' | 'isKept'> & { nowMs: number },
  ) {
    this.stream = stream
    this.spec = spec
    this.place = place
    this.goesFirst = goesFirst
    this.#payload = isKept ? Buffer.alloc(spec.length) : null
    this.#startedAtMs = this.#progressAtMs = nowMs
  }

  get isWhole(): boolean {
    return this.#received === this.spec.length
  }

  get isKept(): boolean {
    return this.#payload !== null
  }

  /** False when these are more bytes than were announced. */
  add(bytes: Buffer, nowMs: number): boolean {
    if (this.#received + bytes.length > this.spec.length) return false
    if (this.#payload !== null) {
      bytes.copy(this.#payload, this.#received)
      this.#hash.update(bytes)
    }
    this.#received += bytes.length
    this.#progressAtMs = nowMs
    return true
  }

  /** When it is whole and kept. */
  isAsAnnounced(): boolean {
    this.#isAsAnnounced ??= this.#hash.digest('hex') === this.spec.sha256
    return this.#isAsAnnounced
  }

  /** What is left of its life. */
  leftMs(nowMs: number): number {
    return Math.floor(this.spec.ttlMs - (nowMs - this.#startedAtMs))
  }

  /** Throws LinkError timeout when it takes too long. */
  checkProgress(nowMs: number): void {
    if (this.isWhole) return
    if (nowMs - this.#progressAtMs >= STALL_MS || nowMs - this.#startedAtMs >= LONGEST_MS)
      throw new LinkError('timeout', 'a label stopped in the middle')
  }

  /** Hands the bytes over; they are no longer kept here. */
  payload(): Buffer {
    const payload = this.#payload
    if (payload === null) throw new Error('its bytes were not kept')
    this.#payload = null
    return payload
  }

  /** Its bytes are no longer needed. False when there were none. */
  drop(): boolean {
    const payload = this.#payload
    this.#payload = null
    // Of the rest no byte was written: a length that was a lie costs no memory.
    payload?.fill(0, 0, this.#received)
    return payload !== null
  }
}

/** What a receiver says it takes. */
export const RECEIVER_TAKES = { jobBytes: LINK_LIMITS.jobBytes, streams: LINK_LIMITS.streams } as const
