// The heartbeat of every session: a nudge at jittered intervals, its latency told to the registry, and so is silence.
import { hubCodeOf } from '@pharmacy-relay/shared/hub/request-reply.ts'
import type { Logger } from '@pharmacy-relay/shared/logger.ts'
import type { NudgeAnswer } from '@pharmacy-relay/shared/device.ts'
import type { Clock } from '@pharmacy-relay/shared/clock.ts'
import type { Holding } from '../requests/assignments.ts'
import type { HubCounters } from '../sessions/counters.ts'
import { nudge } from './nudge.ts'
import type { Random } from '@pharmacy-relay/shared/random.ts'
import type { Registry } from '../registry/registry.ts'
import type { Session } from '../sessions/session.ts'
import type { HubSettings } from '../limits/settings.ts'

/** Heartbeats unanswered in a row after which a device counts as degraded. */
const SILENT_AFTER = 2

/** Its socket lives and its agent does not answer. */
export function isSilent(session: Session): boolean {
  return session.unansweredNudges >= SILENT_AFTER
}

export interface HeartbeatParts {
  readonly registry: Registry
  readonly settings: HubSettings
  readonly clock: Clock
  readonly random: Random
  readonly counters: HubCounters
  readonly logger: Logger
  /** Each answer says which assignment its device holds. */
  readonly holds: (session: Session, holding: Holding) => void
}

export class Heartbeats {
  readonly #parts: HeartbeatParts
  readonly #cancelBySession = new Map<Session, () => void>()

  constructor(parts: HeartbeatParts) {
    this.#parts = parts
  }

  start(session: Session): void {
    const { settings, random } = this.#parts
    this.#plan(session, settings.firstHeartbeatWithinMs * random.fraction())
  }

  stop(session: Session): void {
    this.#cancelBySession.get(session)?.()
    this.#cancelBySession.delete(session)
  }

  #plan(session: Session, delayMs: number): void {
    this.#cancelBySession.get(session)?.()
    const cancel = this.#parts.clock.after(delayMs, () => {
      this.#plan(session, this.#intervalMs())
      void this.#beat(session)
    })
    this.#cancelBySession.set(session, cancel)
  }

  #intervalMs(): number {
    const { settings, random } = this.#parts
    return settings.heartbeatMs + settings.heartbeatJitterMs * (2 * random.fraction() - 1)
  }

  async #beat(session: Session): Promise<void> {
    const { registry, settings, clock, counters, holds } = this.#parts
    try {
      const measured = await nudge(session, { clock, timeoutMs: settings.nudgeTimeoutMs })
      const { response, answer, clockAheadMs } = measured
      session.unansweredNudges = 0
      counters.nudgesAnswered += 1
      const { sessionId } = session
      const { latencyMs } = response
      const config = heldBy(answer)
      if (config !== null) holds(session, config)
      const told = { sessionId, latencyMs, config, clockAheadMs }
      await this.#told(session, registry.nudge(told))
    } catch (error) {
      this.#unanswered(session, error)
    }
  }

  #unanswered(session: Session, error: unknown): void {
    if (!session.socket.usable) return
    session.unansweredNudges += 1
    this.#parts.counters.nudgesUnanswered += 1
    const { sessionId, unansweredNudges: inARow } = session
    this.#parts.logger.warn('nudge.unanswered', { sessionId, inARow, code: hubCodeOf(error) })
    if (session.lastNudge !== null) session.lastNudge = { ...session.lastNudge, isAlive: false }
    if (isSilent(session)) void this.#told(session, this.#parts.registry.silent({ sessionId }))
  }

  async #told({ sessionId }: Session, telling: Promise<void>): Promise<void> {
    await telling.catch((error: unknown) =>
      // The next heartbeat brings a newer word.
      this.#parts.logger.debug('heartbeat.unheard', { sessionId, code: hubCodeOf(error) }),
    )
  }
}

/** The assignment that a device says it holds; null: it says nothing of it, as a device that only answers as documented. */
function heldBy({ configVersion, configHash }: NudgeAnswer): Holding | null {
  return configVersion === undefined || configHash === undefined
    ? null
    : { version: configVersion, hash: configHash }
}
