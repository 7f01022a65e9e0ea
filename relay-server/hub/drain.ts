// How a hub leaves: tells its devices when to come back, closes their sockets one by one, and the registry hears of each.
import type { Clock } from '@pharmacy-relay/shared/clock.ts'
import { finishesWithin, pause } from './waits.ts'
import type { Registrations } from './registration.ts'
import type { Registry } from './registry.ts'
import type { Session } from './session.ts'
import type { HubSettings } from './settings.ts'

export interface DrainParts {
  readonly registry: Registry
  readonly registrations: Registrations
  /** Every connected socket, registered or not. */
  readonly connected: () => Session[]
  readonly settings: HubSettings
  readonly clock: Clock
}

const LAST_LEASE_MS = 500
const PACE_MS = 50
const RETURN_AFTER_MS = 500
const SHORTEST_WINDOW_MS = 5_000
const LONGEST_WINDOW_MS = 600_000
/** Devices that come back per second, when all use the whole window: half of what a hub admits. */
const RETURNS_PER_SECOND = 400

/** The window in which `devices` come back, in ms. */
export function returnWindowMs(devices: number): number {
  return Math.min(
    LONGEST_WINDOW_MS,
    Math.max(SHORTEST_WINDOW_MS, Math.ceil((devices / RETURNS_PER_SECOND) * 1_000)),
  )
}

/** Ends within 500 ms, `drainCloseMs` twice (for sockets that do not take their last bytes) and `drainFlushMs`. */
export async function drain(parts: DrainParts): Promise<void> {
  const { registry, registrations, connected, settings, clock } = parts
  await finishesWithin(clock, LAST_LEASE_MS, registry.lease({ draining: true, sessionIds: null }))
  const sessions = connected()
  const notice = { afterMs: RETURN_AFTER_MS, windowMs: returnWindowMs(sessions.length) }
  for (const session of sessions) session.socket.tell('RestartingAsync', [notice])
  const perStep = Math.max(1, Math.ceil((sessions.length * PACE_MS) / settings.drainCloseMs))
  for (let at = 0; at < sessions.length; at += perStep) {
    for (const session of sessions.slice(at, at + perStep)) session.socket.close('hub_drain')
    if (at + perStep < sessions.length) await pause(clock, PACE_MS)
  }
  const gone = Promise.all(sessions.map(async (session) => session.socket.closed))
  await finishesWithin(clock, settings.drainCloseMs, gone)
  await registrations.flush(settings.drainFlushMs)
}
