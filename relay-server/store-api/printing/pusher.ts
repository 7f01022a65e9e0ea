// Sends assignments to the relay hubs that hold the devices, after the commit. What fails is made up for by a heartbeat.
import type { PrinterConfigPush } from '@pharmacy-relay/shared/hub/store-hub.ts'
import { HubError } from '@pharmacy-relay/shared/hub/request-reply.ts'
import type { Logger } from '@pharmacy-relay/shared/logger.ts'
import type { StoreMetrics } from '../metrics.ts'
import type { HubSockets } from '../store-hub/hub-sockets.ts'
import { MessagesUnderWay } from '../store-hub/messages-under-way.ts'
import { portions } from './push-portions.ts'
import type { Push } from './push-targets.queries.ts'

/** Longest wait for a hub's acknowledgement, in ms; it comes before any device was asked. */
const ACK_MS = 5_000

export interface PusherParts {
  readonly sockets: HubSockets
  readonly metrics: Pick<StoreMetrics, 'countPushes'>
  readonly logger: Logger
}

export interface Pusher {
  /** Returns at once: messages go to all hubs in parallel, each of at most 50 assignments. Never throws. */
  push(pushes: readonly Push[]): void
  /** Settles when nothing is under way. */
  idle(): Promise<void>
}

export function createPusher(parts: PusherParts): Pusher {
  const underWay = new MessagesUnderWay()
  return {
    push: (pushes) => {
      for (const message of messagesOf(pushes))
        if (!underWay.begin(message.hubId, async () => send(parts, message)))
          report(parts, message, 'too many are under way')
    },
    idle: async () => underWay.ended(),
  }
}

interface Message {
  readonly hubId: string
  readonly pushes: PrinterConfigPush[]
}

function messagesOf(pushes: readonly Push[]): Message[] {
  const byHub = Map.groupBy(pushes, ({ hubId }) => hubId)
  return [...byHub].flatMap(([hubId, all]) => portions(all).map((pushes) => ({ hubId, pushes })))
}

async function send(parts: PusherParts, message: Message): Promise<void> {
  const { hubId, pushes } = message
  try {
    await parts.sockets.ask(hubId, {
      event: 'PushPrinterConfigAsync',
      args: [pushes],
      timeoutMs: ACK_MS,
    })
    parts.metrics.countPushes(pushes.length, 'sent')
  } catch (error) {
    report(parts, message, error instanceof HubError ? error.code : String(error))
  }
}

function report({ metrics, logger }: PusherParts, { hubId, pushes }: Message, reason: string): void {
  metrics.countPushes(pushes.length, 'failed')
  logger.warn('assignments.not-pushed', { hubId, count: pushes.length, reason })
}
