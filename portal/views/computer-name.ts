// How people know a computer: by the name that staff gave it, else by its own.
import type { RelayComputer } from '@pharmacy-relay/shared/api/relay-panel.ts'

export function computerName({ displayName, pcName }: Pick<RelayComputer, 'displayName' | 'pcName'>): string {
  return displayName ?? pcName
}
