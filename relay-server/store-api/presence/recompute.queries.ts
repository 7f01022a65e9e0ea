// recompute: derives presence from sessions and leases. The only writer of RelayPresence.
import { sql } from 'kysely'
import type { CloseReason, DeviceStatus } from '@pharmacy-relay/shared/device.ts'
import type { StoreTransaction } from '../database.ts'
import type { PresenceDraft } from '../events/outbox.queries.ts'

interface ChangedRow {
  readonly computerId: number
  readonly customerId: number
  readonly deviceKey: string
  readonly presenceSeq: number
  readonly status: DeviceStatus
  readonly reason: CloseReason | null
}

/**
 * Online means: an open session whose hub's lease is alive. The reason of Offline is how the newest session ended.
 * Writes and answers only what changed, `presenceSeq` + 1 each; a computer that was never online gets no row. The caller
 * holds the lock of every computer row, so that two recomputes of one computer never cross.
 */
export async function recomputePresence(
  trx: StoreTransaction,
  computerIds: readonly number[],
): Promise<PresenceDraft[]> {
  if (computerIds.length === 0) return []
  const { rows } = await sql<ChangedRow>`
    with truth as (
      select c."id", c."customerId", c."deviceKey",
        case when exists (
          select from "RelaySessions" s join "RelayHubs" h on h."hubId" = s."hubId"
          where s."computerId" = c."id" and s."closedAt" is null and h."leaseUntil" > relay_now()
        ) then 'Online' else 'Offline' end as "status"
      from "RelayComputers" c where c."id" = any(${computerIds}::integer[])
    ), changed as (
      insert into "RelayPresence" as held
        ("computerId", "customerId", "presenceSeq", "status", "reason", "since", "lastOnlineAt")
      select t."id", t."customerId", coalesce(p."presenceSeq", 0) + 1, t."status",
        case when t."status" = 'Offline' then (
          select s."closeReason" from "RelaySessions" s
          where s."computerId" = t."id" and s."closedAt" is not null order by s."connSeq" desc limit 1
        ) end,
        relay_now(), relay_now()
      from truth t left join "RelayPresence" p on p."computerId" = t."id"
      where t."status" <> coalesce(p."status", 'Offline')
      order by t."id"
      on conflict ("computerId") do update set
        "presenceSeq" = excluded."presenceSeq", "status" = excluded."status", "reason" = excluded."reason",
        "since" = excluded."since", "lastOnlineAt" = excluded."lastOnlineAt"
      returning held."computerId", held."presenceSeq", held."status", held."reason"
    )
    select ch."computerId", t."customerId", t."deviceKey", ch."presenceSeq", ch."status", ch."reason"
    from changed ch join truth t on t."id" = ch."computerId" order by ch."computerId"`.execute(trx)
  return rows.map(({ customerId, computerId, presenceSeq, ...payload }) => ({
    kind: 'presence',
    customerId,
    computerId,
    presenceSeq,
    payload,
  }))
}
