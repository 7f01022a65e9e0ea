// Which computer vouches for an address: connected from there, heard just now, and of the one pharmacy that has the address.
import { sql } from 'kysely'
import { HEARD_WITHIN_MS } from '@pharmacy-relay/shared/hub/heartbeat.ts'
import type { StoreDb } from '../database.ts'

export interface ProvedComputer {
  readonly computerId: number
  readonly customerId: number
  /** How long ago it opened its session with its key, or answered over that session. */
  readonly provedAgoMs: number
}

const PROOF_S = HEARD_WITHIN_MS / 1_000
/** An address is a pharmacy's when a computer of it was connected from there so many days ago already. */
const REGISTERED_AFTER_DAYS = 7

/**
 * The one heard last; null for none. A computer counts by its newest session alone, and while it is approved. Another pharmacy
 * that was connected from there within 30 days, for as long as sessions are kept, takes the address from both: CGNAT.
 */
export async function provedComputer(
  db: StoreDb,
  { address, computerId }: { readonly address: string; readonly computerId: number | null },
): Promise<ProvedComputer | null> {
  const { rows } = await sql<ProvedComputer>`
    select s."computerId", s."customerId",
      greatest(0, extract(epoch from relay_now() - p."at") * 1000)::integer as "provedAgoMs"
    from "RelaySessions" s
    join "RelayComputers" c on c."id" = s."computerId" and c."connSeq" = s."connSeq"
      and c."customerId" = s."customerId" and c."access" = 'approved'
    join "RelayHubs" h on h."hubId" = s."hubId" and h."leaseUntil" > relay_now()
    cross join lateral (select greatest(s."openedAt", c."lastNudgeAt") as "at") p
    where relay_address_key(s."remoteIp") = relay_address_key(${address})
      and s."closedAt" is null and s."silentSince" is null
      and p."at" > relay_now() - make_interval(secs => ${PROOF_S})
      and (${computerId}::integer is null or s."computerId" = ${computerId}::integer)
      and exists (
        select from "RelaySessions" o
        where relay_address_key(o."remoteIp") = relay_address_key(${address}) and o."customerId" = s."customerId"
          and o."openedAt" < relay_now() - make_interval(days => ${REGISTERED_AFTER_DAYS})
      )
      and not exists (
        select from "RelaySessions" o
        where relay_address_key(o."remoteIp") = relay_address_key(${address}) and o."customerId" <> s."customerId"
      )
    order by p."at" desc limit 1`.execute(db)
  return rows[0] ?? null
}
