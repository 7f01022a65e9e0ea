// What the store says of support tasks, told to pages of staff and to the computer that a task is about.
import type { RelayHub } from '@pharmacy-relay/relay-server/hub/relay-hub.ts'
import type { Handlers } from '@pharmacy-relay/shared/hub/request-reply.ts'
import type { IStoreClient, SupportMessage, SupportTask } from '@pharmacy-relay/shared/hub/store-hub.ts'
import type { PortalStreams } from './portal-streams.ts'

export interface SupportNewsParts {
  readonly streams: PortalStreams
  readonly hub: Pick<RelayHub, 'helpChanged'>
}

type SupportEvent =
  | ('ReceiveNewSupportTaskAsync' | 'ReceiveDoSupportTaskAsync' | 'ReceiveLeaveSupportTaskAsync')
  | ('ReceiveRemoveSupportTaskAsync' | 'ReceiveMessageAsync' | 'SupportPresenceAsync')

export function supportHandlers(parts: SupportNewsParts): Pick<Handlers<typeof IStoreClient>, SupportEvent> {
  const task = (what: 'new' | 'changed') => async (news: SupportTask) => {
    tellTask(parts, what, news)
    return Promise.resolve(null)
  }
  return {
    ReceiveNewSupportTaskAsync: task('new'),
    ReceiveDoSupportTaskAsync: task('changed'),
    ReceiveLeaveSupportTaskAsync: task('changed'),
    ReceiveRemoveSupportTaskAsync: task('changed'),
    ReceiveMessageAsync: async (message) => {
      tellMessage(parts, message)
      return Promise.resolve(null)
    },
    SupportPresenceAsync: async (presence) => {
      parts.streams.pages.people.heard(presence)
      return Promise.resolve(null)
    },
  }
}

/** Without an id it is of a store API that tells nobody of tasks yet. */
function tellTask({ streams, hub }: SupportNewsParts, what: 'new' | 'changed', task: SupportTask): void {
  const {
    id: taskId,
    customerId,
    eventId,
    computerId,
    version = null,
    state = null,
    claimedBy,
    by = null,
  } = task
  if (eventId === undefined) return
  const news = { taskId, what, version, state, claimedBy, by }
  const isNew = streams.taskChanged({ id: eventId, customerId }, news)
  if (isNew && computerId !== undefined && computerId !== null)
    hub.helpChanged({ customerId, computerId, taskId })
}

/** A note among staff is none of the computer's business. */
function tellMessage({ streams, hub }: SupportNewsParts, message: SupportMessage): void {
  const { taskId, customerId, eventId, computerId, isInternal = false } = message
  if (eventId === undefined || customerId === undefined) return
  const by = message.author === 'staff' ? message.senderName : null
  const news = { taskId, what: 'message', version: null, state: null, claimedBy: null, by } as const
  const isNew = streams.taskChanged({ id: eventId, customerId }, news)
  if (isNew && !isInternal && computerId !== undefined && computerId !== null)
    hub.helpChanged({ customerId, computerId, taskId })
}
