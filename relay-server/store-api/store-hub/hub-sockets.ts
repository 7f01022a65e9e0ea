// Which socket of the store hub speaks for which relay hub, and requests to that hub.
import {
  HubError,
  ask,
  type ArgsIn,
  type DataOut,
  type EventSocket,
} from '@pharmacy-relay/shared/hub/request-reply.ts'
import { IStoreClient } from '@pharmacy-relay/shared/hub/store-hub.ts'

type Event = keyof typeof IStoreClient

export interface HubRequest<E extends Event> {
  readonly event: E
  readonly args: ArgsIn<(typeof IStoreClient)[E]>
  readonly timeoutMs: number
}

export interface HubSockets {
  /** From now on the socket is the hub's, in the place of an earlier one. Answers how to take it back. */
  join(hubId: string, socket: EventSocket): () => void
  /** Which are connected at this moment. */
  hubIds(): string[]
  /**
   * Throws HubError: UNAVAILABLE when the hub is not connected (its devices may well be there, and it comes back within
   * seconds); TIMEOUT when there is no answer in time, or its connection ends before; or the code that the hub or the
   * device behind it answered.
   */
  ask<E extends Event>(hubId: string, request: HubRequest<E>): Promise<DataOut<(typeof IStoreClient)[E]>>
}

interface Joined {
  readonly socket: EventSocket
  /** Ends every request that waits for an answer on this socket. */
  readonly waiting: Set<() => void>
}

export function createHubSockets(): HubSockets {
  const byHub = new Map<string, Joined>()
  return {
    join: (hubId, socket) => {
      const joined: Joined = { socket, waiting: new Set() }
      byHub.set(hubId, joined)
      return () => {
        if (byHub.get(hubId) === joined) byHub.delete(hubId)
        for (const end of joined.waiting) end()
      }
    },
    hubIds: () => [...byHub.keys()],
    ask: async (hubId, request) => {
      const joined = byHub.get(hubId)
      if (joined === undefined) throw new HubError('UNAVAILABLE', 'The relay hub is not connected')
      return askUntilGone(joined, request)
    },
  }
}

async function askUntilGone<E extends Event>(
  { socket, waiting }: Joined,
  request: HubRequest<E>,
): Promise<DataOut<(typeof IStoreClient)[E]>> {
  let end = (): void => {}
  const gone = new Promise<never>((_resolve, reject) => {
    end = () => reject(new HubError('TIMEOUT', 'The connection to the relay hub ended before the answer'))
    waiting.add(end)
  })
  try {
    return await Promise.race([ask(socket, IStoreClient, request), gone])
  } finally {
    waiting.delete(end)
  }
}
