// Rows that enrolment reads and writes: pharmacies by key, keys in use, new computers.
import { sql } from 'kysely'
import { LOCKS, type StoreTransaction } from '../database.ts'

/** Which pharmacy each enrolment key belongs to, by the key's hash; unknown ones are left out. */
export async function customersByKeyHash(
  trx: StoreTransaction,
  hashes: readonly string[],
): Promise<Map<string, number>> {
  if (hashes.length === 0) return new Map()
  const { rows } = await sql<{ id: number; hash: string }>`
    select "id", "enrolmentKeyHash" as "hash" from "Customers"
    where "enrolmentKeyHash" = any(${hashes}::text[])`.execute(trx)
  return new Map(rows.map((row) => [row.hash, row.id]))
}

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
  readonly enrolledKeyHash: string
  readonly pcName: string
  readonly username: string
  readonly localIpAddress: string
  readonly softwareVersion: string
}

/** Role None whatever the device says: staff decide. */
export async function insertComputers(trx: StoreTransaction, rows: readonly NewComputer[]): Promise<void> {
  if (rows.length === 0) return
  await sql`
    insert into "RelayComputers" ("customerId", "installId", "deviceKey", "enrolledKeyHash", "pcName", "username",
      "localIpAddress", "softwareVersion")
    select r."customerId", r."installId", r."deviceKey", r."enrolledKeyHash", r."pcName", r."username",
      r."localIpAddress", r."softwareVersion"
    from json_to_recordset(${JSON.stringify(rows)}::json) as r(
      "customerId" integer, "installId" uuid, "deviceKey" text, "enrolledKeyHash" text, "pcName" text,
      "username" text, "localIpAddress" text, "softwareVersion" text)`.execute(trx)
}
