// What the agent answers when the hub asks: heartbeats, news about other devices, restart notices.
import type { NudgeAnswer } from '@pharmacy-relay/shared/device.ts'
import type { IRelayClient, RestartNotice } from '@pharmacy-relay/shared/hub/relay-hub.ts'
import { HubError, type Handlers } from '@pharmacy-relay/shared/hub/request-reply.ts'
import type { Logger } from '@pharmacy-relay/shared/logger.ts'
import type { z } from 'zod'
import { instant, type Clock } from '@pharmacy-relay/shared/clock.ts'

export interface HubAnswersParts {
  readonly clock: Clock
  readonly bootId: string
  readonly logger: Logger
  readonly onHeartbeat: () => void
  readonly onRestarting: (notice: z.output<typeof RestartNotice>) => void
}

type Answers = Omit<Handlers<typeof IRelayClient>, 'SessionReplacedAsync' | 'SessionEndedAsync'>

/** Lives as long as the process, because `seq` rises within a boot id, across connections. */
export class HubAnswers {
  readonly #parts: HubAnswersParts
  #seq = 0
  #latencyMs: number | null = null

  constructor(parts: HubAnswersParts) {
    this.#parts = parts
  }

  /** As the hub measured it last; null before its first measurement on this connection. */
  get latencyMs(): number | null {
    return this.#latencyMs
  }

  forgetLatency(): void {
    this.#latencyMs = null
  }

  handlers(): Answers {
    const { logger, onHeartbeat, onRestarting } = this.#parts
    return {
      NudgeRequestAsync: async ({ isAlive, latencyMs }) => {
        if (isAlive) this.#latencyMs = latencyMs
        onHeartbeat()
        return this.#nudgeAnswer(latencyMs)
      },
      DeviceStatusChangedAsync: async (deviceKey, status) => {
        logger.debug('relay.other-device', { deviceKey: deviceKey.slice(0, 8), status })
        return null
      },
      // The role alone changes nothing here: the agent acts on the whole printer assignment only.
      RoleChangedAsync: async (role) => {
        logger.info('relay.role-announced', { role })
        return null
      },
      PrinterConfigChangedAsync: async () => refuse(),
      ListPrintersAsync: async () => refuse(),
      PrintTestLabelAsync: async () => refuse(),
      RestartingAsync: async (notice) => {
        logger.info('relay.hub-restarts', { afterMs: notice.afterMs, windowMs: notice.windowMs })
        onRestarting(notice)
        return null
      },
      // No part of this agent speaks to other devices yet.
      ReceiveMessageAsync: async (senderDeviceKey, payload) => {
        logger.debug('relay.message-dropped', {
          sender: senderDeviceKey.slice(0, 8),
          bytes: payload.byteLength,
        })
        return null
      },
    }
  }

  #nudgeAnswer(latencyMs: number): NudgeAnswer {
    this.#seq += 1
    return {
      isAlive: true,
      latencyMs,
      timestamp: instant(this.#parts.clock.wallMs()),
      seq: this.#seq,
      bootId: this.#parts.bootId,
      queueDepth: 0,
      configVersion: 0,
      configHash: '',
    }
  }
}

function refuse(): never {
  throw new HubError('NOT_SUPPORTED', 'This agent takes no printer assignments yet')
}
