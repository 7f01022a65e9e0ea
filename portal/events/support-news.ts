// What the store says of support tasks, told to pages of staff and to the computer that a task is about.
import type { RelayHub } from '@pharmacy-relay/relay-server/hub/relay-hub.ts'
import type { SupportMessage, SupportTask } from '@pharmacy-relay/shared/hub/store-hub.ts'
import type { PortalStreams } from './portal-streams.ts'

export interface SupportNewsParts {
  readonly streams: PortalStreams
  readonly hub: Pick<RelayHub, 'helpChanged'>
}

/** Without an id it is of a store API that tells nobody of tasks yet. */
export function tellTask(
  { streams, hub }: SupportNewsParts,
  what: 'new' | 'changed',
  task: SupportTask,
): void {
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
export function tellMessage({ streams, hub }: SupportNewsParts, message: SupportMessage): void {
  const { taskId, customerId, eventId, computerId, isInternal = false } = message
  if (eventId === undefined || customerId === undefined) return
  const by = message.author === 'staff' ? message.senderName : null
  const news = { taskId, what: 'message', version: null, state: null, claimedBy: null, by } as const
  const isNew = streams.taskChanged({ id: eventId, customerId }, news)
  if (isNew && !isInternal && computerId !== undefined && computerId !== null)
    hub.helpChanged({ customerId, computerId, taskId })
}
