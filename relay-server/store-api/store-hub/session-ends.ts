// Tells relay hubs, after the commit, which of their sessions to end. What stays unheard is found by their lease's list.
import {
  MAX_ENDED_SESSIONS,
  type IStoreClient,
  type RevokedSession,
} from '@pharmacy-relay/shared/hub/store-hub.ts'
import { HubError } from '@pharmacy-relay/shared/hub/request-reply.ts'
import type { Clock } from '@pharmacy-relay/shared/clock.ts'
import type { Logger } from '@pharmacy-relay/shared/logger.ts'
import type { HubRequest, HubSockets } from './hub-sockets.ts'
import { MessagesUnderWay } from './messages-under-way.ts'

/** Longest wait for a hub's acknowledgement, in ms; it comes before any socket is closed. */
const ACK_MS = 2_000
/** A hub that reconnects is there again within seconds; its list ends what it did not hear of in 30 s. */
const TRIES = 8
const RETRY_MS = 500

interface OfHub {
  readonly hubId: string
  readonly sessionId: string
}
/** A session that its device left for another hub, or that staff ended. */
export type HubSessionEnd =
  | ({ readonly kind: 'superseded' } & OfHub)
  | ({ readonly kind: 'revoked' } & OfHub & Pick<RevokedSession, 'reason' | 'end'>)

export interface SessionEnds {
  /** Returns at once: messages go to all hubs in parallel. Never throws. */
  tell(ends: readonly HubSessionEnd[]): void
  /** No more tries; settles when nothing is under way. */
  stop(): Promise<void>
}

export interface SessionEndsParts {
  readonly sockets: Pick<HubSockets, 'ask'>
  readonly clock: Clock
  readonly logger: Logger
}

type Message =
  | { readonly hubId: string; readonly request: HubRequest<'SessionSupersededAsync'> }
  | { readonly hubId: string; readonly request: HubRequest<'SessionRevokedAsync'> }

export function createSessionEnds(parts: SessionEndsParts): SessionEnds {
  const underWay = new MessagesUnderWay()
  const stopping = new AbortController()
  return {
    tell: (ends) => {
      for (const message of messagesOf(ends)) {
        const { hubId } = message
        const isBegun = underWay.begin(hubId, async () => send(parts, message, stopping.signal))
        if (!isBegun) notTold(parts, message, 'too many are under way')
      }
    },
    stop: async () => {
      stopping.abort()
      await underWay.ended()
    },
  }
}

function messagesOf(ends: readonly HubSessionEnd[]): Message[] {
  const byHub = Map.groupBy(ends, ({ hubId }) => hubId)
  return [...byHub].flatMap(([hubId, all]) => {
    const superseded = all.filter(({ kind }) => kind === 'superseded').map(({ sessionId }) => sessionId)
    const revoked = all.flatMap((one) =>
      one.kind === 'revoked' ? [{ sessionId: one.sessionId, reason: one.reason, end: one.end }] : [],
    )
    return [
      ...inParts(superseded).map((some): Message => ({
        hubId,
        request: { event: 'SessionSupersededAsync', args: [some], timeoutMs: ACK_MS },
      })),
      ...inParts(revoked).map((some): Message => ({
        hubId,
        request: { event: 'SessionRevokedAsync', args: [some], timeoutMs: ACK_MS },
      })),
    ]
  })
}

function inParts<T>(all: readonly T[]): T[][] {
  return Array.from({ length: Math.ceil(all.length / MAX_ENDED_SESSIONS) }, (_none, index) =>
    all.slice(index * MAX_ENDED_SESSIONS, (index + 1) * MAX_ENDED_SESSIONS),
  )
}

async function send(parts: SessionEndsParts, message: Message, stopping: AbortSignal): Promise<void> {
  for (let tried = 1; ; tried += 1) {
    const failure = await tellOnce(parts, message)
    if (failure === null) return
    if (tried === TRIES || stopping.aborted) return notTold(parts, message, failure)
    await pause(parts.clock, stopping)
  }
}

/** Null when the hub heard it, else why not. */
async function tellOnce({ sockets }: SessionEndsParts, { hubId, request }: Message): Promise<string | null> {
  try {
    if (request.event === 'SessionRevokedAsync') await sockets.ask<typeof request.event>(hubId, request)
    else await sockets.ask<typeof request.event>(hubId, request)
    return null
  } catch (error) {
    return error instanceof HubError ? error.code : String(error)
  }
}

/** Leaves nothing at the signal, which lives as long as the process. */
async function pause(clock: Clock, stopping: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const end = (): void => {
      cancel()
      stopping.removeEventListener('abort', end)
      resolve()
    }
    const cancel = clock.after(RETRY_MS, end)
    stopping.addEventListener('abort', end)
  })
}

function notTold({ logger }: SessionEndsParts, { hubId, request }: Message, reason: string): void {
  const event: keyof typeof IStoreClient = request.event
  logger.warn('session-ends.not-told', { hubId, event, count: request.args[0].length, reason })
}
