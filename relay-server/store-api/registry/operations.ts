// Carries out operations of one hub inside a transaction, set by set: what they write, what they answer, what changed.
import type { OperationResult, RegistryOperation } from '@pharmacy-relay/shared/api/relay-registry.ts'
import { roleNumber } from '@pharmacy-relay/shared/device-role.ts'
import type { StoreTransaction } from '../database.ts'
import { admit, type Applicant } from '../enrolment/enrolment.ts'
import { enrolmentKeyHash } from '../enrolment/device-key.ts'
import { recomputePresence } from '../presence/recompute.queries.ts'
import type { EventDraft } from '../events/outbox.queries.ts'
import {
  lockComputers,
  updateComputers,
  updateLatencies,
  updateReports,
  type ComputerRow,
  type ReportRow,
} from './computers.queries.ts'
import {
  compareSessions,
  hiddenComputersOfHub,
  keepLease,
  type Comparison,
  type Lease,
} from './hubs.queries.ts'
import { decideOpens, type AdmittedOpen, type OpenDecisions } from './open-decisions.ts'
import {
  closeSessions,
  openSessions,
  sessionsById,
  supersedeSessions,
  type SessionEnd,
} from './sessions.queries.ts'

export interface RegistryRules {
  readonly deviceKeySecret: string
  readonly oldestProtocolVersion: number
  readonly leaseMs: number
}

/** How long a new session is spared by a lease's list: as long as a batch may be under way. */
const SPARED_MS = 10_000

export interface Outcome {
  readonly results: readonly OperationResult[]
  readonly events: readonly EventDraft[]
}

/** The operations by kind. Opens go first and ends last, so that a reconnect within one batch shows no gap. */
interface Sorted {
  readonly opens: readonly Extract<RegistryOperation, { kind: 'open' }>[]
  readonly closes: readonly Extract<RegistryOperation, { kind: 'close' }>[]
  readonly nudges: readonly Extract<RegistryOperation, { kind: 'nudge' }>[]
  readonly reports: readonly Extract<RegistryOperation, { kind: 'report' }>[]
  readonly leases: readonly Extract<RegistryOperation, { kind: 'lease' }>[]
}

/**
 * Locks in the order that database.ts names: hub, enrolment, computers. Sessions keep the order of their own operations,
 * because an open precedes, and an end follows, whatever else is said of a session.
 */
export async function carryOut(
  trx: StoreTransaction,
  batch: { readonly hubId: string; readonly operations: readonly RegistryOperation[] },
  rules: RegistryRules,
): Promise<Outcome> {
  const { hubId, operations } = batch
  const sorted = sort(operations)
  const newestLease = sorted.leases.at(-1)
  const lease = await keepLease(trx, {
    hubId,
    leaseMs: rules.leaseMs,
    renew: newestLease !== undefined,
    draining: newestLease?.draining ?? null,
  })
  const comparison = await compare(trx, hubId, sorted.leases)
  const opens = await admitOpens(trx, sorted.opens, rules.deviceKeySecret)
  const hidden = lease.hadLapsed ? await hiddenComputersOfHub(trx, hubId) : []
  const locked = await lockTouched(trx, { sorted, opens, comparison, hidden })
  const decisions = await open(trx, { hubId, opens, locked, rules })
  const reported = await updateReports(trx, reportRows(sorted.reports))
  await updateLatencies(trx, [...new Map(sorted.nudges.map((nudge) => [nudge.sessionId, nudge])).values()])
  const ended = await closeSessions(trx, hubId, endsOf(sorted.closes, comparison))
  const touched = [...decisions.sessions.map(({ computerId }) => computerId), ...ended, ...hidden]
  const presence = await recomputePresence(trx, [...new Set(touched)])
  return {
    results: answers(operations, { decisions, lease, comparison }),
    events: [...presence, ...computerEvents(decisions, reported)],
  }
}

function sort(operations: readonly RegistryOperation[]): Sorted {
  return {
    opens: operations.filter((operation) => operation.kind === 'open'),
    closes: operations.filter((operation) => operation.kind === 'close'),
    nudges: operations.filter((operation) => operation.kind === 'nudge'),
    reports: operations.filter((operation) => operation.kind === 'report'),
    leases: operations.filter((operation) => operation.kind === 'lease'),
  }
}

async function compare(
  trx: StoreTransaction,
  hubId: string,
  leases: Sorted['leases'],
): Promise<Comparison | null> {
  const sessionIds = leases.findLast((lease) => lease.sessionIds !== null)?.sessionIds
  if (sessionIds === undefined || sessionIds === null) return null
  return compareSessions(trx, { hubId, sessionIds, sparedMs: SPARED_MS })
}

