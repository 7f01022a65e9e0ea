// Rows of the two sides of a conflict, and of the sessions that tell copies: of computers whose rows the caller has locked.
import { sql, type RawBuilder } from 'kysely'
import type { IdentityConflict } from '@pharmacy-relay/shared/api/relay-panel.ts'
import type { StoreDb, StoreTransaction } from '../database.ts'
import { givenRows } from '../given-rows.ts'
import type { Side } from './identity-decisions.ts'
import { MAX_OPENINGS, type Opening } from './takeovers.ts'

/** Of RelayConflictSides s: a conflict is over when the side that is not in has not come for a day. */
export const IS_CURRENT: RawBuilder<boolean> = sql<boolean>`exists (
  select from "RelayConflictSides" o where o."computerId" = s."computerId" and not o."isIn"
    and o."seenAt" > relay_now() - interval '1 day'
)`

export interface Sessions {
  readonly openings: readonly Opening[]
  readonly present: string | null
}

/** Of those computers whose newest session was of another start than the one that asks now. */
export async function sessionsOfOtherBoots(
  trx: StoreTransaction,
  asking: readonly { readonly computerId: number; readonly bootId: string }[],
): Promise<Map<number, Sessions>> {
  if (asking.length === 0) return new Map()
  const { rows } = await sql<{ computerId: number; bootId: string; ageMs: number; isPresent: boolean }>`
    with wanted as (
      select distinct c."id", c."connSeq"
      from ${givenRows(asking, '"computerId" integer, "bootId" uuid')} as r
      join "RelayComputers" c on c."id" = r."computerId"
      join "RelaySessions" n on n."computerId" = c."id" and n."connSeq" = c."connSeq" and n."bootId" <> r."bootId"
    )
    select s."computerId", s."bootId",
      (extract(epoch from relay_now() - s."openedAt") * 1000)::bigint::double precision as "ageMs",
      s."closedAt" is null and exists (
        select from "RelayHubs" h where h."hubId" = s."hubId" and h."leaseUntil" > relay_now()
      ) as "isPresent"
    from wanted w join "RelaySessions" s
      on s."computerId" = w."id" and s."connSeq" > w."connSeq" - ${MAX_OPENINGS}::integer
    order by s."computerId", s."connSeq"`.execute(trx)
  const found = Map.groupBy(rows, ({ computerId }) => computerId)
  return new Map(
    [...found].map(([computerId, openings]) => [
      computerId,
      { openings, present: openings.findLast(({ isPresent }) => isPresent)?.bootId ?? null },
    ]),
  )
}

/** The sides of those that are in a conflict; the one that came first stands first. */
export async function sidesOf(
  trx: StoreTransaction,
  computerIds: readonly number[],
): Promise<Map<number, Side[]>> {
  if (computerIds.length === 0) return new Map()
  const { rows } = await sql<Side & { readonly computerId: number }>`
    select s."computerId", s."bootId", s."isIn", s."pcName", s."localIpAddress", s."publicIpAddress",
      s."softwareVersion", s."leavingSince" is not null as "isLeaving"
    from "RelayConflictSides" s where s."computerId" = any(${computerIds}::integer[]) and ${IS_CURRENT}
    order by s."computerId", s."seenAt"`.execute(trx)
  const found = Map.groupBy(rows, ({ computerId }) => computerId)
  return new Map(
    [...found].map(([id, sides]) => [id, sides.map(({ computerId: _computerId, ...side }) => side)]),
  )
}

