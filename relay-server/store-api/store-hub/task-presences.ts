// Who looks at a task: said by a portal, told to all of them. A portal that cannot take it at this moment hears the next one.
import { TaskPresence, type StaffPresence } from '@pharmacy-relay/shared/api/support/task-presence.ts'
import type { Logger } from '@pharmacy-relay/shared/logger.ts'
import { readerOf } from '@pharmacy-relay/shared/wire.ts'
import type { Database } from '../../db/database.ts'
import type { DatabaseListener } from '../../db/database-listener.ts'
import type { StoreSchema } from '../schema.ts'
import { notifyPresence, PRESENCE_CHANNEL } from '../support-tasks/task-presence.queries.ts'
import { hubCodeOf } from '@pharmacy-relay/shared/hub/request-reply.ts'
import type { HubSockets } from './hub-sockets.ts'
import { MessagesUnderWay } from './messages-under-way.ts'

/** Longest wait for a portal's acknowledgement, in ms. */
const ACK_MS = 5_000

export interface TaskPresencesParts {
  readonly database: Pick<Database<StoreSchema>, 'db' | 'listen'>
  readonly sockets: Pick<HubSockets, 'ask' | 'hubIds'>
  readonly logger: Logger
}

export interface TaskPresences {
  /** Rejects as the database does. */
  said(presence: StaffPresence): Promise<void>
  /** No more is heard; settles when nothing is under way. */
  stop(): Promise<void>
}

export async function followPresences(parts: TaskPresencesParts): Promise<TaskPresences> {
  const { database } = parts
  const underWay = new MessagesUnderWay()
  const tell = (payload: string): void => {
    const presence = readerOf(TaskPresence).parse(JSON.parse(payload))
    for (const hubId of parts.sockets.hubIds())
      underWay.begin(hubId, async () => tellHub(parts, hubId, presence))
  }
  // What was not heard is said again.
  const listener: DatabaseListener = await database.listen(PRESENCE_CHANNEL, tell, {
    onReconnect: () => undefined,
  })
  return {
    said: async (presence) => notifyPresence(database.db, presence),
    stop: async () => {
      await listener.stop()
      await underWay.ended()
    },
  }
}

/** Never rejects: a portal of an earlier version does not know the event. */
async function tellHub(
  { sockets, logger }: TaskPresencesParts,
  hubId: string,
  presence: TaskPresence,
): Promise<void> {
  try {
    await sockets.ask(hubId, { event: 'SupportPresenceAsync', args: [presence], timeoutMs: ACK_MS })
  } catch (error) {
    logger.debug('task-presences.not-told', { hubId, code: hubCodeOf(error) })
  }
}
