// What became of a computer's presence: one row for each change, with the reason, kept 30 days.
import { sql } from 'kysely'
import type { CloseReason, Presence } from '@pharmacy-relay/shared/device.ts'
import type { StoreDb } from '../database.ts'

/** One change that people could see. */
export interface Transition {
  readonly presenceSeq: number
  readonly at: Date
  readonly was: Presence
  readonly became: Presence
  /** Why the connection ended, with `reconnecting` and `offline`; null with `online` and `degraded`. */
  readonly reason: CloseReason | null
}

/** Of one computer: the newest so many, because a device that comes and goes all the time must not fill the disk. */
export const KEPT_TRANSITIONS = 5_000

/**
 * The changes of the last `sinceDays` days (1 to 30), oldest first: before the first of them it was as that one's `was`
 * says. None at all: as it is shown now, for the whole time.
 */
export async function transitionsOf(
  db: StoreDb,
  computerId: number,
  sinceDays: number,
): Promise<Transition[]> {
  const rows = await db
    .selectFrom('RelayTransitions')
    .select(['presenceSeq', 'at', 'was', 'became', 'reason'])
    .where('computerId', '=', computerId)
    .where('at', '>', sql<Date>`relay_now() - make_interval(days => ${sinceDays}::integer)`)
    .orderBy('presenceSeq', 'desc')
    .limit(KEPT_TRANSITIONS)
    .execute()
  return rows.toReversed()
}
