// What health is computed from, and where it is kept: read and written for some pharmacies at a time.
import { sql } from 'kysely'
import type { HealthCause, HealthLevel } from '@pharmacy-relay/shared/labels/health.ts'
import { IS_CURRENT } from '../conflicts/conflicts.queries.ts'
import { LOCKS, type StoreTransaction } from '../database.ts'
import { givenRows } from '../given-rows.ts'
import type { ComputerFacts } from './computer-health.ts'

/** A health as it is kept. */
export interface KeptHealth {
  readonly level: HealthLevel
  readonly cause: HealthCause | null
  readonly atComputerId: number | null
  readonly since: Date
}

export interface ComputerToJudge extends Omit<ComputerFacts, 'isBeingApplied' | 'isNew'> {
  readonly customerId: number
  /** Since when it is online, offline, …; null: it never came. */
  readonly presenceSince: Date | null
  readonly madeAt: Date
  /** When its assignment changed last, and to which version; null: it has none. */
  readonly changedAt: Date | null
  readonly assignmentVersion: number | null
  readonly kept: (KeptHealth & { readonly customerId: number; readonly group: string | null }) | null
}

/** Until the end of the transaction; whoever else computes waits. */
export async function lockHealth(trx: StoreTransaction): Promise<void> {
  await sql`select pg_advisory_xact_lock(${LOCKS.health})`.execute(trx)
}

export async function healthTime(trx: StoreTransaction): Promise<Date> {
  const { rows } = await sql<{ now: Date }>`select relay_now() as "now"`.execute(trx)
  const [row] = rows
  if (row === undefined) throw new Error('The database did not answer its time')
  return row.now
}

export async function computersToJudge(
  trx: StoreTransaction,
  customerIds: readonly number[],
): Promise<ComputerToJudge[]> {
  const { rows } = await sql<FactRow>`
    select c."id", c."customerId", c."pcName", c."access", c."role", c."isTooOld", c."jobsWaiting" as "waiting",
      c."connSeq" > 0 as "hasEverCome", c."createdAt" as "madeAt", a."changedAt", a."version" as "assignmentVersion", coalesce(p."state", 'offline') as "presence",
      p."since" as "presenceSince", case when a."state" = 'failed' then a."failure" ->> 'code' end as "failure",
      w."computerId" is not null as "isClockWrong", o."isOpen" is false as "isClosed",
      exists (select from "RelayConflictSides" s where s."computerId" = c."id" and ${IS_CURRENT}) as "hasConflict",
      h."customerId" as "keptCustomerId", h."level", h."cause", h."atComputerId",
      h."since", h."group"
    from "RelayComputers" c
    left join "RelayPresence" p on p."computerId" = c."id"
    left join "RelayAssignments" a on a."computerId" = c."id"
    left join "RelayWrongClocks" w on w."computerId" = c."id"
    left join "OpeningHours" o on o."customerId" = c."customerId"
    left join "RelayHealth" h on h."computerId" = c."id"
    where c."customerId" = any(${customerIds}::integer[]) order by c."id"`.execute(trx)
  return rows.map(computerToJudge)
}

type FactRow = Omit<ComputerToJudge, 'kept'> & {
  readonly level: HealthLevel | null
  readonly keptCustomerId: number | null
  readonly cause: HealthCause | null
  readonly atComputerId: number | null
  readonly since: Date | null
  readonly group: string | null
}

function computerToJudge(row: FactRow): ComputerToJudge {
  const { level, keptCustomerId, cause, atComputerId, since, group, ...facts } = row
  const isKept = level !== null && keptCustomerId !== null && since !== null
  return {
    ...facts,
    kept: isKept ? { level, customerId: keptCustomerId, cause, atComputerId, since, group } : null,
  }
}

/** Keeps the rows; of a computer that was removed meanwhile none. */
export async function keepComputerHealth(
  trx: StoreTransaction,
  rows: readonly (KeptHealth & {
    readonly computerId: number
    readonly customerId: number
    readonly group: string | null
  })[],
): Promise<void> {
  if (rows.length === 0) return
  const columns = `"computerId" integer, "customerId" integer, "level" text, "cause" jsonb, "atComputerId" integer,
    "since" timestamptz, "group" text`
  await sql`
    insert into "RelayHealth" ("computerId", "customerId", "level", "cause", "atComputerId", "since", "group")
    select r."computerId", r."customerId", r."level", r."cause", r."atComputerId", r."since", r."group"
    from ${givenRows(rows, columns)} as r
    join (select "id" from "RelayComputers" where "id" = any(${rows.map(({ computerId }) => computerId)}::integer[])
      for key share) c on c."id" = r."computerId"
    on conflict ("computerId") do update set "customerId" = excluded."customerId", "level" = excluded."level",
      "cause" = excluded."cause", "atComputerId" = excluded."atComputerId", "since" = excluded."since",
      "group" = excluded."group"`.execute(trx)
}

/** Null: without computers. */
export async function keptPharmacies(
  trx: StoreTransaction,
  customerIds: readonly number[],
): Promise<Map<number, KeptHealth | null>> {
  const rows = await trx
    .selectFrom('PharmacyHealth')
    .selectAll()
    .where('customerId', 'in', customerIds)
    .execute()
  return new Map(
    rows.map(({ customerId, level, ...rest }) => [customerId, level === null ? null : { level, ...rest }]),
  )
}

/** Whose computers count as being set up, which ends by time. One look at all of them, for a process that just started. */
export async function settlingPharmacies(trx: StoreTransaction): Promise<number[]> {
  const { rows } = await sql<{ customerId: number }>`
    select distinct "customerId" from "RelayHealth"
    where "level" = 'warning' and "cause" ->> 'code' = 'connecting'`.execute(trx)
  return rows.map(({ customerId }) => customerId)
}

export async function keepPharmacyHealth(
  trx: StoreTransaction,
  rows: readonly (Omit<KeptHealth, 'level'> & {
    readonly customerId: number
    readonly level: HealthLevel | null
  })[],
): Promise<void> {
  if (rows.length === 0) return
  const columns = `"customerId" integer, "level" text, "cause" jsonb, "atComputerId" integer, "since" timestamptz`
  await sql`
    insert into "PharmacyHealth" ("customerId", "level", "cause", "atComputerId", "since")
    select r."customerId", r."level", r."cause", r."atComputerId", r."since" from ${givenRows(rows, columns)} as r
    on conflict ("customerId") do update set "level" = excluded."level", "cause" = excluded."cause",
      "atComputerId" = excluded."atComputerId", "since" = excluded."since"`.execute(trx)
}
