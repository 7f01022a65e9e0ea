// That something of a computer's support task is new: told to its device, which asks what.
import type { SessionTable } from '../sessions/session-table.ts'

export interface HelpNews {
  readonly customerId: number
  readonly computerId: number
  readonly taskId: number
}

/** Devices of that computer that are not here learn it when they connect. One that has moved to another pharmacy hears nothing. */
export function tellHelpNews(
  table: Pick<SessionTable, 'ofCustomer'>,
  { customerId, computerId, taskId }: HelpNews,
): void {
  for (const { opened, socket } of table.ofCustomer(customerId)) {
    if (opened?.computerId === computerId && socket.usable) socket.tell('HelpChangedAsync', [{ taskId }])
  }
}
