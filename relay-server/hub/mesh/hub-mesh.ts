// The other hubs, over NATS: a message or nudge goes to the one hub that holds the target, and has one outcome.
//
//   PeerRelay ── request on the device's subject ──▶ NATS ──▶ the hub that holds it ── LocalPeers ──▶ the device
//             ◀── delivered · nudged · refused · nobody holds it · no answer in time ──
//
// A hub that hangs makes its own devices wait and no others: no other hub listens for them, and nothing waits in a row.
import type { NudgeResponse } from '@pharmacy-relay/shared/device.ts'
import type { Cancel, Clock } from '@pharmacy-relay/shared/clock.ts'
import { HubError } from '@pharmacy-relay/shared/hub/request-reply.ts'
import type { Logger } from '@pharmacy-relay/shared/logger.ts'
import type { LocalPeers, PeerMessage } from '../relay/local-peers.ts'
import type { OtherHubs } from '../relay/peer-relay.ts'
import type { PeerAddress } from '../sessions/session-table.ts'
import type { Random } from '@pharmacy-relay/shared/random.ts'
import type { HubSettings } from '../limits/settings.ts'
import { HeldDevices } from './held-devices.ts'
import { type ConnectMesh, isNobodyThere, isNotSent } from './mesh-connection.ts'
import { decodeReply, encodeRequest, subjectOf, type MeshReply, type MeshRequest } from './mesh-message.ts'
import { NatsLink } from './nats-link.ts'
import type { NatsServers } from './nats-servers.ts'
import { PeerAnswers } from './peer-answers.ts'
import { RemoteBudget } from './remote-budget.ts'

export interface HubMeshParts {
  readonly hubId: string
  readonly servers: NatsServers
  readonly settings: HubSettings
  readonly clock: Clock
  readonly random: Random
  readonly logger: Logger
  /** NATS's own client, when left out. */
  readonly connect?: ConnectMesh
}

/** Counted since the start. */
export interface MeshFacts {
  /** False while NATS is away. */
  readonly isUp: boolean
  /** Messages that other hubs' devices took. */
  readonly relayedToHubs: number
  /** Messages of other hubs' devices that devices here took. */
  readonly relayedFromHubs: number
  /** Requests that no hub answered in time. */
  readonly unanswered: number
}

/** A request that another hub did not answer is given up so long after that hub's own limit. */
const MARGIN_MS = 1_000
const RETRY_MS = 30_000

export class HubMesh implements OtherHubs {
  readonly #parts: HubMeshParts
  readonly #link: NatsLink
  readonly #held: HeldDevices
  readonly #answers: PeerAnswers
  readonly #budget: RemoteBudget
  #relayed = 0
  #unanswered = 0
  #cancelRetry: Cancel = () => undefined

  constructor(parts: HubMeshParts) {
    this.#parts = parts
    const { hubId, servers, settings, clock, random, logger, connect } = parts
    this.#budget = new RemoteBudget(settings)
    this.#answers = new PeerAnswers({
      logger,
      yieldTo: (address, claim) => this.#held.yieldTo(address, claim),
    })
    this.#held = new HeldDevices({
      hubId,
      logger,
      claimTimeoutMs: settings.claimTimeoutMs,
      answer: (address, message) => this.#answers.answer(address, message),
    })
    this.#link = new NatsLink({
      servers,
      clock,
      random,
      logger,
      connect,
      name: `relay hub ${hubId}`,
      onUp: (connection) => void this.#held.connected(connection),
      onDown: () => this.#held.disconnected(),
    })
  }

  /** Begins to connect; `local` takes what other hubs send. */
  start(local: LocalPeers): void {
    this.#answers.serve(local, (address) => this.#held.isOutranked(address))
    void this.#link.run()
    this.#planRetry()
  }

  async stop(): Promise<void> {
    this.#cancelRetry()
    await this.#link.stop()
  }

  /** `connSeq` of the newest session of the device here; null when there is none any more. */
  holds(address: PeerAddress, connSeq: number | null): void {
    this.#held.set(address, connSeq)
  }

  /** True when another hub has a newer session of the device than this one. */
  isOutranked(address: PeerAddress): boolean {
    return this.#held.isOutranked(address)
  }

  facts(): MeshFacts {
    return {
      isUp: this.#link.current !== null,
      relayedToHubs: this.#relayed,
      relayedFromHubs: this.#answers.delivered,
      unanswered: this.#unanswered,
    }
  }

  /**
   * Leaves within the call. True once the target's socket has taken it; false when no hub holds the device. Throws HubError:
   * what the other hub answered, TIMEOUT (it may have arrived), UNAVAILABLE (it has not left), QUEUE_FULL.
   */
  async relay(address: PeerAddress, { from, payload }: PeerMessage): Promise<boolean> {
    const { customerId } = address
    const head: MeshRequest = { kind: 'relay', customerId, from }
    const limitMs = this.#parts.settings.drainWithinMs
    const reply = await this.#budget.run(customerId, payload.byteLength, async () =>
      this.#ask(address, encodeRequest(head, payload), limitMs),
    )
    if (reply !== null) this.#relayed += 1
    return reply !== null
  }

  /** Null when no hub holds the device. Throws HubError as `relay` does. */
  async nudge(address: PeerAddress): Promise<NudgeResponse | null> {
    const { customerId } = address
    const request = encodeRequest({ kind: 'nudge', customerId })
    const limitMs = this.#parts.settings.nudgeTimeoutMs
    const reply = await this.#budget.run(customerId, 0, async () => this.#ask(address, request, limitMs))
    return reply?.kind === 'nudged' ? reply.response : null
  }

  async #ask(address: PeerAddress, request: Uint8Array, limitMs: number): Promise<MeshReply | null> {
    const connection = this.#link.current
    if (connection === null) throw away()
    try {
      const answer = await connection.request(subjectOf(address), request, { timeout: limitMs + MARGIN_MS })
      const reply = decodeReply(answer.data)
      if (reply.kind === 'other')
        throw new HubError('INTERNAL', 'The other hub answered something that is not known here')
      if (reply.kind === 'refused') throw new HubError(reply.code, reply.message)
      return reply
    } catch (error) {
      if (error instanceof HubError) throw error
      if (isNobodyThere(error)) return null
      if (isNotSent(error)) throw away()
      this.#unanswered += 1
      throw new HubError('TIMEOUT', 'The hub of that device did not answer; it may have arrived', {
        cause: error,
      })
    }
  }

  #planRetry(): void {
    this.#cancelRetry = this.#parts.clock.after(RETRY_MS, () => {
      void this.#held.retry()
      this.#planRetry()
    })
  }
}

function away(): HubError {
  return new HubError(
    'UNAVAILABLE',
    'That device is not on this hub, and the others cannot be reached now: NATS is away',
  )
}
