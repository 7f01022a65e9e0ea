// An Admin lets a computer in, takes its access away and gives it back, removes it, or gives it another name.
import type { Access, CustomerDetail } from '@pharmacy-relay/shared/api/relay-panel.ts'
import { roleName } from '@pharmacy-relay/shared/device-role.ts'
import type { SessionEnd } from '@pharmacy-relay/shared/hub/relay-hub.ts'
import type { z } from 'zod'
import { ProblemError } from '@pharmacy-relay/shared/problem.ts'
import type { Caller } from '../../auth/access-token.ts'
import { forgetConflicts } from '../conflicts/conflicts.queries.ts'
import type { StoreTransaction } from '../database.ts'
import type { EventDraft } from '../events/outbox.queries.ts'
import { recomputePresence } from '../presence/recompute.queries.ts'
import { raisePrintingVersion } from '../printing/printing-changes.queries.ts'
import { refreshAssignments } from '../printing/refresh-assignments.ts'
import { REMOVED, REVOKED } from '../registry/open-refusals.ts'
import type { Refusal } from '../registry/refusals.ts'
import { endSessionsOf } from '../registry/sessions.queries.ts'
import type { HubSessionEnd } from '../store-hub/session-ends.ts'
import { deleteComputer, setAccess, setDisplayName, type Member } from './access.queries.ts'
import {
  NOTHING_ELSE,
  changeComputer,
  computerEvent,
  type AccessParts,
  type ComputerOf,
  type Done,
} from './computer-change.ts'

/** Who is in already stays in. Throws `not_found`, and `state_conflict` for one whose access was withdrawn. */
export async function approveComputer(
  parts: AccessParts,
  caller: Caller,
  computer: ComputerOf,
): Promise<CustomerDetail> {
  const change = async (trx: StoreTransaction, member: Member): Promise<Done | null> => {
    if (member.access === 'approved') return null
    if (member.access === 'revoked') {
      const text = `The access of ${member.pcName} was withdrawn. Restore it, or make a pairing code: with either the computer comes back.`
      throw new ProblemError('state_conflict', text)
    }
    await setAccess(trx, member.id, 'approved')
    const changed = await refreshAssignments(trx, [member.customerId])
    const summary = `Approved ${member.pcName} of ${member.storeId}`
    const action = 'computer.approve'
    return { ...accessDone(member, 'approved'), action, summary, ends: [], changed }
  }
  return changeComputer(parts, caller, { ...computer, change })
}

/** Its sessions end, peers do not know it any more; its row, role and history stay. Throws `not_found`. */
export async function revokeComputer(
  parts: AccessParts,
  caller: Caller,
  computer: ComputerOf,
): Promise<CustomerDetail> {
  const change = async (trx: StoreTransaction, member: Member): Promise<Done | null> => {
    if (member.access === 'revoked') return null
    await setAccess(trx, member.id, 'revoked')
    await forgetConflicts(trx, [member.id])
    const { ends, events } = await endSessions(trx, member, { reason: 'revoked', refusal: REVOKED })
    const changed = await refreshAssignments(trx, [member.customerId])
    const summary = `Withdrew the access of ${member.pcName} of ${member.storeId}`
    const done = accessDone(member, 'revoked')
    return { ...done, action: 'computer.revoke', summary, events: [...events, ...done.events], ends, changed }
  }
  return changeComputer(parts, caller, { ...computer, change })
}

/**
 * With its key, name and role, as before: the hub lets its agent in when that asks next. Who is in already stays in. Throws
 * `not_found`, and `state_conflict` for one that waits for approval.
 */
export async function restoreComputer(
  parts: AccessParts,
  caller: Caller,
  computer: ComputerOf,
): Promise<CustomerDetail> {
  const change = async (trx: StoreTransaction, member: Member): Promise<Done | null> => {
    if (member.access === 'approved') return null
    if (member.access === 'waiting')
      throw new ProblemError('state_conflict', `${member.pcName} waits for approval. Approve it.`)
    await setAccess(trx, member.id, 'approved')
    const changed = await refreshAssignments(trx, [member.customerId])
    const summary = `Restored the access of ${member.pcName} of ${member.storeId}`
    const action = 'computer.restore'
    return { ...accessDone(member, 'approved'), action, summary, ends: [], changed }
  }
  return changeComputer(parts, caller, { ...computer, change })
}

/** Throws `not_found`. */
export async function removeComputer(
  parts: AccessParts,
  caller: Caller,
  computer: ComputerOf,
): Promise<CustomerDetail> {
  const change = async (trx: StoreTransaction, member: Member): Promise<Done> => {
    const { id, customerId, storeId, pcName, displayName, access, role } = member
    const { ends, events } = await endSessions(trx, member, { reason: 'deleted', refusal: REMOVED })
    if (role !== 0) await raisePrintingVersion(trx, customerId)
    await deleteComputer(trx, id)
    const changed = await refreshAssignments(trx, [customerId])
    return {
      action: 'computer.remove',
      summary: `Removed ${pcName} from ${storeId}`,
      before: { computer: pcName, displayName, access, role: roleName(role) },
      ends,
      changed,
      events: [...events, computerEvent(member), { kind: 'customer', customerId }],
    }
  }
  return changeComputer(parts, caller, { ...computer, change })
}

/** The name that it has already changes nothing. Throws `not_found`. */
export async function renameComputer(
  parts: AccessParts,
  caller: Caller,
  rename: ComputerOf & { readonly displayName: string | null },
): Promise<CustomerDetail> {
  const { displayName, ...computer } = rename
  const change = async (trx: StoreTransaction, member: Member): Promise<Done | null> => {
    if (member.displayName === displayName) return null
    await setDisplayName(trx, member.id, displayName)
    const now = displayName === null ? 'by its own name again' : displayName
    const summary = `Calls ${member.pcName} of ${member.storeId} ${now}`
    const values = { before: { displayName: member.displayName }, after: { displayName } }
    const action = 'computer.rename'
    return { action, summary, ...values, events: [computerEvent(member)], ...NOTHING_ELSE }
  }
  return changeComputer(parts, caller, { ...computer, change })
}

/** What the three have in common. */
function accessDone(member: Member, access: Access): Pick<Done, 'before' | 'after' | 'events'> {
  return { before: { access: member.access }, after: { access }, events: [computerEvent(member)] }
}

/** Closes its sessions, and says what their devices are to be told. */
async function endSessions(
  trx: StoreTransaction,
  { id }: Member,
  { reason, refusal }: { readonly reason: 'revoked' | 'deleted'; readonly refusal: Refusal },
): Promise<{ readonly ends: HubSessionEnd[]; readonly events: EventDraft[] }> {
  const ended = await endSessionsOf(trx, [id], { reason })
  const end: z.infer<typeof SessionEnd> = { code: refusal.code, message: refusal.message }
  return {
    ends: ended.map(({ hubId, sessionId }) => ({ kind: 'revoked', hubId, sessionId, reason, end })),
    events: await recomputePresence(trx, [id]),
  }
}
