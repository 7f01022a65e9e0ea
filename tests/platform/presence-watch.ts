// Looks again and again at who is online, for tests in which nobody may be shown offline.
import { setTimeout as delay } from 'node:timers/promises'
import type { Panel, Presence } from './panel.ts'

/** The computers of a presence that are not online. */
function offline(presence: Presence): string[] {
  return Object.entries(presence).flatMap(([name, state]) =>
    state === 'online' ? [] : [`${name}: ${state}`],
  )
}

export interface PresenceWatch {
  /** `NAME: reason` of every computer that was shown offline since the last call. */
  shownOffline(): string[]
  stop(): Promise<void>
}

/** Looks once a second at who is online until stopped; looks that are refused do not count. */
export function watchPresence(panel: Pick<Panel, 'presence'>): PresenceWatch {
  const seen = new Set<string>()
  const ending = new AbortController()
  const look = async (): Promise<void> => {
    while (!ending.signal.aborted) {
      const presence = await panel.presence().catch(() => ({}))
      for (const line of offline(presence)) seen.add(line)
      await delay(1_000, null, { signal: ending.signal }).catch(() => null)
    }
  }
  const looking = look()
  return {
    shownOffline: () => {
      const lines = [...seen].toSorted()
      seen.clear()
      return lines
    },
    stop: async () => {
      ending.abort()
      await looking
    },
  }
}