/** Makes the rows what is given. The side that came now was seen now; the conflict keeps its beginning. */
export async function writeSides(
  trx: StoreTransaction,
  changed: ReadonlyMap<number, { readonly sides: readonly Side[]; readonly seen: string }>,
): Promise<void> {
  if (changed.size === 0) return
  const rows = [...changed].flatMap(([computerId, { sides, seen }]) =>
    sides.map((side) => ({ computerId, ...side, isSeen: side.bootId === seen })),
  )
  await sql`
    with before as (
      select "computerId", min("since") as "since", max("leavingSince") as "leavingSince"
      from "RelayConflictSides" s
      where "computerId" = any(${[...changed.keys()]}::integer[]) and ${IS_CURRENT} group by "computerId"
    ), given as (
      select * from ${givenRows(
        rows,
        `
        "computerId" integer, "bootId" uuid, "isIn" boolean, "isLeaving" boolean, "isSeen" boolean,
        "pcName" text, "localIpAddress" text, "publicIpAddress" text, "softwareVersion" text`,
      )} as r
    ), gone as (
      delete from "RelayConflictSides" s where s."computerId" = any(${[...changed.keys()]}::integer[])
        and not exists (
          select from given g where g."computerId" = s."computerId" and g."bootId" = s."bootId"
        )
    )
    insert into "RelayConflictSides" as held ("computerId", "bootId", "since", "isIn", "pcName", "localIpAddress",
      "publicIpAddress", "softwareVersion", "leavingSince")
    select g."computerId", g."bootId", coalesce(b."since", relay_now()), g."isIn", g."pcName", g."localIpAddress",
      g."publicIpAddress", g."softwareVersion",
      case when g."isLeaving" then coalesce(b."leavingSince", relay_now()) end
    from given g left join before b on b."computerId" = g."computerId"
    on conflict ("computerId", "bootId") do update set
      "since" = excluded."since", "isIn" = excluded."isIn", "pcName" = excluded."pcName",
      "localIpAddress" = excluded."localIpAddress", "publicIpAddress" = excluded."publicIpAddress",
      "softwareVersion" = excluded."softwareVersion", "leavingSince" = excluded."leavingSince",
      "seenAt" = case when exists (
        select from given g where g."bootId" = held."bootId" and g."computerId" = held."computerId" and g."isSeen"
      ) then relay_now() else held."seenAt" end`.execute(trx)
}

/** Staff chose which side is to leave; false when there is no such side. */
export async function markLeaving(
  trx: StoreTransaction,
  computerId: number,
  bootId: string,
): Promise<boolean> {
  const { rows } = await sql<{ bootId: string }>`
    update "RelayConflictSides" s set "leavingSince" = case when s."bootId" = ${bootId}::uuid
      then coalesce(s."leavingSince", relay_now()) end
    where s."computerId" = ${computerId} and ${IS_CURRENT} and exists (
      select from "RelayConflictSides" t where t."computerId" = ${computerId} and t."bootId" = ${bootId}::uuid
    ) returning s."bootId"`.execute(trx)
  return rows.length > 0
}

/** The newest open session of that start of the agent, under a hub whose lease is alive. */
export async function sessionOfBoot(
  trx: StoreTransaction,
  computerId: number,
  bootId: string,
): Promise<{ readonly hubId: string; readonly sessionId: string } | null> {
  const { rows } = await sql<{ hubId: string; sessionId: string }>`
    select s."hubId", s."sessionId" from "RelaySessions" s
    join "RelayHubs" h on h."hubId" = s."hubId" and h."leaseUntil" > relay_now()
    where s."computerId" = ${computerId} and s."bootId" = ${bootId}::uuid and s."closedAt" is null
    order by s."connSeq" desc limit 1`.execute(trx)
  return rows[0] ?? null
}

/** These computers are in no conflict any more; answers those that were. */
export async function forgetConflicts(
  trx: StoreTransaction,
  computerIds: readonly number[],
): Promise<{ readonly computerId: number; readonly customerId: number }[]> {
  if (computerIds.length === 0) return []
  const { rows } = await sql<{ computerId: number; customerId: number }>`
    with gone as (
      delete from "RelayConflictSides" where "computerId" = any(${computerIds}::integer[]) returning "computerId"
    )
    select distinct g."computerId", c."customerId" from gone g
    join "RelayComputers" c on c."id" = g."computerId"`.execute(trx)
  return rows
}

/** What the panel shows of the conflicts of a pharmacy, by computer. */
export async function conflictsOfPharmacy(
  db: StoreDb,
  customerId: number,
): Promise<Map<number, IdentityConflict>> {
  const { rows } = await sql<Side & { computerId: number; since: Date; seenAt: Date }>`
    select s."computerId", s."since", s."bootId", s."isIn", s."pcName", s."localIpAddress", s."publicIpAddress",
      s."softwareVersion", s."seenAt", s."leavingSince" is not null as "isLeaving"
    from "RelayConflictSides" s join "RelayComputers" c on c."id" = s."computerId"
    where c."customerId" = ${customerId} and ${IS_CURRENT}
    order by s."computerId", s."isIn" desc, s."bootId"`.execute(db)
  const found = Map.groupBy(rows, ({ computerId }) => computerId)
  return new Map(
    [...found].map(([id, sides]) => [
      id,
      {
        since: (sides[0]?.since ?? new Date()).toISOString(),
        sides: sides.map(({ computerId: _computerId, since: _since, seenAt, ...side }) => ({
          ...side,
          seenAt: seenAt.toISOString(),
        })),
      },
    ]),
  )
}
