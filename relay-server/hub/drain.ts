// How a hub leaves: one device after the other is told when to come back and closed, and the registry hears of each.
//
//   its turn ──▶ takes on nothing new for peers ──▶ what is under way has its outcome, within 10 s
//            ──▶ RestartingAsync ──▶ closed
//
// All computers of a pharmacy have their turns together: its labels are interrupted once.
import type { Clock } from '@pharmacy-relay/shared/clock.ts'
import { GOODBYE_MS } from './sessions/device-socket.ts'
import type { LeaseLoop } from './presence/lease-loop.ts'
import type { Registrations } from './admission/registration.ts'
import type { Session } from './sessions/session.ts'
import type { HubSettings } from './limits/settings.ts'
import { finishesWithin, pause } from '@pharmacy-relay/shared/waits.ts'

export interface DrainParts {
  readonly lease: LeaseLoop
  readonly registrations: Registrations
  /** Every connected socket, registered or not. */
  readonly connected: () => Session[]
  /** Over how long many devices are closed. */
  readonly spreadMs: number
  readonly settings: Pick<HubSettings, 'drainOutcomesMs' | 'drainFlushMs'>
  readonly clock: Clock
}

const LAST_LEASE_MS = 500
/** Between two devices where they are few (hub-and-fleet 4.6). */
const PACE_MS = 50
/** So often at most is looked whose turn it is. */
const SHORTEST_TICK_MS = 10
const RETURN_AFTER_MS = 500
const SHORTEST_WINDOW_MS = 5_000
const LONGEST_WINDOW_MS = 600_000
/** Devices that come back per second, when all use the whole window: half of what a hub admits. */
const RETURNS_PER_SECOND = 400
/** Beyond what a device may take for its last bytes. */
const GONE_MARGIN_MS = 200

/** The time between two devices that are closed, in ms. */
export function paceMs(devices: number, spreadMs: number): number {
  return Math.min(PACE_MS, spreadMs / Math.max(1, devices))
}

/** The window in which a device comes back, in ms, when `devices` are closed one after the other over `spreadMs`. */
export function returnWindowMs(devices: number, spreadMs = 0): number {
  const neededMs = Math.ceil((devices / RETURNS_PER_SECOND) * 1_000) - spreadMs
  return Math.min(LONGEST_WINDOW_MS, Math.max(SHORTEST_WINDOW_MS, neededMs))
}

/** Ends within `spreadMs`, `drainOutcomesMs`, `drainFlushMs` and some 2 s. */
export async function drain(parts: DrainParts): Promise<void> {
  const { lease, registrations, connected, settings, clock } = parts
  await finishesWithin(clock, LAST_LEASE_MS, lease.leave())
  const sessions = connected().toSorted((one, other) => pharmacyOf(one) - pharmacyOf(other))
  await closeEach(parts, sessions)
  // Whoever was let in at the last moment.
  const late = connected().filter(({ socket }) => socket.usable)
  for (const session of late) close(session, SHORTEST_WINDOW_MS)
  const gone = Promise.all([...sessions, ...late].map(async ({ socket }) => socket.closed))
  await finishesWithin(clock, GOODBYE_MS + GONE_MARGIN_MS, gone)
  await registrations.flush(settings.drainFlushMs)
}

async function closeEach(parts: DrainParts, sessions: readonly Session[]): Promise<void> {
  const { spreadMs, settings, clock } = parts
  const stepMs = paceMs(sessions.length, spreadMs)
  const windowMs = returnWindowMs(sessions.length, stepMs * sessions.length)
  const startMs = clock.monotonicMs()
  /** Whose turn has come, with the time that their outcomes have. */
  const untilMsBySession = new Map<Session, number>()
  for (let begun = 0; begun < sessions.length || untilMsBySession.size > 0;) {
    const nowMs = clock.monotonicMs()
    const due = Math.floor((nowMs - startMs) / stepMs) + 1
    for (const session of sessions.slice(begun, due)) {
      session.isLeaving = true
      untilMsBySession.set(session, nowMs + settings.drainOutcomesMs)
    }
    begun = Math.min(due, sessions.length)
    for (const [session, untilMs] of untilMsBySession) {
      if (hasUnderWay(session) && nowMs < untilMs) continue
      close(session, windowMs)
      untilMsBySession.delete(session)
    }
    const nextMs = startMs + begun * stepMs - clock.monotonicMs()
    await pause(clock, begun < sessions.length ? Math.max(SHORTEST_TICK_MS, nextMs) : PACE_MS)
  }
}

/** What somebody waits for that goes over its connection. */
function hasUnderWay({ socket, outcomesOwed, relayedBytes, peerNudges, staffRequests }: Session): boolean {
  if (!socket.usable) return false
  return outcomesOwed > 0 || relayedBytes > 0 || peerNudges.inFlight > 0 || staffRequests.inFlight > 0
}

/** The window begins when the device hears of it, so it hears of it with the close. */
function close({ socket }: Session, windowMs: number): void {
  if (!socket.usable) return
  socket.tell('RestartingAsync', [{ afterMs: RETURN_AFTER_MS, windowMs }])
  socket.close('hub_drain')
}

/** Who has not registered goes first. */
function pharmacyOf({ opened }: Session): number {
  return opened?.customerId ?? 0
}
