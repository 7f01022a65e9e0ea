// Rows of sessions: found, opened, closed. A session closes once; nothing here can touch another one.
import { sql } from 'kysely'
import type { CloseReason } from '@pharmacy-relay/shared/device.ts'
import type { StoreTransaction } from '../database.ts'

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
      ("sessionId", "computerId", "customerId", "hubId", "connSeq", "bootId", "remoteIp", "agentVersion")
    select s."sessionId", s."computerId", s."customerId", ${hubId}::uuid, s."connSeq", s."bootId", s."remoteIp",
      s."agentVersion"
    from json_to_recordset(${JSON.stringify(sessions)}::json) as s(
      "sessionId" uuid, "computerId" integer, "customerId" integer, "connSeq" bigint, "bootId" uuid,
      "remoteIp" text, "agentVersion" text
    )
    on conflict ("sessionId") do update
      set "connSeq" = excluded."connSeq", "openedAt" = relay_now(), "closedAt" = null, "closeReason" = null
      where held."closeReason" = 'hub_lost' and held."hubId" = excluded."hubId"
        and held."computerId" = excluded."computerId"`.execute(trx)
}

/**
 * Closes what other hubs hold of computers that have just connected here: a device has one connection, so it left them,
 * and a hub that died cannot say so. With `hub_lost`: a hub that does hold a living socket asserts it again. This hub's
 * own older sockets are its own to close.
 */
export async function supersedeSessions(
  trx: StoreTransaction,
  hubId: string,
  newer: readonly Pick<NewSession, 'computerId' | 'connSeq'>[],
): Promise<void> {
  if (newer.length === 0) return
  await sql`
    update "RelaySessions" s set "closedAt" = relay_now(), "closeReason" = 'hub_lost'
    from json_to_recordset(${JSON.stringify(newer)}::json) as n("computerId" integer, "connSeq" bigint)
    where s."computerId" = n."computerId" and s."connSeq" < n."connSeq" and s."hubId" <> ${hubId}::uuid
      and s."closedAt" is null`.execute(trx)
}

export interface SessionEnd {
  readonly sessionId: string
  readonly reason: CloseReason
}

/** Closes what is open of this hub's sessions; answers their computers. Closed and unknown ones are nothing to do. */
export async function closeSessions(
  trx: StoreTransaction,
  hubId: string,
  ends: readonly SessionEnd[],
): Promise<number[]> {
  if (ends.length === 0) return []
  const { rows } = await sql<{ computerId: number }>`
    update "RelaySessions" s set "closedAt" = relay_now(), "closeReason" = e."reason"
    from json_to_recordset(${JSON.stringify(ends)}::json) as e("sessionId" uuid, "reason" text)
    where s."sessionId" = e."sessionId" and s."hubId" = ${hubId}::uuid and s."closedAt" is null
    returning s."computerId"`.execute(trx)
  return rows.map((row) => row.computerId)
}
