// Rows of sessions: found, opened, closed. A session closes once; nothing here can touch another one.
import { sql, type RawBuilder } from 'kysely'
import type { CloseReason } from '@pharmacy-relay/shared/device.ts'
import type { StoreTransaction } from '../database.ts'
import { givenRows } from '../given-rows.ts'

export interface SessionRow {
  readonly sessionId: string
  readonly computerId: number
  readonly customerId: number
  readonly hubId: string
  readonly connSeq: number
  readonly isOpen: boolean
  readonly closeReason: CloseReason | null
}

export async function sessionsById(trx: StoreTransaction, ids: readonly string[]): Promise<SessionRow[]> {
  if (ids.length === 0) return []
  const { rows } = await sql<SessionRow>`
    select "sessionId", "computerId", "customerId", "hubId", "connSeq", "closedAt" is null as "isOpen", "closeReason"
    from "RelaySessions" where "sessionId" = any(${ids}::uuid[])`.execute(trx)
  return rows
}

export interface NewSession {
  readonly sessionId: string
  readonly computerId: number
  readonly customerId: number
  readonly connSeq: number
  readonly bootId: string
  readonly remoteIp: string
  readonly agentVersion: string
  /** Id of the operation that opens it. */
  readonly openId: number
}

/** Inserts sessions of a hub; one that was closed with hub_lost is opened again under its new `connSeq`. */
export async function openSessions(
  trx: StoreTransaction,
  hubId: string,
  sessions: readonly NewSession[],
): Promise<void> {
  if (sessions.length === 0) return
  await sql`
    insert into "RelaySessions" as held
      ("sessionId", "computerId", "customerId", "hubId", "connSeq", "bootId", "remoteIp", "agentVersion",
        "openId")
    select s."sessionId", s."computerId", s."customerId", ${hubId}::uuid, s."connSeq", s."bootId", s."remoteIp",
      s."agentVersion", s."openId"
    from ${givenRows(
      sessions,
      `
      "sessionId" uuid, "computerId" integer, "customerId" integer, "connSeq" bigint, "bootId" uuid,
      "remoteIp" text, "agentVersion" text, "openId" bigint`,
    )} as s
    on conflict ("sessionId") do update
      set "connSeq" = excluded."connSeq", "openId" = excluded."openId", "openedAt" = relay_now(), "closedAt" = null, "closeReason" = null,
        "silentSince" = null
      where held."closeReason" = 'hub_lost' and held."hubId" = excluded."hubId"
        and held."computerId" = excluded."computerId"`.execute(trx)
}

/** Open sessions of these computers at other hubs that are older than the new ones: their hubs are told to end them. */
export async function olderSessionsElsewhere(
  trx: StoreTransaction,
  hubId: string,
  newer: readonly Pick<NewSession, 'computerId' | 'connSeq'>[],
): Promise<{ readonly hubId: string; readonly sessionId: string }[]> {
  if (newer.length === 0) return []
  const { rows } = await sql<{ hubId: string; sessionId: string }>`
    select s."hubId", s."sessionId" from "RelaySessions" s
    join ${givenRows(newer, '"computerId" integer, "connSeq" bigint')} as n
      on s."computerId" = n."computerId" and s."connSeq" < n."connSeq"
    where s."hubId" <> ${hubId}::uuid and s."closedAt" is null`.execute(trx)
  return rows
}

/** Of a session `s` that is found by its id: said so that the index of all sessions of a hub is not read for it. */
export function isOfHub(hubId: string): RawBuilder<boolean> {
  return sql<boolean>`s."hubId" is not distinct from ${hubId}::uuid`
}

export interface HearingRow {
  readonly sessionId: string
  readonly isSilent: boolean
}

/** Notes which open sessions of this hub went silent and which are heard again; answers the computers of those. */
export async function noteHearing(
  trx: StoreTransaction,
  hubId: string,
  rows: readonly HearingRow[],
): Promise<number[]> {
  if (rows.length === 0) return []
  const { rows: changed } = await sql<{ computerId: number }>`
    update "RelaySessions" s set "silentSince" = case when r."isSilent" then relay_now() end
    from ${givenRows(rows, '"sessionId" uuid, "isSilent" boolean')} as r
    where s."sessionId" = r."sessionId" and ${isOfHub(hubId)} and s."closedAt" is null
      and (s."silentSince" is not null) <> r."isSilent"
    returning s."computerId"`.execute(trx)
  return changed.map((row) => row.computerId)
}

export interface SessionEnd {
  readonly sessionId: string
  readonly reason: CloseReason
  /** How long ago it ended. */
  readonly agoMs: number
}

/** Closes what is open of this hub's sessions; answers their computers. Closed and unknown ones are nothing to do. */
export async function closeSessions(
  trx: StoreTransaction,
  hubId: string,
  ends: readonly SessionEnd[],
): Promise<number[]> {
  if (ends.length === 0) return []
  const { rows } = await sql<{ sessionId: string; computerId: number }>`
    update "RelaySessions" s set "closeReason" = e."reason",
      "closedAt" = greatest(s."openedAt", relay_now() - make_interval(secs => e."agoMs" / 1000.0))
    from ${givenRows(ends, '"sessionId" uuid, "reason" text, "agoMs" integer')} as e
    where s."sessionId" = e."sessionId" and ${isOfHub(hubId)} and s."closedAt" is null
    returning s."sessionId", s."computerId"`.execute(trx)
  const goodbyes = new Set(ends.filter(({ reason }) => reason === 'bye').map(({ sessionId }) => sessionId))
  await endWholeBoots(
    trx,
    rows.map(({ sessionId }) => sessionId).filter((sessionId) => goodbyes.has(sessionId)),
  )
  return rows.map((row) => row.computerId)
}

/**
 * An agent that said goodbye has no connection left: what other hubs still hold of the same start of it ends too. A hub that
 * was killed cannot say so, and without this the computer were online until its lease is over.
 */
async function endWholeBoots(trx: StoreTransaction, sessionIds: readonly string[]): Promise<void> {
  if (sessionIds.length === 0) return
  await sql`
    update "RelaySessions" s set "closedAt" = greatest(s."openedAt", g."closedAt"), "closeReason" = 'bye'
    from "RelaySessions" g
    where g."sessionId" = any(${sessionIds}::uuid[]) and s."computerId" = g."computerId"
      and s."bootId" = g."bootId" and s."connSeq" < g."connSeq" and s."closedAt" is null`.execute(trx)
}

export interface EndedSession {
  readonly hubId: string
  readonly sessionId: string
  readonly computerId: number
}

/**
 * Closes every open session of these computers, whose rows the caller has locked, but for those of `sparedBoots`; answers
 * them for their hubs. A session that was closed as lost may have a socket still, which its hub was about to open again:
 * it ends for good, and its hub hears of it.
 */
export async function endSessionsOf(
  trx: StoreTransaction,
  computerIds: readonly number[],
  { reason, sparedBoots = [] }: { readonly reason: CloseReason; readonly sparedBoots?: readonly string[] },
): Promise<EndedSession[]> {
  if (computerIds.length === 0) return []
  const { rows } = await sql<EndedSession>`
    update "RelaySessions" s set "closedAt" = coalesce(s."closedAt", relay_now()), "closeReason" = ${reason}
    where s."computerId" = any(${computerIds}::integer[]) and s."bootId" <> all(${sparedBoots}::uuid[])
      and (s."closedAt" is null or s."closeReason" = 'hub_lost'
        and exists (select from "RelayHubs" h where h."hubId" = s."hubId"))
    returning "hubId", "sessionId", "computerId"`.execute(trx)
  return rows
}
