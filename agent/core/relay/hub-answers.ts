// What the agent answers when the hub asks: heartbeats, assignments, news, restart notices, and the requests of staff.
import type { NudgeAnswer } from '@pharmacy-relay/shared/device.ts'
import type { RestartNotice } from '@pharmacy-relay/shared/hub/relay-hub.ts'
import { HubError } from '@pharmacy-relay/shared/hub/request-reply.ts'
import type { Logger } from '@pharmacy-relay/shared/logger.ts'
import { ProblemError } from '@pharmacy-relay/shared/problem.ts'
import type { z } from 'zod'
import { instant, type Clock } from '@pharmacy-relay/shared/clock.ts'
import { receivedAssignment } from '../assignment/received-assignment.ts'
import { tracedRequests } from './traced-requests.ts'
import type { SupportNews } from './help-line.ts'
import type { HubNews } from './peer-messages.ts'
import type { Answers } from './hub-session.ts'
import type { PairingNews } from './pairing-news.ts'
import type { PrintingService } from './printing-service.ts'

export interface HubAnswersParts {
  readonly clock: Clock
  readonly bootId: string
  readonly logger: Logger
  readonly printing: PrintingService
  readonly hubNews: () => HubNews
  readonly pairing: PairingNews
  readonly onHeartbeat: () => void
  readonly support: SupportNews
  readonly onRestarting: (notice: z.output<typeof RestartNotice>) => void
}

/** Lives as long as the process, because `seq` rises within a boot id, across connections. */
export class HubAnswers {
  readonly #parts: HubAnswersParts
  #seq = 0
  #latencyMs: number | null = null
  #hubAheadMs: number | null = null

  constructor(parts: HubAnswersParts) {
    this.#parts = parts
  }

  /** As the hub measured it last; null before its first measurement on this connection. */
  get latencyMs(): number | null {
    return this.#latencyMs
  }

  /** How far the clock of the hub was ahead of this computer's at its last heartbeat; null before the first. */
  get hubAheadMs(): number | null {
    return this.#hubAheadMs
  }

  forgetLatency(): void {
    this.#latencyMs = null
  }

  handlers(): Answers {
    const { printing, onHeartbeat } = this.#parts
    return {
      ...newsAnswers(this.#parts),
      ...printing.requests,
      AskTracedAsync: tracedRequests(printing.requests, this.#parts.logger),
      NudgeRequestAsync: async ({ isAlive, latencyMs, timestamp }) => {
        this.#hubAheadMs = Date.parse(timestamp) - this.#parts.clock.wallMs()
        if (isAlive) this.#latencyMs = latencyMs
        onHeartbeat()
        return this.#nudgeAnswer(latencyMs)
      },
      PrinterConfigChangedAsync: async (document) => {
        printing.receive(receivedAssignment(document))
        return null
      },
    }
  }

  #nudgeAnswer(latencyMs: number): NudgeAnswer {
    const { printing } = this.#parts
    const { version, hash } = printing.held()
    this.#seq += 1
    return {
      isAlive: true,
      latencyMs,
      timestamp: instant(this.#parts.clock.wallMs()),
      seq: this.#seq,
      bootId: this.#parts.bootId,
      queueDepth: printing.queueDepth(),
      configVersion: version,
      configHash: hash,
    }
  }
}

/** What the hub only tells. */
function newsAnswers({ logger, hubNews, pairing, onRestarting, support }: HubAnswersParts) {
  return {
    HelpChangedAsync: async () => {
      support.changed()
      return null
    },
    SupportPresenceAsync: async (presence) => {
      support.presence(presence)
      return null
    },
    PharmacyChangedAsync: async (pharmacy) => {
      await pairing.moved(pharmacy).catch(refused)
      return null
    },
    NewIdentityAsync: async ({ code }) => {
      pairing.becomesAnother(code)
      return null
    },
    DeviceStatusChangedAsync: async (deviceKey, status) => {
      logger.debug('relay.other-device', { deviceKey: deviceKey.slice(0, 8), status })
      if (status === 'Offline') hubNews().peerOffline(deviceKey)
      return null
    },
    // The role alone changes nothing here: the agent acts on the whole printer assignment only.
    RoleChangedAsync: async (role) => {
      logger.info('relay.role-announced', { role })
      return null
    },
    RestartingAsync: async (notice) => {
      logger.info('relay.hub-restarts', { afterMs: notice.afterMs, windowMs: notice.windowMs })
      onRestarting(notice)
      return null
    },
    // Within the call: the order of one sender's messages is part of what they say.
    ReceiveMessageAsync: async (senderDeviceKey, payload) => {
      hubNews().received(senderDeviceKey, payload)
      return null
    },
  } satisfies Partial<Answers>
}

/** The hub hears the device's own words. */
function refused(error: unknown): never {
  if (!(error instanceof ProblemError)) throw error
  const code = error.code === 'state_conflict' ? 'NOT_SUPPORTED' : 'UNAVAILABLE'
  throw new HubError(code, error.reason ?? error.message)
}
