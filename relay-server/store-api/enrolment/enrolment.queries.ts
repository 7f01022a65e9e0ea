// Rows that enrolment reads and writes: its lock, device keys in use, computers that join.
import { sql } from 'kysely'
import { LOCKS, type StoreTransaction } from '../database.ts'
import { givenRows } from '../given-rows.ts'

/** One enrolment at a time: counts and keys in use stay true until the commit. Rare enough not to matter. */
export async function lockEnrolment(trx: StoreTransaction): Promise<void> {
  await sql`select pg_advisory_xact_lock(${LOCKS.enrolment})`.execute(trx)
}

export async function deviceKeysInUse(trx: StoreTransaction, keys: readonly string[]): Promise<Set<string>> {
  const { rows } = await sql<{ deviceKey: string }>`
    select "deviceKey" from "RelayComputers" where "deviceKey" = any(${keys}::text[])`.execute(trx)
  return new Set(rows.map((row) => row.deviceKey))
}

export async function computerCounts(
  trx: StoreTransaction,
  customerIds: readonly number[],
): Promise<Map<number, number>> {
  const { rows } = await sql<{ customerId: number; count: number }>`
    select "customerId", count(*)::integer as "count" from "RelayComputers"
    where "customerId" = any(${customerIds}::integer[]) group by "customerId"`.execute(trx)
  return new Map(rows.map((row) => [row.customerId, row.count]))
}

export interface NewComputer {
  readonly customerId: number
  readonly installId: string
  readonly deviceKey: string
  readonly pcName: string
  readonly username: string
  /** As the public one: its own is known when it registers. */
  readonly localIpAddress: string
  /** Where it paired from. */
  readonly publicIpAddress: string
  readonly softwareVersion: string
  readonly access: 'approved' | 'waiting'
  readonly pairingCodeId: number
}

/** Role None whatever the device says: staff decide. */
export async function insertComputers(trx: StoreTransaction, rows: readonly NewComputer[]): Promise<void> {
  if (rows.length === 0) return
  await sql`
    insert into "RelayComputers" ("customerId", "installId", "deviceKey", "pcName", "username", "localIpAddress",
      "publicIpAddress", "softwareVersion", "access", "pairingCodeId")
    select r."customerId", r."installId", r."deviceKey", r."pcName", r."username", r."localIpAddress",
      r."publicIpAddress", r."softwareVersion", r."access", r."pairingCodeId"
    from ${givenRows(
      rows,
      `
      "customerId" integer, "installId" uuid, "deviceKey" text, "pcName" text, "username" text,
      "localIpAddress" text, "publicIpAddress" text, "softwareVersion" text, "access" text,
      "pairingCodeId" integer`,
    )} as r`.execute(trx)
}

export interface Rejoining {
  readonly id: number
  readonly pcName: string
  readonly username: string
  readonly publicIpAddress: string
  readonly softwareVersion: string
  readonly access: 'approved' | 'waiting'
  readonly pairingCodeId: number
}

/** Computers that have a row and came with a new code. The caller has locked them. */
export async function updateRejoining(trx: StoreTransaction, rows: readonly Rejoining[]): Promise<void> {
  if (rows.length === 0) return
  await sql`
    update "RelayComputers" c set "pcName" = r."pcName", "username" = r."username",
      "publicIpAddress" = r."publicIpAddress", "softwareVersion" = r."softwareVersion", "access" = r."access",
      "pairingCodeId" = r."pairingCodeId", "updatedAt" = relay_now()
    from ${givenRows(
      rows,
      `
      "id" integer, "pcName" text, "username" text, "publicIpAddress" text, "softwareVersion" text,
      "access" text, "pairingCodeId" integer`,
    )} as r
    where c."id" = r."id"`.execute(trx)
}

/** Which of these installations were removed by staff and have not joined again. */
export async function removedInstalls(
  trx: StoreTransaction,
  installIds: readonly string[],
): Promise<Set<string>> {
  if (installIds.length === 0) return new Set()
  const { rows } = await sql<{ installId: string }>`
    select "installId" from "RelayRemovedComputers" where "installId" = any(${installIds}::uuid[])`.execute(
    trx,
  )
  return new Set(rows.map(({ installId }) => installId))
}
