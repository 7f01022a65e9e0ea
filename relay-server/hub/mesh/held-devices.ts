// Which devices this hub answers for: one subscription each, on the device's own subject.
//
//   session opened ──▶ claim: older holders let go ──▶ subscribe ──▶ claim again: whoever came meanwhile is compared
//   session opened again ──▶ it keeps its subscription: nobody is told meanwhile that its device is gone
//   session ended, or a newer one on another hub claims ──▶ the subscription drains: what is on its way is answered
//
// A device whose older session is on a hub that answers nothing waits `claimTimeoutMs`; no other device waits with it.
import { causeOf, type Logger } from '@pharmacy-relay/shared/logger.ts'
import type { PeerAddress } from '../sessions/session-table.ts'
import { type Claim, decodeReply, encodeRequest, subjectOf } from './mesh-message.ts'
import {
  type MeshConnection,
  type MeshMessage,
  type MeshSubscription,
  isNobodyThere,
} from './mesh-connection.ts'

export interface HeldDevicesParts {
  readonly hubId: string
  readonly claimTimeoutMs: number
  readonly logger: Logger
  /** Answers what another hub asks of a device. */
  readonly answer: (address: PeerAddress, message: MeshMessage) => void
}

interface Held {
  readonly address: PeerAddress
  /** Of the newest session here. */
  connSeq: number
  subscription: MeshSubscription | null
  /** Another hub has a newer session. */
  isOutranked: boolean
}

/** Claims under way when all are asked for anew. */
const MAX_CLAIMING = 200

export class HeldDevices {
  readonly #parts: HeldDevicesParts
  readonly #heldBySubject = new Map<string, Held>()
  #connection: MeshConnection | null = null

  constructor(parts: HeldDevicesParts) {
    this.#parts = parts
  }

  /** `connSeq` of the newest session of the device here; null when there is none any more. */
  set(address: PeerAddress, connSeq: number | null): void {
    const subject = subjectOf(address)
    const held = this.#heldBySubject.get(subject)
    if (connSeq === null) {
      this.#heldBySubject.delete(subject)
      if (held !== undefined) release(held)
      return
    }
    if (held === undefined) this.#add(subject, { address, connSeq, subscription: null, isOutranked: false })
    else this.#renumber(held, connSeq)
  }

  /** True when a newer session of the device is on another hub. */
  isOutranked(address: PeerAddress): boolean {
    return this.#heldBySubject.get(subjectOf(address))?.isOutranked ?? false
  }

  /** Another hub is about to hold the device. Returns whether it may; then this hub has let go. */
  yieldTo(address: PeerAddress, claim: Claim): boolean {
    const held = this.#heldBySubject.get(subjectOf(address))
    if (held === undefined) return true
    if (!outranks(claim, { connSeq: held.connSeq, hubId: this.#parts.hubId })) return false
    held.isOutranked = true
    release(held)
    return true
  }

  /** There is a new connection, which knows of no device yet. */
  async connected(connection: MeshConnection): Promise<void> {
    this.#connection = connection
    for (const held of this.#heldBySubject.values()) forget(held)
    await this.#takeEach([...this.#heldBySubject.values()])
  }

  disconnected(): void {
    this.#connection = null
    for (const held of this.#heldBySubject.values()) forget(held)
  }

  /** Asks again for what another hub had a newer session of: that may have ended. */
  async retry(): Promise<void> {
    await this.#takeEach([...this.#heldBySubject.values()].filter((held) => held.subscription === null))
  }

  #add(subject: string, held: Held): void {
    this.#heldBySubject.set(subject, held)
    void this.#take(held)
  }

  #renumber(held: Held, connSeq: number): void {
    if (held.connSeq === connSeq) return
    held.connSeq = connSeq
    if (held.subscription === null) void this.#take(held)
  }

  async #takeEach(waiting: Held[]): Promise<void> {
    const work = async (): Promise<void> => {
      for (let held = waiting.pop(); held !== undefined; held = waiting.pop()) await this.#take(held)
    }
    await Promise.all(Array.from({ length: Math.min(MAX_CLAIMING, waiting.length) }, work))
  }

  /** Never throws: without a connection there is nothing to take, and the next one asks again. */
  async #take(held: Held): Promise<void> {
    const connection = this.#connection
    if (connection === null) return
    try {
      await this.#claimAndSubscribe(connection, held)
    } catch (error) {
      this.#parts.logger.debug('mesh.not-taken', { cause: causeOf(error) })
    }
  }

  async #claimAndSubscribe(connection: MeshConnection, held: Held): Promise<void> {
    const { connSeq } = held
    const stillWanted = (): boolean =>
      this.#connection === connection &&
      this.#heldBySubject.get(subjectOf(held.address)) === held &&
      held.connSeq === connSeq
    const isOurs = await this.#claim(connection, held)
    if (!stillWanted()) return
    held.isOutranked = !isOurs
    if (!isOurs) return release(held)
    if (held.subscription !== null) return
    const subscription = this.#subscribe(connection, held)
    if (await this.#claim(connection, held)) return
    if (held.subscription !== subscription) return
    // The registry opened the session again meanwhile: whoever was newer than it may be older now.
    if (held.connSeq !== connSeq) return this.#claimAndSubscribe(connection, held)
    held.isOutranked = true
    release(held)
  }

  #subscribe(connection: MeshConnection, held: Held): MeshSubscription {
    const subscription = connection.subscribe(subjectOf(held.address), {
      callback: (error, message) => {
        if (error === null) this.#parts.answer(held.address, message)
        else this.#parts.logger.warn('mesh.subscription-failed', { cause: causeOf(error) })
      },
    })
    held.subscription = subscription
    return subscription
  }

  /** False when a hub with a newer session answered; no answer at all is consent. */
  async #claim(connection: MeshConnection, { address, connSeq }: Held): Promise<boolean> {
    const { hubId, claimTimeoutMs } = this.#parts
    const { customerId } = address
    const request = encodeRequest({ kind: 'claim', customerId, claim: { connSeq, hubId } })
    try {
      const answer = await connection.request(subjectOf(address), request, { timeout: claimTimeoutMs })
      const reply = decodeReply(answer.data)
      return reply.kind !== 'claimed' || reply.isYours
    } catch (error) {
      if (!isNobodyThere(error)) this.#parts.logger.debug('mesh.claim-unanswered', { cause: causeOf(error) })
      return true
    }
  }
}

function outranks(one: Claim, other: Claim): boolean {
  if (one.connSeq !== other.connSeq) return one.connSeq > other.connSeq
  return one.hubId > other.hubId
}

/** What is on its way is still answered; the connection may be gone already. */
function release(held: Held): void {
  held.subscription?.drain().catch(() => undefined)
  held.subscription = null
}

/** The subscription went with its connection. */
function forget(held: Held): void {
  held.subscription = null
  held.isOutranked = false
}
