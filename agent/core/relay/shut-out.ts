// A computer that the hub shut out stays so until the hub says otherwise: a try that is under way or reached nobody says nothing new.
import type { HubConnection } from '../../contract/agent-api.ts'
import { NEEDS_PAIRING } from '@pharmacy-relay/shared/pairing.ts'

/** As the hub said it last; null: it did not, or let this computer in since. */
export type ShutOut = Extract<HubConnection, { readonly state: 'refused' }> | null

/** After a try came to `now`. */
export function shutOutAfter(now: HubConnection, before: ShutOut): ShutOut {
  if (now.state === 'refused') return NEEDS_PAIRING.has(now.code) ? now : null
  return now.state === 'online' || now.state === 'off' ? null : before
}

/** What is said of the connection. */
export function saidOf(now: HubConnection, shutOut: ShutOut): HubConnection {
  if (shutOut === null) return now
  return now.state === 'waiting' ? { ...shutOut, nextTryAt: now.nextTryAt } : shutOut
}
