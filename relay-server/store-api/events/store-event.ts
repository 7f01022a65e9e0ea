// A committed change as the store hub tells it: of the relay, or of a support task by one of the documented events.
import type { RelayEvent, SupportMessage, SupportTask } from '@pharmacy-relay/shared/hub/store-hub.ts'

/** The documented event that a change of a task is told by. */
export type SupportTaskEventName =
  | 'ReceiveNewSupportTaskAsync'
  | 'ReceiveDoSupportTaskAsync'
  | 'ReceiveLeaveSupportTaskAsync'
  | 'ReceiveRemoveSupportTaskAsync'

interface SupportRow {
  readonly id: number
  readonly customerId: number
  readonly at: string
}

export type SupportEvent = SupportRow &
  (
    | { readonly kind: 'support_task'; readonly event: SupportTaskEventName; readonly task: SupportTask }
    | { readonly kind: 'support_message'; readonly message: SupportMessage }
  )

export type StoreEvent = RelayEvent | SupportEvent

export function isSupportEvent(row: StoreEvent): row is SupportEvent {
  return row.kind === 'support_task' || row.kind === 'support_message'
}
