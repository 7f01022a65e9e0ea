// Carries out operations of one hub inside a transaction, set by set: what they write, what they answer, what changed.
import type { OperationResult } from '@pharmacy-relay/shared/api/relay-registry.ts'
import { pinReports, type PinnedReports } from '../certificates/pin-reports.ts'
import type { StoreTransaction } from '../database.ts'
import { recomputePresence } from '../presence/recompute.queries.ts'
import { keepWrongClocks } from '../presence/wrong-clocks.queries.ts'
import { keepJobReports } from '../jobs/job-reports.queries.ts'
import type { EventDraft } from '../events/outbox.queries.ts'
import { computersOfSessions, type Push } from '../printing/push-targets.queries.ts'
import type { HubSessionEnd } from '../store-hub/session-ends.ts'
import { answers, computerEvents } from './answers.ts'
import { settleAssignments, type SettledAssignments } from './assignment-steps.ts'
import { beginBatch, type BatchOfHub, type Beginning } from './beginning.ts'
import {
  updateLatencies,
  updateReports,
  type ComputerRef,
  type ComputerRow,
  type ReportedComputer,
} from './computers.queries.ts'
import type { Comparison } from './hubs.queries.ts'
import type { PairingSecrets } from '../enrolment/pairing-code.ts'
import { openIdentified, type OpenedSet } from './opens.ts'
import {
  closeSessions,
  noteHearing,
  olderSessionsElsewhere,
  type NewSession,
  type SessionEnd,
} from './sessions.queries.ts'
import { newestHearing, newestNudges, newestSystems, reportRows, type Sorted } from './sorted-operations.ts'

export interface RegistryRules extends PairingSecrets {
  readonly oldestProtocolVersion: number
  readonly leaseMs: number
}

export interface Outcome {
  readonly results: readonly OperationResult[]
  readonly events: readonly EventDraft[]
  /** Assignments to send once this is committed. */
  readonly pushes: readonly Push[]
  /** Sessions that hubs are to end once this is committed. */
  readonly ends: readonly HubSessionEnd[]
  /** Certificates that were not taken. */
  readonly faults: PinnedReports['faults']
}

/**
 * Locks in the order that database.ts names: hub, enrolment, computers, assignments. Sessions keep the order of their own
 * operations, because an open precedes, and an end follows, whatever else is said of a session.
 */
export async function carryOut(
  trx: StoreTransaction,
  batch: BatchOfHub,
  rules: RegistryRules,
): Promise<Outcome> {
  const { hubId, operations } = batch
  const begun = await beginBatch(trx, batch, rules)
  const { sorted, joined, locked } = begun
  const opened = await openIdentified(trx, { hubId, opens: begun.opens, locked, rules })
  const told = await hear(trx, { hubId, begun, opened })
  const heard = await noteHearing(trx, hubId, newestHearing(operations))
  const ended = await closeSessions(trx, hubId, endsOf(sorted.closes, begun.comparison))
  const left = joined.ended.map(({ computerId }) => computerId)
  const tooOld = opened.computers.filter(({ isTooOld }) => isTooOld).map(({ id }) => id)
  const touched = [
    ...opened.sessions.map(({ computerId }) => computerId),
    ...tooOld,
    ...heard,
    ...ended,
    ...left,
  ]
  const presence = await recomputePresence(trx, [...new Set(touched)])
  const changed = [...refsOf([...opened.sides.keys()], locked), ...joined.computers, ...told.changed]
  return {
    results: answers(operations, { begun, opened, ...told }),
    events: [...presence, ...computerEvents(opened, changed), ...joined.events],
    pushes: told.settled.pushes,
    ends: [...joined.ended.map(replaced), ...(await superseded(trx, hubId, freshOf(begun, opened)))],
    faults: told.faults,
  }
}

interface Heard {
  readonly settled: SettledAssignments
  /** The computers of sessions whose reports were heard. */
  readonly reporters: ReadonlyMap<string, number>
  /** Computers where something that people see changed. */
  readonly changed: readonly ComputerRef[]
  readonly faults: PinnedReports['faults']
}

/** What devices reported, and the assignments that follow from it and from who opened and joined. */
async function hear(
  trx: StoreTransaction,
  batch: { readonly hubId: string; readonly begun: Beginning; readonly opened: OpenedSet },
): Promise<Heard> {
  const { hubId, begun, opened } = batch
  const { sorted, joined, locked } = begun
  const { reports } = sorted
  const reported = await updateReports(trx, reportRows(reports))
  const nudges = newestNudges(sorted.nudges)
  await updateLatencies(trx, nudges)
  const clocks = refsOf(await keepWrongClocks(trx, nudges), locked)
  const sessionIds = reports.map(({ sessionId }) => sessionId)
  const reporters = await computersOfSessions(trx, sessionIds)
  const certificates = await pinReports(trx, newestSystems(reports, reporters))
  const pinned = refsOf([...certificates.changed, ...opened.exchanged], locked)
  const movedIn = new Set([
    ...movedByOpening(locked, opened),
    ...movedByReport(reported),
    ...pinned.map(({ customerId }) => customerId),
    ...joined.movedIn,
  ])
  const steps = { hubId, opened: openedComputers(opened), movedIn: [...movedIn], reports, reporters, nudges }
  const settled = await settleAssignments(trx, steps)
  const withJobs = await keepJobReports(trx, reports)
  const changed = [...visible(reported), ...pinned, ...withJobs, ...settled.changed, ...clocks]
  return { settled, reporters, changed, faults: certificates.faults }
}

/** Sessions of new connections: a socket that is asserted may be the older one itself. */
function freshOf({ opens }: Beginning, { sessions }: OpenedSet): NewSession[] {
  const asserted = new Set(
    opens.filter(({ operation }) => operation.reassert).map(({ operation }) => operation.sessionId),
  )
  return sessions.filter(({ sessionId }) => !asserted.has(sessionId))
}

/** What other hubs still hold of computers that connected here. */
async function superseded(
  trx: StoreTransaction,
  hubId: string,
  fresh: readonly NewSession[],
): Promise<HubSessionEnd[]> {
  const older = await olderSessionsElsewhere(trx, hubId, fresh)
  return older.map((session) => ({ kind: 'superseded', ...session }))
}

/** Somebody else has the identity now: who had it finds out when it connects again. */
function replaced({
  hubId,
  sessionId,
}: {
  readonly hubId: string
  readonly sessionId: string
}): HubSessionEnd {
  return { kind: 'revoked', hubId, sessionId, reason: 'replaced', end: null }
}

function openedComputers({ verdicts }: OpenedSet): ComputerRef[] {
  return verdicts.flatMap((verdict) => (verdict.ok && verdict.data.kind === 'open' ? [verdict.data] : []))
}

function refsOf(ids: readonly number[], locked: readonly ComputerRow[]): ComputerRef[] {
  const wanted = new Set(ids)
  return locked
    .filter(({ id }) => wanted.has(id))
    .map(({ id, customerId }) => ({ computerId: id, customerId }))
}

/** Pharmacies whose PrinterComputer came with another name or address than it had, or a Client with another name. */
function movedByOpening(locked: readonly ComputerRow[], { computers }: OpenedSet): number[] {
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
  const ends = extra.map(({ sessionId }): SessionEnd => ({ sessionId, reason: 'hub_lost', agoMs: 0 }))
  // The first word of a session's end is kept, and a reason that the hub gave goes before hub_lost.
  for (const { sessionId, reason, agoMs } of closes.toReversed()) ends.push({ sessionId, reason, agoMs })
  return [...new Map(ends.map((end) => [end.sessionId, end])).values()]
}
