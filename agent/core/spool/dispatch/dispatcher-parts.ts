// What a dispatcher works with, and how a label comes into it.
import type { Clock } from '@pharmacy-relay/shared/clock.ts'
import type { Logger } from '@pharmacy-relay/shared/logger.ts'
import type { AttemptParts } from './attempt.ts'
import type { Ledger } from '../ledger.ts'
import type { Odometers } from './odometers.ts'
import type { Route } from '../rules/route.ts'
import type { AttemptStart, JobRow, SpoolStore } from '../store/spool-store.ts'

export interface DispatcherParts extends Pick<AttemptParts, 'canJudge' | 'onDoubt'> {
  readonly ledger: Ledger
  readonly store: Pick<SpoolStore, 'payload'>
  readonly odometers: Odometers
  /** Asked before every try, so that a label never goes to yesterday's printer. */
  readonly route: () => Route
  readonly clock: Clock
  readonly random: () => number
  readonly logger: Logger
  /** No label waits any more; the last one went there. */
  readonly onIdle: (destination: string) => void
  /** A label is about to be sent. */
  readonly onBusy: () => void
}

/**
 * Commits a label, and with it the first try where one is given: `sending` is null where none was. `hasPatience`: its turn comes
 * later than the next commit, which it may share.
 */
export type Accept = (
  start: AttemptStart | null,
  hasPatience: boolean,
) => Promise<{ readonly accepted: JobRow; readonly sending: JobRow | null }>

/** A label that is tried as soon as it is accepted. */
export interface FirstTry {
  readonly start: AttemptStart
  /** Null: it was refused. */
  readonly committed: (sending: JobRow | null) => void
}