async function admitOpens(
  trx: StoreTransaction,
  operations: Sorted['opens'],
  secret: string,
): Promise<AdmittedOpen[]> {
  if (operations.length === 0) return []
  const applicants = operations.map(({ hello, registration }): Applicant => ({
    customerId: registration.pharmacyId,
    computerName: registration.computerName,
    username: registration.username,
    installId: hello.installId,
    keyHash: enrolmentKeyHash(hello.enrolmentKey),
    localIpAddress: registration.localIpAddress,
    softwareVersion: registration.clientVersion,
  }))
  const admissions = await admit(trx, applicants, secret)
  return operations.flatMap((operation, index) => {
    const admission = admissions[index]
    return admission === undefined ? [] : [{ operation, admission }]
  })
}

/** One statement locks every computer that the batch may write, in the order of their ids. */
async function lockTouched(
  trx: StoreTransaction,
  touched: {
    readonly sorted: Sorted
    readonly opens: readonly AdmittedOpen[]
    readonly comparison: Comparison | null
    readonly hidden: readonly number[]
  },
): Promise<ComputerRow[]> {
  const { closes, nudges, reports } = touched.sorted
  const sessionIds = [...closes, ...nudges, ...reports].map(({ sessionId }) => sessionId)
  const sessions = await sessionsById(trx, sessionIds)
  const ids = new Set([...touched.hidden, ...sessions.map(({ computerId }) => computerId)])
  for (const { computerId } of touched.comparison?.extra ?? []) ids.add(computerId)
  for (const { admission } of touched.opens) if ('computerId' in admission) ids.add(admission.computerId)
  return lockComputers(trx, [...ids])
}

async function open(
  trx: StoreTransaction,
  parts: {
    readonly hubId: string
    readonly opens: readonly AdmittedOpen[]
    readonly locked: readonly ComputerRow[]
    readonly rules: RegistryRules
  },
): Promise<OpenDecisions> {
  const { hubId, opens, locked, rules } = parts
  const held = await sessionsById(
    trx,
    opens.map(({ operation }) => operation.sessionId),
  )
  const decisions = decideOpens(opens, {
    hubId,
    oldestProtocolVersion: rules.oldestProtocolVersion,
    computers: new Map(locked.map((computer) => [computer.id, computer])),
    sessions: new Map(held.map((session) => [session.sessionId, session])),
  })
  await updateComputers(trx, decisions.computers)
  await openSessions(trx, hubId, decisions.sessions)
  // A socket that is asserted after a lapse may be one that its device left long ago: it ends nothing.
  const asserted = new Set(
    opens.filter(({ operation }) => operation.reassert).map(({ operation }) => operation.sessionId),
  )
  const fresh = decisions.sessions.filter(({ sessionId }) => !asserted.has(sessionId))
  await supersedeSessions(trx, hubId, fresh)
  return decisions
}

/** One row per session: of several reports the newest word on each matter. */
function reportRows(reports: Sorted['reports']): ReportRow[] {
  const rows = new Map<string, ReportRow>()
  for (const { sessionId, role, system } of reports) {
    const before = rows.get(sessionId)
    rows.set(sessionId, {
      sessionId,
      role: role === null ? (before?.role ?? null) : roleNumber(role),
      system: system ?? before?.system ?? null,
    })
  }
  return [...rows.values()]
}

function endsOf(closes: Sorted['closes'], comparison: Comparison | null): SessionEnd[] {
  const extra = comparison?.extra ?? []
  const ends = extra.map(({ sessionId }): SessionEnd => ({ sessionId, reason: 'hub_lost' }))
  // The first word of a session's end is kept, and a reason that the hub gave goes before hub_lost.
  for (const { sessionId, reason } of closes.toReversed()) ends.push({ sessionId, reason })
  return [...new Map(ends.map((end) => [end.sessionId, end])).values()]
}

function computerEvents(
  decisions: OpenDecisions,
  reported: readonly { readonly computerId: number; readonly customerId: number }[],
): EventDraft[] {
  const seen = decisions.computers
    .filter(({ id }) => decisions.visibleIds.has(id))
    .map(({ id, customerId }) => ({ computerId: id, customerId }))
  const byId = new Map([...seen, ...reported].map((one) => [one.computerId, one]))
  return [...byId.values()].map(({ computerId, customerId }) => ({
    kind: 'computer',
    customerId,
    computerId,
  }))
}

function answers(
  operations: readonly RegistryOperation[],
  done: {
    readonly decisions: OpenDecisions
    readonly lease: Lease
    readonly comparison: Comparison | null
  },
): OperationResult[] {
  const verdicts = done.decisions.verdicts.values()
  return operations.map((operation): OperationResult => {
    const { id } = operation
    if (operation.kind === 'open') {
      const verdict = verdicts.next().value
      return { id, ...(verdict ?? { ok: false, code: 'INTERNAL', message: 'The operation was not judged' }) }
    }
    if (operation.kind !== 'lease') return { id, ok: true, data: { kind: 'done' } }
    const missing = operation.sessionIds === null ? [] : (done.comparison?.missing ?? [])
    return {
      id,
      ok: true,
      data: { kind: 'lease', leaseUntil: done.lease.leaseUntil.toISOString(), missing },
    }
  })
}
