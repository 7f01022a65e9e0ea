// An Admin moves a computer to another pharmacy: its role ends, and its agent hears of it when it connects again.
import type { CustomerDetail } from '@pharmacy-relay/shared/api/relay-panel.ts'
import { ProblemError } from '@pharmacy-relay/shared/problem.ts'
import type { Caller } from '../../auth/access-token.ts'
import { recordStaffOperation } from '../audit/staff-operations.queries.ts'
import { forgetConflicts } from '../conflicts/conflicts.queries.ts'
import type { StoreTransaction } from '../database.ts'
import { moveComputers } from '../enrolment/moved-computers.queries.ts'
import { MAX_COMPUTERS } from '../enrolment/pairing-decisions.ts'
import { recomputePresence } from '../presence/recompute.queries.ts'
import { refreshAssignments } from '../printing/refresh-assignments.ts'
import { endSessionsOf } from '../registry/sessions.queries.ts'
import { lockTarget, type Member } from './access.queries.ts'
import {
  changeComputer,
  computerEvent,
  type AccessParts,
  type ComputerOf,
  type Done,
} from './computer-change.ts'

export interface MoveRequest extends ComputerOf {
  /** Where it is to belong. */
  readonly targetId: number
}

/**
 * Answers the pharmacy that it left. Where it is already it stays. Throws `not_found`, `invalid` for a pharmacy that there
 * is not, and `state_conflict` when that one is full.
 */
export async function moveComputer(
  parts: AccessParts,
  caller: Caller,
  { targetId, ...computer }: MoveRequest,
): Promise<CustomerDetail> {
  const change = (trx: StoreTransaction, member: Member) => move(trx, caller, { member, targetId })
  return changeComputer(parts, caller, { ...computer, change })
}

async function move(
  trx: StoreTransaction,
  caller: Caller,
  { member, targetId }: { readonly member: Member; readonly targetId: number },
): Promise<Done | null> {
  const { id, customerId, storeId, pcName } = member
  if (customerId === targetId) return null
  const target = await lockTarget(trx, targetId)
  if (target === null) throw unknownPharmacy()
  if (target.computerCount >= MAX_COMPUTERS) throw full(target.storeId)
  const ended = await endSessionsOf(trx, [id], { reason: 'replaced' })
  await forgetConflicts(trx, [id])
  await moveComputers(trx, [{ id, customerId: targetId }])
  const presence = await recomputePresence(trx, [id])
  const changed = await refreshAssignments(trx, [customerId, targetId])
  const done = moved(pcName, storeId, target.storeId)
  // The staff log of either pharmacy tells it.
  await recordStaffOperation(trx, caller, { ...done, customerId: targetId, computerId: id })
  return {
    ...done,
    changed,
    events: [
      ...presence,
      computerEvent({ id, customerId: targetId }),
      { kind: 'customer', customerId },
      { kind: 'customer', customerId: targetId },
    ],
    // It is told nothing: it connects anew and is answered where it belongs.
    ends: ended.map(({ hubId, sessionId }) => ({
      kind: 'revoked',
      hubId,
      sessionId,
      reason: 'replaced',
      end: null,
    })),
  }
}

/** For the staff log. */
function moved(pcName: string, from: string, to: string) {
  const summary = `Moved ${pcName} from ${from} to ${to}`
  return { action: 'computer.move', summary, before: { pharmacy: from }, after: { pharmacy: to } } as const
}

function unknownPharmacy(): ProblemError {
  const errors = [{ path: 'body.customerId', message: 'is no pharmacy' }]
  return new ProblemError('invalid', 'There is no such pharmacy', { errors })
}

function full(storeId: string): ProblemError {
  const text = `${storeId} has ${MAX_COMPUTERS} computers already. One must be removed before another can join.`
  return new ProblemError('state_conflict', text)
}
