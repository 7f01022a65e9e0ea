// Rows of the outbox as messages of the contract: those of the relay as lists, each of a support task by its documented event;
// in their order, each message after the one before was acknowledged.
import { IStoreClient, type RelayEvent } from '@pharmacy-relay/shared/hub/store-hub.ts'
import { ask, type EventSocket } from '@pharmacy-relay/shared/hub/request-reply.ts'
import { isSupportEvent, type StoreEvent, type SupportEvent } from '../events/store-event.ts'

/** Throws HubError where one was not acknowledged in time. */
export async function sendEvents(
  socket: EventSocket,
  rows: readonly StoreEvent[],
  timeoutMs: number,
): Promise<void> {
  let ofRelay: RelayEvent[] = []
  const sendRelay = async (): Promise<void> => {
    if (ofRelay.length === 0) return
    const args: [RelayEvent[]] = [ofRelay]
    ofRelay = []
    await ask(socket, IStoreClient, { event: 'RelayEventsAsync', args, timeoutMs })
  }
  for (const row of rows) {
    if (isSupportEvent(row)) {
      await sendRelay()
      await sendSupport(socket, row, timeoutMs)
    } else ofRelay.push(row)
  }
  await sendRelay()
}

async function sendSupport(socket: EventSocket, row: SupportEvent, timeoutMs: number): Promise<void> {
  if (row.kind === 'support_message')
    await ask(socket, IStoreClient, { event: 'ReceiveMessageAsync', args: [row.message], timeoutMs })
  else await ask(socket, IStoreClient, { event: row.event, args: [row.task], timeoutMs })
}
