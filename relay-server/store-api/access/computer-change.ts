// What staff do to one computer: one transaction under the locks of its pharmacy, then hubs and devices hear of it.
import type { CustomerDetail } from '@pharmacy-relay/shared/api/relay-panel.ts'
import type { StaffActionKind, StaffValues } from '@pharmacy-relay/shared/api/staff-history.ts'
import { ProblemError } from '@pharmacy-relay/shared/problem.ts'
import type { Caller } from '../../auth/access-token.ts'
import { recordStaffOperation } from '../audit/staff-operations.queries.ts'
import { readCustomer } from '../customers/customer-detail.queries.ts'
import type { StoreDb, StoreTransaction } from '../database.ts'
import { appendEvents, type EventDraft } from '../events/outbox.queries.ts'
import { lockPrinting } from '../printing/printing-changes.queries.ts'
import { pushesOf, type Push } from '../printing/push-targets.queries.ts'
import type { Pusher } from '../printing/pusher.ts'
import type { ChangedAssignment } from '../printing/refresh-assignments.ts'
import type { HubSessionEnd, SessionEnds } from '../store-hub/session-ends.ts'
import { memberById, type Member } from './access.queries.ts'

export interface AccessParts {
  readonly db: StoreDb
  readonly pusher: Pusher
  readonly sessionEnds: SessionEnds
}

export interface ComputerOf {
  readonly customerId: number
  readonly computerId: number
}

/** What a change did, beside its rows. */
export interface Done {
  /** For the staff log. */
  readonly action: StaffActionKind
  readonly summary: string
  readonly before?: StaffValues | null
  readonly after?: StaffValues | null
  readonly events: readonly EventDraft[]
  readonly ends: readonly HubSessionEnd[]
  /** Assignments whose computers have to hear of them. */
  readonly changed: readonly ChangedAssignment[]
}

/** Null changes nothing: it is so already. */
export type Change = (trx: StoreTransaction, member: Member) => Promise<Done | null>

/** Throws ProblemError `not_found`, and what the change throws. */
export async function changeComputer(
  { db, pusher, sessionEnds }: AccessParts,
  caller: Caller,
  request: ComputerOf & { readonly change: Change },
): Promise<CustomerDetail> {
  const told = await db.transaction().execute((trx) => apply(trx, caller, request))
  if (told !== null) {
    sessionEnds.tell(told.ends)
    pusher.push(told.pushes)
  }
  return readCustomer(db, { id: request.customerId })
}

async function apply(
  trx: StoreTransaction,
  caller: Caller,
  { customerId, computerId, change }: ComputerOf & { readonly change: Change },
): Promise<{ readonly ends: Done['ends']; readonly pushes: readonly Push[] } | null> {
  const pharmacy = await lockPrinting(trx, customerId, computerId)
  const member = pharmacy === null ? null : await memberById(trx, { customerId, computerId })
  if (member === null) throw new ProblemError('not_found', 'There is no such computer in this pharmacy')
  const done = await change(trx, member)
  if (done === null) return null
  const { action, summary, before = null, after = null, ends, changed } = done
  await recordStaffOperation(trx, caller, { action, customerId, computerId, summary, before, after })
  const pushes = await pushesOf(trx, changed)
  const others = changed.map((one): EventDraft => ({
    kind: 'computer',
    customerId: one.customerId,
    computerId: one.computerId,
  }))
  await appendEvents(trx, [...done.events, ...others])
  return { ends, pushes }
}

export const NOTHING_ELSE = { ends: [], changed: [] } as const

export function computerEvent({ customerId, id }: Pick<Member, 'customerId' | 'id'>): EventDraft {
  return { kind: 'computer', customerId, computerId: id }
}
