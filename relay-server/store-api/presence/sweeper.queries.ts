// The sweeper's steps in SQL: lapsed hubs, their sessions, and what is old enough to go.
import { sql } from 'kysely'
import { LOCKS, type StoreDb, type StoreTransaction } from '../database.ts'
import { lockComputers } from '../registry/computers.queries.ts'
import type { ServerTime } from './hold-off.ts'
import { GRACE_IS_OVER } from './recompute.queries.ts'

/** True for one sweeper at a time, until its transaction ends. */
export async function becomeSweeper(trx: StoreTransaction): Promise<boolean> {
  const { rows } = await sql<{ mine: boolean }>`
    select pg_try_advisory_xact_lock(${LOCKS.sweeper}) as "mine"`.execute(trx)
  return rows[0]?.mine === true
}

/** When the database server last started, and what time it is there. */
export async function serverTime(db: StoreDb): Promise<ServerTime> {
  const { rows } = await sql<ServerTime>`
    select pg_postmaster_start_time()::text as "startedAt",
      (extract(epoch from relay_now()) * 1000)::double precision as "wallMs"`.execute(db)
  const [row] = rows
  if (row === undefined) throw new Error('The database answered a select of constants with no row')
  return row
}

/** Until when each hub holds its lease, as it was renewed last. One without an end belongs to no process: a seeded fleet's. */
export async function leases(db: StoreDb): Promise<ReadonlyMap<string, string>> {
  const { rows } = await sql<{ hubId: string; leaseUntil: string }>`
    select "hubId", "leaseUntil"::text from "RelayHubs" where "leaseUntil" < 'infinity'`.execute(db)
  return new Map(rows.map(({ hubId, leaseUntil }) => [hubId, leaseUntil]))
}

export interface LapseRule {
  /** Hubs that may be given up; of all others a lease that is over by the clock proves nothing. */
  readonly silentHubs: readonly string[]
  readonly leaseMs: number
  readonly limit: number
}

/**
 * Closes up to `limit` open sessions whose hub's lease is over: with `hub_lost`, or with `hub_drain` where it said that it stops and
 * there was no time to tell of each; answers their computers, locked. Twice as
 * far ahead as a lease lasts none can be that was renewed since the clock was set back, and that is waited for. The hub
 * rows are locked first, so that a renewal waits and then finds its sessions closed, or comes first and keeps them. They
 * ended when their hub was heard last: later nobody knows of them.
 */
export async function closeSessionsOfLapsedHubs(
  trx: StoreTransaction,
  { silentHubs, limit, leaseMs }: LapseRule,
): Promise<number[]> {
  const holds = sql<boolean>`("hubId" <> all(${silentHubs}::uuid[]) or ("leaseUntil" > relay_now()
    and "leaseUntil" <= relay_now() + make_interval(secs => ${(2 * leaseMs) / 1_000}::double precision)))`
  await sql`
    select 1 from "RelayHubs" where not ${holds} order by "hubId" for update`.execute(trx)
  const { rows } = await sql<{ sessionId: string; computerId: number }>`
    select s."sessionId", s."computerId" from "RelaySessions" s
    where s."closedAt" is null and not exists (
      select from "RelayHubs" h where h."hubId" = s."hubId" and ${holds}
    ) limit ${limit}`.execute(trx)
  if (rows.length === 0) return []
  const computerIds = [...new Set(rows.map((row) => row.computerId))]
  await lockComputers(trx, computerIds)
  await sql`
    update "RelaySessions" s set
      "closeReason" = case when exists (select from "RelayHubs" h where h."hubId" = s."hubId" and h."draining")
        then 'hub_drain' else 'hub_lost' end,
      "closedAt" = least(relay_now(), greatest(s."openedAt", (
        select h."leaseUntil" - make_interval(secs => ${leaseMs / 1_000}::double precision)
        from "RelayHubs" h where h."hubId" = s."hubId")))
    where "sessionId" = any(${rows.map((row) => row.sessionId)}::uuid[]) and "closedAt" is null`.execute(trx)
  return computerIds
}

/** Up to `limit` computers whose grace is over, locked; the longest over first. */
export async function computersWithoutGrace(trx: StoreTransaction, limit: number): Promise<number[]> {
  const { rows } = await sql<{ computerId: number }>`
    select "computerId" from "RelayPresence" where ${GRACE_IS_OVER}
    order by "graceUntil" limit ${limit}`.execute(trx)
  const computerIds = rows.map((row) => row.computerId)
  await lockComputers(trx, computerIds)
  return computerIds
}

/** Milliseconds until the next grace is over, 0 when one is; null when nobody is waited for. */
export async function nextGraceInMs(db: StoreDb): Promise<number | null> {
  const { rows } = await sql<{ inMs: number | null }>`
    select greatest(0, ceil(extract(epoch from min("graceUntil") - relay_now()) * 1000))::integer as "inMs"
    from "RelayPresence" where "graceUntil" is not null`.execute(db)
  return rows[0]?.inMs ?? null
}

/** Removes up to `limit` closed sessions, transitions, and events (never the newest), and hubs dead for a day. */
export async function removeOldRows(
  trx: StoreTransaction,
  kept: { readonly days: number; readonly limit: number },
): Promise<void> {
  await sql`
    delete from "RelaySessions" where "sessionId" in (
      select "sessionId" from "RelaySessions"
      where "closedAt" < relay_now() - make_interval(days => ${kept.days}) limit ${kept.limit}
    )`.execute(trx)
  await sql`
    delete from "RelayTransitions" where ("computerId", "presenceSeq") in (
      select "computerId", "presenceSeq" from "RelayTransitions"
      where "at" < relay_now() - make_interval(days => ${kept.days}) order by "at" limit ${kept.limit}
    )`.execute(trx)
  await sql`
    delete from "RelayEvents" where "id" in (
      select "id" from "RelayEvents"
      where "at" < relay_now() - make_interval(days => ${kept.days}) and "id" < (select max("id") from "RelayEvents")
      order by "at" limit ${kept.limit}
    )`.execute(trx)
  await sql`
    delete from "RelayHubs" h where h."leaseUntil" < relay_now() - interval '1 day'
      and not exists (select from "RelaySessions" s where s."hubId" = h."hubId" and s."closedAt" is null)`.execute(
    trx,
  )
}
