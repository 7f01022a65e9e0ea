// How people know a computer, and whether it can be asked anything now.
import type { RelayComputer } from '@pharmacy-relay/shared/api/relay-panel.ts'

/** By the name that staff gave it, else by its own. */
export function computerName({ displayName, pcName }: Pick<RelayComputer, 'displayName' | 'pcName'>): string {
  return displayName ?? pcName
}

/** Whether it can be asked anything now: its connection has to be there, even if its heartbeats are late. */
export function canBeAsked({ presence }: Pick<RelayComputer, 'presence'>): boolean {
  return presence === 'online' || presence === 'degraded'
}
