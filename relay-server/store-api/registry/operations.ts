// Carries out operations of one hub inside a transaction, set by set: what they write, what they answer, what changed.
import type { OperationResult, RegistryOperation } from '@pharmacy-relay/shared/api/relay-registry.ts'
import { pinReports, type PinnedReports } from '../certificates/pin-reports.ts'
import type { StoreTransaction } from '../database.ts'
import { admit, type Applicant } from '../enrolment/enrolment.ts'
import { enrolmentKeyHash } from '../enrolment/device-key.ts'
import { recomputePresence } from '../presence/recompute.queries.ts'
import { keepJobReports } from '../jobs/job-reports.queries.ts'
import type { EventDraft } from '../events/outbox.queries.ts'
import { computersOfSessions, type Push } from '../printing/push-targets.queries.ts'
import { answers, computerEvents } from './answers.ts'
import { settleAssignments } from './assignment-steps.ts'
import {
  lockComputers,
  updateComputers,
  updateLatencies,
  updateReports,
  type ComputerRef,
  type ComputerRow,
  type ReportedComputer,
} from './computers.queries.ts'
import { compareSessions, keepLease, type Comparison, type Lease } from './hubs.queries.ts'
import { decideOpens, type AdmittedOpen, type OpenDecisions } from './open-decisions.ts'
import {
  closeSessions,
  noteHearing,
  openSessions,
  sessionsById,
  type SessionEnd,
} from './sessions.queries.ts'
import {
  newestHearing,
  newestNudges,
  newestSystems,
  reportRows,
  sort,
  type Sorted,
} from './sorted-operations.ts'

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
  /** Assignments to send once this is committed. */
  readonly pushes: readonly Push[]
  /** Certificates that were not taken. */
  readonly faults: PinnedReports['faults']
}

/**
 * Locks in the order that database.ts names: hub, enrolment, computers, assignments. Sessions keep the order of their own
 * operations, because an open precedes, and an end follows, whatever else is said of a session.
 */
export async function carryOut(
  trx: StoreTransaction,
  batch: { readonly hubId: string; readonly operations: readonly RegistryOperation[] },
  rules: RegistryRules,
): Promise<Outcome> {
  const { hubId, operations } = batch
  const sorted = sort(operations)
  const lease = await renew(trx, { hubId, leases: sorted.leases, leaseMs: rules.leaseMs })
  const comparison = await compare(trx, hubId, sorted.leases)
  const opens = await admitOpens(trx, sorted.opens, rules.deviceKeySecret)
  const locked = await lockTouched(trx, { sorted, opens, comparison })
  const decisions = await open(trx, { hubId, opens, locked, rules })
  const reported = await updateReports(trx, reportRows(sorted.reports))
  const nudges = newestNudges(sorted.nudges)
  await updateLatencies(trx, nudges)
  const opened = openedComputers(decisions)
  const { reports } = sorted
  const reporters = await computersOfSessions(
    trx,
    reports.map(({ sessionId }) => sessionId),
  )
  const certificates = await pinReports(trx, newestSystems(reports, reporters))
  const pinned = refsOf(certificates.changed, locked)
  const moved = [...movedByOpening(locked, decisions), ...movedByReport(reported)]
  const movedIn = [...new Set([...moved, ...pinned.map(({ customerId }) => customerId)])]
  const steps = { hubId, opened, movedIn, reports, reporters, nudges }
  const settled = await settleAssignments(trx, steps)
  const withJobs = await keepJobReports(trx, reports)
  const heard = await noteHearing(trx, hubId, newestHearing(operations))
  const ended = await closeSessions(trx, hubId, endsOf(sorted.closes, comparison))
  const touched = [...decisions.sessions.map(({ computerId }) => computerId), ...heard, ...ended]
  const presence = await recomputePresence(trx, [...new Set(touched)])
  return {
    results: answers(operations, { decisions, lease, comparison, settled, reporters }),
    events: [
      ...presence,
      ...computerEvents(decisions, [...visible(reported), ...pinned, ...withJobs, ...settled.changed]),
    ],
    pushes: settled.pushes,
    faults: certificates.faults,
  }
}

async function renew(
  trx: StoreTransaction,
  hub: { readonly hubId: string; readonly leases: Sorted['leases']; readonly leaseMs: number },
): Promise<Lease> {
  const { hubId, leases, leaseMs } = hub
  const newest = leases.at(-1)
  return keepLease(trx, {
    hubId,
    leaseMs,
    renew: newest !== undefined,
    draining: newest?.draining ?? null,
  })
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
  },
): Promise<ComputerRow[]> {
  const { closes, nudges, silents, reports } = touched.sorted
  const sessionIds = [...closes, ...nudges, ...silents, ...reports].map(({ sessionId }) => sessionId)
  const sessions = await sessionsById(trx, sessionIds)
  const ids = new Set(sessions.map(({ computerId }) => computerId))
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
  return decisions
}

function openedComputers({ verdicts }: OpenDecisions): ComputerRef[] {
  return verdicts.flatMap((verdict) => (verdict.ok ? [verdict.data] : []))
}

function refsOf(ids: readonly number[], locked: readonly ComputerRow[]): ComputerRef[] {
  const wanted = new Set(ids)
  return locked
    .filter(({ id }) => wanted.has(id))
    .map(({ id, customerId }) => ({ computerId: id, customerId }))
}

/** Pharmacies whose PrinterComputer came with another name or address than it had, or a Client with another name. */
function movedByOpening(locked: readonly ComputerRow[], { computers }: OpenDecisions): number[] {
  const before = new Map(locked.map((computer) => [computer.id, computer]))
  const moved = computers.filter(({ id, role, pcName, localIpAddress }) => {
    const old = before.get(id)
    const isRenamed = old?.pcName !== pcName
    return role === 1 ? isRenamed || old.localIpAddress !== localIpAddress : role === 2 && isRenamed
  })
  return moved.map(({ customerId }) => customerId)
}

function movedByReport(reported: readonly ReportedComputer[]): number[] {
  return reported.filter(({ hasMoved }) => hasMoved).map(({ customerId }) => customerId)
}

function visible(reported: readonly ReportedComputer[]): ReportedComputer[] {
  return reported.filter(({ isVisible }) => isVisible)
}

function endsOf(closes: Sorted['closes'], comparison: Comparison | null): SessionEnd[] {
  const extra = comparison?.extra ?? []
  const ends = extra.map(({ sessionId }): SessionEnd => ({ sessionId, reason: 'hub_lost' }))
  // The first word of a session's end is kept, and a reason that the hub gave goes before hub_lost.
  for (const { sessionId, reason } of closes.toReversed()) ends.push({ sessionId, reason })
  return [...new Map(ends.map((end) => [end.sessionId, end])).values()]
}
