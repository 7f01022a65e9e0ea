// What other hubs ask of the devices of this one: the pharmacy is compared once more, then it is done as for a peer here.
import { HubError } from '@pharmacy-relay/shared/hub/request-reply.ts'
import { causeOf, type Logger } from '@pharmacy-relay/shared/logger.ts'
import { failpoint } from '../relay/failpoint.ts'
import type { LocalPeers } from '../relay/local-peers.ts'
import type { PeerAddress } from '../sessions/session-table.ts'
import type { Session } from '../sessions/session.ts'
import type { MeshMessage } from './mesh-connection.ts'
import { type Claim, decodeRequest, encodeReply, type MeshReply, type MeshRequest } from './mesh-message.ts'

export interface PeerAnswersParts {
  /** Lets go of the device; false when this hub has the newer session. */
  readonly yieldTo: (address: PeerAddress, claim: Claim) => boolean
  readonly logger: Logger
}

type IsOutranked = (address: PeerAddress) => boolean

export class PeerAnswers {
  readonly #parts: PeerAnswersParts
  #local: LocalPeers | null = null
  #isOutranked: IsOutranked = () => false
  #delivered = 0

  constructor(parts: PeerAnswersParts) {
    this.#parts = parts
  }

  /** Messages that devices here took. */
  get delivered(): number {
    return this.#delivered
  }

  serve(local: LocalPeers, isOutranked: IsOutranked): void {
    this.#local = local
    this.#isOutranked = isOutranked
  }

  /** One request on the subject of `address`: one reply, and what it asks begins within the call. */
  answer(address: PeerAddress, message: MeshMessage): void {
    void this.#replyTo(address, message.data).then((reply) => {
      try {
        message.respond(encodeReply(reply))
      } catch (error) {
        // The connection is gone: whoever asked is told that nobody answered.
        this.#parts.logger.debug('mesh.answer-unheard', { cause: causeOf(error) })
      }
    })
  }

  /** Never throws. */
  async #replyTo(address: PeerAddress, data: Uint8Array): Promise<MeshReply> {
    try {
      const { request, payload } = decodeRequest(data)
      if (request.customerId !== address.customerId) throw unknown()
      return await this.#done(address, request, payload)
    } catch (error) {
      if (error instanceof HubError) return refusal(error)
      this.#parts.logger.error('mesh.answer-failed', error)
      return refusal(new HubError('INTERNAL', 'Something went wrong on the hub of that device'))
    }
  }

  async #done(address: PeerAddress, request: MeshRequest, payload: Uint8Array): Promise<MeshReply> {
    if (request.kind === 'other')
      throw new HubError('NOT_SUPPORTED', 'This is not known to the hub of that device')
    if (request.kind === 'claim')
      return { kind: 'claimed', isYours: this.#parts.yieldTo(address, request.claim) }
    const { local, target } = this.#target(address)
    if (request.kind === 'nudge') return { kind: 'nudged', response: await local.nudge(target) }
    failpoint('FP5')
    await local.pass(target, { from: request.from, payload })
    this.#delivered += 1
    return { kind: 'delivered' }
  }

  #target(address: PeerAddress): { readonly local: LocalPeers; readonly target: Session } {
    // A newer session is elsewhere, and its hub may have heard the same request.
    if (this.#isOutranked(address)) throw new HubError('PEER_GONE', 'The device is on another hub')
    const local = this.#local
    const target = local?.find(address) ?? null
    if (local === null || target === null) throw new HubError('PEER_OFFLINE', 'That device is offline')
    // `find` looks in that pharmacy alone; this is the wall's second leaf.
    if (target.opened?.customerId !== address.customerId) throw unknown()
    return { local, target }
  }
}

function unknown(): HubError {
  return new HubError('PEER_UNKNOWN', 'There is no such device in this pharmacy')
}

function refusal({ code, message }: HubError): MeshReply {
  return { kind: 'refused', code, message: message.slice(0, 500) }
}
