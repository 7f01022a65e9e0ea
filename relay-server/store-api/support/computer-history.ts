// How the connection of one computer came and went.
import {
  HISTORY_DAYS,
  MAX_TRANSITIONS,
  type ComputerHistory,
} from '@pharmacy-relay/shared/api/relay-support.ts'
import type { StoreDb } from '../database.ts'
import { lastEventId } from '../events/outbox.queries.ts'
import { transitionsOf, type Transition } from '../presence/transitions.queries.ts'
import { findComputer } from '../printing/printers.queries.ts'
import { presenceNow } from './computer-history.queries.ts'

const DAY_MS = 86_400_000

/** Throws ProblemError `not_found`. */
export async function computerHistory(
  db: StoreDb,
  named: { readonly customerId: number; readonly computerId: number },
): Promise<ComputerHistory> {
  const newest = await lastEventId(db)
  const { id } = await findComputer(db, { ...named, where: 'path' })
  const now = await presenceNow(db, id)
  const all = await transitionsOf(db, id, HISTORY_DAYS)
  const told = all.slice(-MAX_TRANSITIONS)
  const isCut = told.length < all.length
  const [first] = told
  const from = isCut && first !== undefined ? first.at : new Date(now.at.getTime() - HISTORY_DAYS * DAY_MS)
  return {
    computerId: id,
    from: from.toISOString(),
    to: now.at.toISOString(),
    before: first === undefined ? now.presence : before(first),
    transitions: told.map(({ at, became, reason }) => ({ at: at.toISOString(), presence: became, reason })),
    isCut,
    lastEventId: newest,
  }
}

/** The first connection of all ended no time offline: nothing is known of the time before. */
function before({ presenceSeq, was }: Transition): ComputerHistory['before'] {
  return presenceSeq === 1 ? null : was
}
