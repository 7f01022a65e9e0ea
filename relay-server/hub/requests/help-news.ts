// That something of a computer's support task is new: told to its device, which asks what.
import type { HelpPresence } from '@pharmacy-relay/shared/api/support/task-presence.ts'
import type { SessionTable } from '../sessions/session-table.ts'

type Table = Pick<SessionTable, 'ofCustomer'>

interface HelpSite {
  readonly customerId: number
  readonly computerId: number
}

export interface HelpNews extends HelpSite {
  readonly taskId: number
}

export type HelpPresenceNews = HelpSite & HelpPresence

/** Devices of that computer that are not here learn it when they connect. One that has moved to another pharmacy hears nothing. */
export function tellHelpNews(table: Table, { taskId, ...site }: HelpNews): void {
  for (const socket of socketsAt(table, site)) socket.tell('HelpChangedAsync', [{ taskId }])
}

/** Whether support writes. */
export function tellHelpPresence(table: Table, { taskId, kind, ...site }: HelpPresenceNews): void {
  for (const socket of socketsAt(table, site)) socket.tell('SupportPresenceAsync', [{ taskId, kind }])
}

function socketsAt(table: Table, { customerId, computerId }: HelpSite) {
  const here = [...table.ofCustomer(customerId)].filter(({ opened }) => opened?.computerId === computerId)
  return here.map(({ socket }) => socket).filter(({ usable }) => usable)
}
