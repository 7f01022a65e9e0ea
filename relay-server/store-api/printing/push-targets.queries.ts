// Which hub holds a computer at this moment, and which connected computers do not hold their newest assignment.
import { sql } from 'kysely'
import type { PrinterAssignment } from '@pharmacy-relay/shared/printer-assignment.ts'
import type { StoreDb, StoreTransaction } from '../database.ts'
import { isOfHub } from '../registry/sessions.queries.ts'
import { assignmentOf } from './assignments.queries.ts'
import type { ChangedAssignment } from './refresh-assignments.ts'

/** An assignment on its way: to which hub, for which of its sessions. */
export interface Push {
  readonly hubId: string
  readonly sessionId: string
  readonly assignment: PrinterAssignment
}

export interface HeldSession {
  readonly computerId: number
  readonly hubId: string
  readonly sessionId: string
}

/** The newest open session of each computer, under a hub whose lease is alive; computers without one are left out. */
export async function newestSessions(
  db: StoreDb | StoreTransaction,
  computerIds: readonly number[],
): Promise<HeldSession[]> {
  if (computerIds.length === 0) return []
  const { rows } = await sql<HeldSession>`
    select distinct on (s."computerId") s."computerId", s."hubId", s."sessionId"
    from "RelaySessions" s join "RelayHubs" h on h."hubId" = s."hubId" and h."leaseUntil" > relay_now()
    where s."computerId" = any(${computerIds}::integer[]) and s."closedAt" is null
    order by s."computerId", s."connSeq" desc`.execute(db)
  return rows
}

/** Pushes for those of the changed assignments whose computer is connected; the others learn on return. */
export async function pushesOf(
  trx: StoreTransaction,
  changed: readonly ChangedAssignment[],
): Promise<Push[]> {
  const sessions = await newestSessions(
    trx,
    changed.map(({ computerId }) => computerId),
  )
  const byId = new Map(changed.map(({ computerId, assignment }) => [computerId, assignment]))
  return sessions.flatMap(({ computerId, hubId, sessionId }) => {
    const assignment = byId.get(computerId)
    return assignment === undefined ? [] : [{ hubId, sessionId, assignment }]
  })
}

/** What a device says it holds; null: nothing, and then it is not told what it has. */
export interface HeldAssignment {
  readonly sessionId: string
  readonly config: { readonly version: number; readonly hash: string } | null
}

/**
 * Pushes for the sessions of a hub whose devices hold something else than their newest assignment. Compared here, not in
 * SQL: what a device says may hold what the database cannot store.
 */
export async function pushesForOutdated(
  trx: StoreTransaction,
  hubId: string,
  held: readonly HeldAssignment[],
): Promise<Push[]> {
  if (held.length === 0) return []
  const bySession = new Map(held.map((one) => [one.sessionId, one]))
  const { rows } = await sql<{ sessionId: string; computerId: number; version: number; hash: string }>`
    select s."sessionId", s."computerId", a."version", a."hash" from "RelaySessions" s
    join "RelayAssignments" a on a."computerId" = s."computerId"
    where s."sessionId" = any(${[...bySession.keys()]}::uuid[]) and ${isOfHub(hubId)}
      and s."closedAt" is null`.execute(trx)
  const outdated = rows.filter(({ sessionId, version, hash }) => {
    const one = bySession.get(sessionId)?.config ?? null
    return one !== null && (one.version !== version || one.hash !== hash)
  })
  const newest = await assignmentsById(
    trx,
    outdated.map(({ computerId }) => computerId),
  )
  return outdated.flatMap(({ sessionId, computerId }) => {
    const assignment = newest.get(computerId)
    return assignment === undefined ? [] : [{ hubId, sessionId, assignment }]
  })
}

async function assignmentsById(
  trx: StoreTransaction,
  computerIds: readonly number[],
): Promise<Map<number, PrinterAssignment>> {
  if (computerIds.length === 0) return new Map()
  const rows = await trx
    .selectFrom('RelayAssignments')
    .select(['computerId', 'version', 'hash', 'document'])
    .where(sql<boolean>`"computerId" = any(${computerIds}::integer[])`)
    .execute()
  return new Map(rows.map((row) => [row.computerId, assignmentOf(row)]))
}

/** The computers of sessions that are open. */
export async function computersOfSessions(
  trx: StoreTransaction,
  sessionIds: readonly string[],
): Promise<Map<string, number>> {
  if (sessionIds.length === 0) return new Map()
  const { rows } = await sql<{ sessionId: string; computerId: number }>`
    select "sessionId", "computerId" from "RelaySessions"
    where "sessionId" = any(${sessionIds}::uuid[]) and "closedAt" is null`.execute(trx)
  return new Map(rows.map((row) => [row.sessionId, row.computerId]))
}
