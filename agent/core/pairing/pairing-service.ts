// Carries out whose computer this is: pairs it with a code, takes it to another pharmacy.
//
//   agent pair CODE ─▶ hub says yes ─┐
//   PharmacyChangedAsync ────────────┴▶ another pharmacy? no role, what waits is held ─▶ kept ─▶ connects anew
//
// In this order: after a crash in between, labels of the old pharmacy have no way to a printer of the new one, and the hub
// says it again. Numbers of pharmacies are a platform's own: at another hub address the same number is another pharmacy.
import type { Reason } from '@pharmacy-relay/shared/reasons/reason.ts'
import { reason } from '@pharmacy-relay/shared/reasons/make-reason.ts'
import type { AgentParams, HubConnection } from '../../contract/agent-api.ts'
import type { Logger } from '@pharmacy-relay/shared/logger.ts'
import {
  NEEDS_PAIRING,
  type PairingAnswer,
  type PairingRequest,
  type PharmacyChange,
} from '@pharmacy-relay/shared/pairing.ts'
import { ProblemError } from '@pharmacy-relay/shared/problem.ts'
import type { Settings } from '../settings/settings.ts'
import { GatewayUrlText } from '../settings/hub-url.ts'
import { hubUrlFor } from './hub-url-for.ts'
import type { Membership } from './membership.ts'
import type { Pharmacy } from './pairing.queries.ts'
import { pairingProblem, refusedPairing } from './pairing-problem.ts'

export interface PairingServiceParts {
  readonly membership: Membership
  readonly settings: Settings
  /** Brings the code to that hub, once. Throws HubError. */
  readonly pairOnce: (hubUrl: string, request: PairingRequest) => Promise<PairingAnswer>
  /** No role until the next assignment, and what waits is held, for that reason. */
  readonly leave: (why: Reason) => Promise<void>
  readonly connection: () => HubConnection
  /** Tries the hub at once with what was known before. */
  readonly reconnect: () => void
  readonly logger: Logger
}

export class PairingService {
  readonly #parts: PairingServiceParts
  #isPairing = false
  #last: Promise<unknown> = Promise.resolve()

  constructor(parts: PairingServiceParts) {
    this.#parts = parts
  }

  /**
   * Pairs this computer; with `hubUrl` at that hub, which is stored when it said yes. Throws ProblemError in words:
   * state_conflict when it is paired, not shut out and not `again`, when no hub is known, or while it is being paired; request_refused,
   * rate_limited, upstream_unavailable and upstream_timeout as the hub answers; invalid for a wrong address.
   */
  async pair({ code, again, hubUrl }: AgentParams<'pair'>): Promise<PairingAnswer> {
    const { membership, settings } = this.#parts
    const { pharmacy } = membership
    if (pharmacy !== null && !again && !this.#isShutOut())
      throw refusedPairing(
        reason('paired_already', { pharmacy: pharmacy.pharmacyName }),
        `This computer is paired with ${pharmacy.pharmacyName}. To pair it anew: agent pair CODE --again`,
      )
    const url = hubUrlFor(settings, hubUrl)
    if (this.#isPairing) throw new ProblemError('state_conflict', reason('pairing_under_way', {}))
    this.#isPairing = true
    try {
      const answer = await this.bring(url, code)
      const { HubUrl: before } = settings.values()
      if (before !== url) settings.change('HubUrl', url)
      const isElsewhere = before !== null && before !== url
      if (answer.gatewayUrl !== undefined || isElsewhere) keepGateway(settings, answer.gatewayUrl)
      return answer
    } catch (error) {
      throw pairingProblem(error)
    } finally {
      this.#isPairing = false
    }
  }

  /** Brings a code to that hub and belongs to the pharmacy that it answers. Throws HubError, and what the disk throws. */
  async bring(hubUrl: string, code: string): Promise<PairingAnswer> {
    const { pairOnce, settings, logger } = this.#parts
    const { ComputerName, Username } = settings.values()
    const names = { computerName: ComputerName ?? 'computer', username: Username ?? 'user' }
    const answer = await pairOnce(hubUrl, { code, ...names })
    logger.info('pairing.accepted', { pharmacyId: answer.pharmacyId, state: answer.state })
    const { pharmacyId, pharmacyName } = answer
    await this.#inTurn(async () => this.#belongTo({ pharmacyId, pharmacyName, hubUrl }))
    return answer
  }

  /** As PairingNews says. */
  async moved({ pharmacyId, pharmacyName }: PharmacyChange): Promise<void> {
    await this.#inTurn(async () => this.#belongTo({ pharmacyId, pharmacyName, hubUrl: this.#platform() }))
  }

  async #inTurn(work: () => Promise<void>): Promise<void> {
    const done = this.#last.then(work)
    this.#last = done.catch(() => undefined)
    await done
  }

  /** Where it is paired. */
  #platform(): string | null {
    const { membership, settings } = this.#parts
    return membership.pharmacy?.hubUrl ?? settings.values().HubUrl
  }

  /** The hub said that a pairing code is what it takes: the Admin who makes one need not know that it was paired before. */
  #isShutOut(): boolean {
    const connection = this.#parts.connection()
    return connection.state === 'refused' && NEEDS_PAIRING.has(connection.code)
  }

  async #belongTo(pharmacy: Pharmacy): Promise<void> {
    const { membership, leave, connection, reconnect } = this.#parts
    const before = membership.pharmacy
    const isElsewhere = this.#platform() !== pharmacy.hubUrl
    const isAnother = before !== null && (before.pharmacyId !== pharmacy.pharmacyId || isElsewhere)
    if (isAnother) await leave(reason('moved', { pharmacy: before.pharmacyName }))
    membership.belongTo(pharmacy)
    // Who is connected there stays so.
    if (before !== null && !isAnother && connection().state !== 'online') reconnect()
  }
}

/** Of the platform that it was paired with last. An address that the agent may not use is none. */
function keepGateway(settings: Settings, given: string | undefined): void {
  const url = GatewayUrlText.safeParse(given).data ?? null
  const stored = settings.rows().find(({ name }) => name === 'GatewayUrl')
  if (stored?.source !== 'environment' && settings.values().GatewayUrl !== url)
    settings.change('GatewayUrl', url)
}
