// Looks at both printers of the pharmacy once a second, and keeps which of them the labels of this computer go to.
import type { Database } from 'better-sqlite3'
import type { Cancel, Clock } from '@pharmacy-relay/shared/clock.ts'
import type { Logger } from '@pharmacy-relay/shared/logger.ts'
import { storedStandbyUse, storeStandbyUse } from './standby.queries.ts'
import {
  AT_FIRST,
  atFirst,
  nextStandby,
  type Now,
  type StandbyFacts,
  type StandbyInUse,
  type StandbyPlan,
  type StandbyState,
} from './standby-rule.ts'

export interface StandbySwitchParts {
  readonly database: Database
  /** Null: there is no standby printer. */
  readonly plan: () => StandbyPlan | null
  readonly facts: () => StandbyFacts
  /** Before the assignment of the last process works again nothing is known: what is used stays. */
  readonly isAssigned: () => boolean
  readonly clock: Clock
  readonly logger: Logger
  /** Labels go to the other printer from now on. */
  readonly onChange: () => void
}

const LOOK_MS = 1_000

export class StandbySwitch {
  readonly #parts: StandbySwitchParts
  #state: StandbyState
  #cancel: Cancel | null = null
  #isStopped = false

  constructor(parts: StandbySwitchParts) {
    this.#parts = parts
    this.#state = { ...AT_FIRST, use: storedStandbyUse(parts.database) }
  }

  /** As the assignment is now: one that was stored for other computers does not count. */
  use(): 'first' | 'standby' {
    return this.inUse() === null ? 'first' : 'standby'
  }

  /** Since when and why; null while labels go to the first printer. */
  inUse(): StandbyInUse | null {
    const { use } = this.#state
    return use !== null && use.key === this.#parts.plan()?.key ? use : null
  }

  /** The assignment that counts, or what is seen, may be another. */
  look(): void {
    const { plan, facts, isAssigned } = this.#parts
    if (this.#isStopped || !isAssigned()) return
    const wanted = plan()
    this.#keep(nextStandby(this.#state, { plan: wanted, facts: facts() }, this.#now()))
    if (wanted !== null) this.#cancel ??= this.#parts.clock.after(LOOK_MS, () => this.#tick())
  }

  /** A person wants the first printer used again; false when it is used. */
  useFirst(): boolean {
    if (this.inUse() === null) return false
    this.#keep(atFirst(this.#state, this.#parts.facts(), this.#now()))
    return true
  }

  /** No timer is left; what is used stays. */
  stop(): void {
    this.#isStopped = true
    this.#cancel?.()
  }

  #tick(): void {
    this.#cancel = null
    this.look()
  }

  /** On the disk before a label goes there: after a restart nobody goes back and forth. */
  #keep(next: StandbyState): void {
    const before = this.#state.use
    if (next.use === before) return void (this.#state = next)
    const { database, logger, onChange } = this.#parts
    storeStandbyUse(database, next.use)
    this.#state = next
    if (next.use === null) logger.info('standby.left')
    else logger.warn('standby.in-use', { why: next.use.why })
    onChange()
  }

  #now(): Now {
    const { clock } = this.#parts
    return { monotonicMs: clock.monotonicMs(), wallMs: clock.wallMs() }
  }
}
