// The hub's lease: renewed every 5 s, compared with the sockets every 30 s and after every lapse.
//
//   lapse: a renewal failed or came late ──▶ status events wait ──▶ lease with the list of sessions
//          ──▶ the missing ones are opened again ──▶ status events flow
import { causeOf, type Logger } from '@pharmacy-relay/shared/logger.ts'
import type { Clock } from '@pharmacy-relay/shared/clock.ts'
import type { Registry } from '../registry/registry.ts'
import type { SessionTable } from '../sessions/session-table.ts'
import type { HubSettings } from '../limits/settings.ts'

export interface LeaseLoopParts {
  readonly registry: Registry
  readonly table: SessionTable
  readonly settings: HubSettings
  readonly clock: Clock
  readonly logger: Logger
  /** Opens again what the registry lost; false when some could not be. */
  readonly reopen: (missing: readonly string[]) => Promise<boolean>
  readonly onLapse: () => void
  readonly onHeld: () => void
}

const RETRY_MS = 1_000

export class LeaseLoop {
  readonly #parts: LeaseLoopParts
  /** Resolves with the first lease. */
  readonly leased: Promise<void>
  #resolveLeased: () => void = () => undefined
  #renewedAtMs: number | null = null
  #comparedAtMs = 0
  #comparing = false
  #lapses = 0
  #held = false
  #running = false
  #draining = false
  #cancel: () => void = () => undefined

  constructor(parts: LeaseLoopParts) {
    this.#parts = parts
    this.leased = new Promise((resolve) => {
      this.#resolveLeased = resolve
    })
  }

  get held(): boolean {
    return this.#held
  }

  start(): void {
    this.#running = true
    this.#parts.onLapse()
    void this.#turn()
  }

  /** The registry hears that this hub is leaving; its lease is kept until `stop`, for the sockets that it still has. */
  async leave(): Promise<void> {
    this.#draining = true
    await this.#parts.registry.lease({ draining: true, sessionIds: null })
  }

  stop(): void {
    this.#running = false
    this.#cancel()
  }

  async #turn(): Promise<void> {
    const delayMs = await this.#renew()
    if (this.#running) this.#cancel = this.#parts.clock.after(delayMs, () => void this.#turn())
  }

  /** One renewal; answers the time until the next, in ms. */
  async #renew(): Promise<number> {
    const { registry, table, settings, clock, logger } = this.#parts
    const askedAtMs = clock.monotonicMs()
    const compare =
      !this.#comparing && (!this.#held || askedAtMs - this.#comparedAtMs >= settings.reconcileMs)
    try {
      const sessionIds = compare ? table.rowIds() : null
      const lease = await registry.lease({ draining: this.#draining, sessionIds })
      this.#resolveLeased()
      const late = this.#renewedAtMs !== null && clock.monotonicMs() - this.#renewedAtMs > settings.lapseMs
      this.#renewedAtMs = askedAtMs
      if (late) this.#lapse('late')
      if (compare && lease.missing.length === 0) this.#hold(askedAtMs)
      // Not awaited: opening many again takes longer than a lease lasts.
      else if (compare) void this.#reopen(lease.missing, askedAtMs)
      return this.#held ? settings.leaseMs : RETRY_MS
    } catch (error) {
      logger.warn('lease.not-renewed', { cause: causeOf(error) })
      this.#lapse('failed')
      return RETRY_MS
    }
  }

  async #reopen(missing: readonly string[], askedAtMs: number): Promise<void> {
    const lapses = this.#lapses
    this.#comparing = true
    const complete = await this.#parts.reopen(missing)
    this.#comparing = false
    // What was opened before another lapse may be lost again.
    if (complete && lapses === this.#lapses && this.#running) this.#hold(askedAtMs)
  }

  #lapse(why: 'late' | 'failed'): void {
    this.#lapses += 1
    if (!this.#held) return
    this.#held = false
    this.#parts.logger.warn('lease.lapsed', { why })
    this.#parts.onLapse()
  }

  #hold(comparedAtMs: number): void {
    this.#comparedAtMs = comparedAtMs
    if (this.#held) return
    this.#held = true
    this.#parts.logger.info('lease.held', { sessions: this.#parts.table.size })
    this.#parts.onHeld()
  }
}
