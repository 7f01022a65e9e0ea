// Rows of assignments: what they are made of, written when their hash changed, read under their lock.
import { sql } from 'kysely'
import type { AssignmentBody, PrinterAssignment } from '@pharmacy-relay/shared/printer-assignment.ts'
import type { StoreTransaction } from '../database.ts'
import { givenRows } from '../given-rows.ts'
import type { ActivePrinter, PrintingComputer } from './assignment-bodies.ts'
import type { HeldProgress } from './assignment-progress.ts'
import { STANDBY_COLUMNS, standbyOf } from './standby-printer.ts'

/** A computer as assignments see it. */
export interface ComputerFacts extends PrintingComputer {
  readonly customerId: number
  readonly hasAssignment: boolean
}

/**
 * All computers of these pharmacies, by id; one without access has no role in any document. A computer that reported no
 * address has the one it registered with.
 */
export async function computerFacts(
  trx: StoreTransaction,
  customerIds: readonly number[],
): Promise<ComputerFacts[]> {
  const { rows } = await sql<Omit<ComputerFacts, 'addresses'> & Addresses>`
    select c."id", c."customerId", case when c."access" = 'approved' then c."role" else 0 end as "role", c."pcName",
      c."letterNumber", c."deviceKey", c."localIpAddress",
      c."reportedSystem"->'addresses' as "reported", (c."reportedSystem"->>'tcpPort')::integer as "reportedPort", a."computerId" is not null as "hasAssignment",
      s."fingerprint" as "successor", array_remove(array[p."fingerprint", s."fingerprint"], null) as "fingerprints",
      coalesce((
        select json_agg(e."endorsement" order by e."since", e."fingerprint") from "RelayEndorsements" e
        where e."computerId" = c."id"
      ), '[]'::json) as "endorsements"
    from "RelayComputers" c left join "RelayAssignments" a on a."computerId" = c."id"
    left join "RelayCertificates" p on p."computerId" = c."id" and p."place" = 'pinned'
    left join "RelayCertificates" s on s."computerId" = c."id" and s."place" = 'successor'
    where c."customerId" = any(${customerIds}::integer[]) order by c."id"`.execute(trx)
  return rows.map(({ reported, localIpAddress, ...row }) => ({
    ...row,
    addresses: reported === null || reported.length === 0 ? [localIpAddress] : reported,
  }))
}
interface Addresses {
  readonly reported: readonly string[] | null
  readonly localIpAddress: string
}

/** The active configuration of each pharmacy that has one. */
export async function activePrinters(
  trx: StoreTransaction,
  customerIds: readonly number[],
): Promise<Map<number, ActivePrinter>> {
  const rows = await trx
    .selectFrom('PrinterConfigs')
    .select(['customerId', 'printerComputerId', 'printerName', 'tcpPort'])
    .select(STANDBY_COLUMNS)
    .where('isActive', '=', true)
    .where(sql<boolean>`"customerId" = any(${customerIds}::integer[])`)
    .execute()
  return new Map(
    rows.map((row) => {
      const { customerId, printerComputerId, printerName, tcpPort } = row
      return [customerId, { printerComputerId, printerName, tcpPort, standby: standbyOf(row) }]
    }),
  )
}

export interface DueAssignment {
  readonly computerId: number
  readonly customerId: number
  readonly hash: string
  readonly document: AssignmentBody
}

/**
 * Adds rows at version 1, or after that which the device had before it was removed; raises the version of those whose
 * hash differs and begins them anew at `waiting`. Answers what it wrote; equal ones are left alone. Locks rows in the
 * order of computer ids. Who adds a row holds the lock of its computer, because the reference to it takes a lock there.
 */
export async function writeAssignments(
  trx: StoreTransaction,
  due: readonly DueAssignment[],
): Promise<{ readonly computerId: number; readonly version: number }[]> {
  if (due.length === 0) return []
  const { rows } = await sql<{ computerId: number; version: number }>`
    insert into "RelayAssignments" as held ("computerId", "customerId", "hash", "document", "version")
    select d."computerId", d."customerId", d."hash", d."document", coalesce((
        select r."assignmentVersion" + 1 from "RelayRemovedComputers" r
        join "RelayComputers" c on c."installId" = r."installId" where c."id" = d."computerId"
      ), 1)
    from ${givenRows(due, '"computerId" integer, "customerId" integer, "hash" text, "document" jsonb')} as d
    order by d."computerId"
    on conflict ("computerId") do update set
      "version" = held."version" + 1, "hash" = excluded."hash", "document" = excluded."document",
      "changedAt" = relay_now(), "state" = 'waiting', "stateAt" = relay_now(), "failure" = null
    where held."hash" <> excluded."hash"
    returning "computerId", "version"`.execute(trx)
  return rows
}

export interface AssignmentRow extends HeldProgress {
  readonly computerId: number
  readonly customerId: number
  readonly document: AssignmentBody
}

/** The rows of these computers and of all computers of these pharmacies, in one pass in the order of computer ids. */
export async function lockAssignments(
  trx: StoreTransaction,
  which: { readonly computerIds: readonly number[]; readonly customerIds: readonly number[] },
): Promise<AssignmentRow[]> {
  const { computerIds, customerIds } = which
  if (computerIds.length === 0 && customerIds.length === 0) return []
  const ofCustomers = customerIds.length === 0 ? sql`` : sql`or "customerId" = any(${customerIds}::integer[])`
  const { rows } = await sql<AssignmentRow>`
    select "computerId", "customerId", "version", "hash", "document", "state", "failure"
    from "RelayAssignments" where "computerId" = any(${computerIds}::integer[]) ${ofCustomers}
    order by "computerId" for update`.execute(trx)
  return rows
}

/** A row as it goes to its device. */
export function assignmentOf(row: Pick<AssignmentRow, 'version' | 'hash' | 'document'>): PrinterAssignment {
  return { ...row.document, version: row.version, hash: row.hash }
}

/** Writes how far assignments have come. */
export async function writeProgress(
  trx: StoreTransaction,
  rows: readonly ({ readonly computerId: number } & Pick<HeldProgress, 'state' | 'failure'>)[],
): Promise<void> {
  if (rows.length === 0) return
  await sql`
    update "RelayAssignments" a set "state" = r."state", "failure" = r."failure", "stateAt" = relay_now()
    from ${givenRows(rows, '"computerId" integer, "state" text, "failure" jsonb')} as r
    where a."computerId" = r."computerId"`.execute(trx)
}
