// Leases of hubs, and the comparison of a hub's sockets with its open rows.
import { sql } from 'kysely'
import type { StoreTransaction } from '../database.ts'

export interface Lease {
  readonly leaseUntil: Date
}

/**
 * Renews a hub's lease when asked to, and in any case when it is over: a batch proves that its hub lives. A renewal that
 * was overtaken shortens none; one that a clock which was set back since made too long, the next one does. `draining`
 * null leaves the mark as it is. Locks the hub's row only when it writes.
 */
export async function keepLease(
  trx: StoreTransaction,
  hub: {
    readonly hubId: string
    readonly leaseMs: number
    readonly renew: boolean
    readonly draining: boolean | null
  },
): Promise<Lease> {
  const held = await trx
    .selectFrom('RelayHubs')
    .select(['leaseUntil', sql<boolean>`"leaseUntil" <= relay_now()`.as('hadLapsed')])
    .where('hubId', '=', hub.hubId)
    .executeTakeFirst()
  if (held !== undefined && !held.hadLapsed && !hub.renew) return held
  const { rows } = await sql<{ leaseUntil: Date }>`
    insert into "RelayHubs" as h ("hubId", "leaseUntil", "draining")
    values (${hub.hubId}, relay_now() + make_interval(secs => ${hub.leaseMs}::integer / 1000.0),
      coalesce(${hub.draining}::boolean, false))
    on conflict ("hubId") do update set
      "leaseUntil" = case when h."leaseUntil" > excluded."leaseUntil" + (excluded."leaseUntil" - relay_now())
        then excluded."leaseUntil" else greatest(h."leaseUntil", excluded."leaseUntil") end,
      "draining" = coalesce(${hub.draining}::boolean, h."draining")
    returning "leaseUntil"`.execute(trx)
  const leaseUntil = rows[0]?.leaseUntil
  if (leaseUntil === undefined) throw new Error('a lease was not written')
  return { leaseUntil }
}

export interface Comparison {
  /** Sockets without an open row. */
  readonly missing: string[]
  /** Open rows without a socket. */
  readonly extra: readonly { readonly sessionId: string; readonly computerId: number }[]
}

/**
 * Compares a hub's list of sockets with its open rows. A row whose open has a higher id than the list was opened after the
 * list was made, which it overtook, because several batches of a hub are under way at once: the next list judges it. No
 * clock does, because it may be set in between.
 */
export async function compareSessions(
  trx: StoreTransaction,
  list: { readonly hubId: string; readonly sessionIds: readonly string[]; readonly listId: number },
): Promise<Comparison> {
  const { hubId, sessionIds, listId } = list
  const { rows } = await sql<{ sessionId: string; computerId: number; isYounger: boolean }>`
    select "sessionId", "computerId", "openId" > ${listId}::bigint as "isYounger"
    from "RelaySessions" where "hubId" = ${hubId}::uuid and "closedAt" is null`.execute(trx)
  const listed = new Set(sessionIds)
  const open = new Set(rows.map((row) => row.sessionId))
  return {
    missing: [...listed].filter((id) => !open.has(id)),
    extra: rows
      .filter((row) => !row.isYounger && !listed.has(row.sessionId))
      .map(({ sessionId, computerId }) => ({ sessionId, computerId })),
  }
}
