// Whether a computer can be asked anything now: its connection has to be there, even if its heartbeats are late.
import type { RelayComputer } from '@pharmacy-relay/shared/api/relay-panel.ts'

export function canBeAsked({ presence }: Pick<RelayComputer, 'presence'>): boolean {
  return presence === 'online' || presence === 'degraded'
}
