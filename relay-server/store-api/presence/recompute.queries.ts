// recompute: derives presence from sessions. The only writer of RelayPresence and RelayTransitions.
//
//   online ◀─▶ degraded        a session is open; degraded: each of them is silent
//   online, degraded ──▶ reconnecting ── grace over ──▶ offline       all ended, the newest without a goodbye
//   online, degraded, reconnecting ──▶ offline                        the newest ended with bye, revoked, deleted, or too old to come back
import { sql, type RawBuilder } from 'kysely'
import type { CloseReason, DeviceStatus, Presence } from '@pharmacy-relay/shared/device.ts'
import type { StoreTransaction } from '../database.ts'
import type { PresenceDraft } from '../events/outbox.queries.ts'
import { KEPT_TRANSITIONS } from './transitions.queries.ts'

/** How long a computer that went without a goodbye is shown as reconnecting. */
export const GRACE_MS = 10_000
/** Of one that had fallen silent before its hub gave it up: it has had some 10 s by then, in which one that runs would have come back. */
export const SILENT_GRACE_MS = 3_000
const SILENT: CloseReason = 'ping_timeout'

/**
 * Of one whose hub stopped in order: it was told when to come back. A hub has 20,000 devices at most and wants them back within
 * 50 s (relay-server/hub/drain.ts); its program takes up to 20 s to start on a busy machine, and who came too early tries again.
 */
const DRAIN_GRACE_MS = 120_000
const DRAINED: CloseReason = 'hub_drain'

/** Connections of one computer that may overlap: one of the last so many ended last. */
const SESSIONS_AT_ONCE = sql.lit(8)

/** Ends after which nobody waits for the computer to come back. */
const FINAL_REASONS: readonly CloseReason[] = ['bye', 'revoked', 'deleted']

/** Of `reason`, in seconds. */
const GRACE_S = sql`(case "reason" when ${DRAINED} then ${DRAIN_GRACE_MS / 1_000}::integer
  when ${SILENT} then ${SILENT_GRACE_MS / 1_000}::integer else ${GRACE_MS / 1_000}::integer end)`

/**
 * Of `graceUntil` and `reason`. Twice as far ahead as a grace lasts none can be, also not for a transaction that began before
 * the one that wrote it: the clock was set back since.
 */
export const GRACE_IS_OVER: RawBuilder<boolean> = sql<boolean>`("graceUntil" <= relay_now()
  or "graceUntil" > relay_now() + make_interval(secs => 2 * ${GRACE_S}))`

interface ChangedRow {
  readonly computerId: number
  readonly customerId: number
  readonly deviceKey: string
  readonly presenceSeq: number
  readonly status: DeviceStatus
  readonly presence: Presence
  readonly reason: CloseReason | null
}

/**
 * An open session counts until somebody ends it: its hub, or the sweeper when that hub's lease is over. Writes and answers
 * only what changed, `presenceSeq` + 1 each, with a row of RelayTransitions; a computer that was never online gets no row.
 * The caller holds the lock of every computer row, so that two recomputes of one computer never cross.
 */
export async function recomputePresence(
  trx: StoreTransaction,
  computerIds: readonly number[],
): Promise<PresenceDraft[]> {
  if (computerIds.length === 0) return []
  const { rows } = await sql<ChangedRow>`
    with known as (${known(computerIds)}), truth as (${TRUTH}), changed as (${WRITE_CHANGED}), kept as (${KEEP_TRANSITIONS}),
      dropped as (${DROP_TRANSITIONS})
    select ch."computerId", t."customerId", t."deviceKey", ch."presenceSeq", ch."status", ch."state" as "presence",
      ch."reason"
    from changed ch join truth t on t."id" = ch."computerId" order by ch."computerId"`.execute(trx)
  return rows.map(({ customerId, computerId, presenceSeq, ...payload }) => ({
    kind: 'presence',
    customerId,
    computerId,
    presenceSeq,
    payload,
  }))
}

/** What is shown of each, whether a session of it is open and heard, and how the newest of those that ended did. */
function known(computerIds: readonly number[]): RawBuilder<unknown> {
  return sql`
    select c."id", c."customerId", c."deviceKey", c."isTooOld", p."presenceSeq", p."since", p."lastOnlineAt", p."graceUntil",
      coalesce(p."state", 'offline') as "was", open."isHeard", heard."at" as "heardUntil",
      case when c."access" = 'revoked' then 'revoked' else ended."closeReason" end as "reason"
    from "RelayComputers" c
    left join "RelayPresence" p on p."computerId" = c."id"
    left join lateral (
      select bool_or(s."silentSince" is null) as "isHeard" from "RelaySessions" s
      where s."computerId" = c."id" and s."closedAt" is null
    ) open on true
    left join lateral (
      select s."closeReason" from "RelaySessions" s
      where s."computerId" = c."id" and s."closedAt" is not null order by s."connSeq" desc limit 1
    ) ended on true
    left join lateral (
      select max(s."closedAt") as "at" from (
        select "closedAt" from "RelaySessions"
        where "computerId" = c."id" and "closedAt" is not null order by "connSeq" desc limit ${SESSIONS_AT_ONCE}
      ) s
    ) heard on true
    where c."id" = any(${computerIds}::integer[])`
}

// Transactions that began in another order than they got the lock must not turn time back.
const TRUTH = sql`
  select k.*, greatest(relay_now(), k."since") as "at", case
    when k."isHeard" then 'online'
    when not k."isHeard" then 'degraded'
    when k."was" = 'offline' or k."isTooOld" or k."reason" = any(${FINAL_REASONS}::text[]) then 'offline'
    when k."was" = 'reconnecting' and ${GRACE_IS_OVER} then 'offline'
    else 'reconnecting' end as "becomes"
  from known k`

const WRITE_CHANGED = sql`
  insert into "RelayPresence" as held
    ("computerId", "customerId", "presenceSeq", "state", "reason", "since", "graceUntil", "lastOnlineAt")
  select t."id", t."customerId", coalesce(t."presenceSeq", 0) + 1, t."becomes",
    case when t."becomes" in ('reconnecting', 'offline') then t."reason" end, t."at",
    case when t."becomes" = 'reconnecting' then relay_now() + make_interval(secs => ${GRACE_S}) end,
    case when t."becomes" not in ('reconnecting', 'offline') then t."at"
      when t."was" = 'reconnecting' then t."lastOnlineAt" else least(t."at", t."heardUntil") end
  from truth t where t."becomes" <> t."was" order by t."id"
  on conflict ("computerId") do update set
    "customerId" = excluded."customerId", "presenceSeq" = excluded."presenceSeq", "state" = excluded."state",
    "reason" = excluded."reason", "since" = excluded."since", "graceUntil" = excluded."graceUntil",
    "lastOnlineAt" = excluded."lastOnlineAt"
  returning held."computerId", held."presenceSeq", held."state", held."status", held."reason", held."since"`

const KEEP_TRANSITIONS = sql`
  insert into "RelayTransitions" ("computerId", "presenceSeq", "was", "became", "reason", "at")
  select ch."computerId", ch."presenceSeq", t."was", ch."state", ch."reason", ch."since"
  from changed ch join truth t on t."id" = ch."computerId"`

const DROP_TRANSITIONS = sql`
  delete from "RelayTransitions" old using changed ch
  where old."computerId" = ch."computerId" and old."presenceSeq" <= ch."presenceSeq" - ${KEPT_TRANSITIONS}::integer`
