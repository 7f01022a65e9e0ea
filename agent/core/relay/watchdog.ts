// Notices a connection that looks alive and is not, and a reconnect loop that has stopped trying.
import type { Cancel, Clock } from '@pharmacy-relay/shared/clock.ts'

/** Registered, and no heartbeat for this long: the connection is built anew. */
export const REBUILD_MS = 5 * 60_000
/** Neither a heartbeat nor a failed try for this long: the process ends, so that the service manager starts it again. */
export const GIVE_UP_MS = 30 * 60_000

export interface WatchdogParts {
  readonly clock: Clock
  readonly onRebuild: () => void
  readonly onGiveUp: () => void
}

export class Watchdog {
  readonly #parts: WatchdogParts
  #rebuild: Cancel | null = null
  #giveUp: Cancel | null = null
  #isWatching = false

  constructor(parts: WatchdogParts) {
    this.#parts = parts
  }

  /** The relay starts to work. */
  start(): void {
    this.#isWatching = true
    this.#restartGiveUp()
  }

  /** Nothing is expected any more. */
  stop(): void {
    this.#isWatching = false
    this.#rebuild?.()
    this.#giveUp?.()
    this.#rebuild = this.#giveUp = null
  }

  /** A connection is registered: heartbeats are due from now on. Registering alone does not prove that it works. */
  online(): void {
    this.#restartRebuild()
  }

  heartbeat(): void {
    this.#restartRebuild()
    this.#restartGiveUp()
  }

  /** The connection is gone; a loss alone does not prove that trying goes on. */
  offline(): void {
    this.#rebuild?.()
    this.#rebuild = null
  }

  /** A try failed for a reason outside this process: trying goes on, and a restart would not help. */
  excuse(): void {
    this.offline()
    this.#restartGiveUp()
  }

  // A connection that says goodbye may still hear a heartbeat.
  #restartRebuild(): void {
    this.#rebuild?.()
    if (!this.#isWatching) return
    this.#rebuild = this.#parts.clock.after(REBUILD_MS, this.#parts.onRebuild)
  }

  #restartGiveUp(): void {
    this.#giveUp?.()
    if (!this.#isWatching) return
    this.#giveUp = this.#parts.clock.after(GIVE_UP_MS, this.#parts.onGiveUp)
  }
}
