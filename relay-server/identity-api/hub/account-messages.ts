// Account events as the messages that tell them: sessions that end one after the other go together.
import {
  IIdentityClient,
  MAX_ENDED_FAMILIES,
  type SessionEnded,
  type UserChanged,
} from '@pharmacy-relay/shared/hub/identity-hub.ts'
import { HubError, ask, type EventSocket } from '@pharmacy-relay/shared/hub/request-reply.ts'
import type { Logger } from '@pharmacy-relay/shared/logger.ts'
import type { AccountEvent } from './account-events.queries.ts'

type Message =
  | { readonly event: 'UserChangedAsync'; readonly args: [UserChanged] }
  | { readonly event: 'SessionEndedAsync'; readonly args: [SessionEnded] }

/** Longest wait for the acknowledgement of one message, in ms. */
const ACK_MS = 10_000

/** In the order of the events. */
export function messagesOf(events: readonly AccountEvent[]): Message[] {
  const messages: Message[] = []
  let ends: { eventId: number; familyIds: string[] } | null = null
  for (const { id: eventId, familyId, userGuid, role, pharmacyId, isActive } of events) {
    if (familyId !== null) {
      if (ends === null || ends.familyIds.length === MAX_ENDED_FAMILIES) {
        ends = { eventId, familyIds: [] }
        messages.push({ event: 'SessionEndedAsync', args: [ends] })
      }
      ends.eventId = eventId
      ends.familyIds.push(familyId)
    } else if (userGuid !== null && role !== null && isActive !== null) {
      ends = null
      const args: [UserChanged] = [{ eventId, userGuid, role, pharmacyId, isActive }]
      messages.push({ event: 'UserChangedAsync', args })
    }
  }
  return messages
}

/**
 * Sends all at once; a socket keeps their order. Throws HubError TIMEOUT when one is not acknowledged. A service that refuses
 * one has heard it and can do no better: it is of another version.
 */
export async function sendEvents(
  socket: EventSocket,
  events: readonly AccountEvent[],
  logger: Logger,
): Promise<void> {
  const heard = async (message: Message): Promise<void> => {
    try {
      if (message.event === 'UserChangedAsync')
        await ask<typeof IIdentityClient, 'UserChangedAsync'>(socket, IIdentityClient, {
          ...message,
          timeoutMs: ACK_MS,
        })
      else
        await ask<typeof IIdentityClient, 'SessionEndedAsync'>(socket, IIdentityClient, {
          ...message,
          timeoutMs: ACK_MS,
        })
    } catch (error) {
      if (!(error instanceof HubError) || error.code === 'TIMEOUT') throw error
      logger.warn('identity-hub.event-refused', { event: message.event, code: error.code })
    }
  }
  await Promise.all(messagesOf(events).map(heard))
}
