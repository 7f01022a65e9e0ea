// Rows for the property test of the fleet: pharmacies with paired computers, what is shown of them, and all of it gone again.
import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import type { Presence } from '@pharmacy-relay/shared/device.ts'
import { newCertificate, type TestCertificate } from '@pharmacy-relay/shared/test/test-certificates.ts'
import type { StoreDb } from '../database.ts'
import { addComingComputers, addPharmacies } from '../seed/paired-computers.queries.ts'

export interface PairedComputer {
  readonly pharmacyId: number
  readonly computerId: number
  readonly deviceKey: string
  readonly installId: string
  readonly certificate: string
}

// Keys take longer to make than all the rest; rows are gone before they are used again.
const certificates: TestCertificate[] = []
let lastStoreNumber = 0

/** Computers as if they had paired, in order; `pharmacies` says for each which one it belongs to, counted from 0. */
export async function addPairedComputers(
  db: StoreDb,
  pharmacies: readonly number[],
): Promise<PairedComputer[]> {
  while (certificates.length < pharmacies.length) certificates.push(newCertificate())
  const count = Math.max(...pharmacies) + 1
  const pharmacyIds = await addPharmacies(db, { first: lastStoreNumber + 1, count })
  lastStoreNumber += count
  const computers = pharmacies.map((pharmacy, index) => {
    const { pem: certificate = '', fingerprint = '' } = certificates[index] ?? {}
    return {
      customerId: pharmacyIds[pharmacy] ?? 0,
      pcName: `PC-${index + 1}`,
      username: 'till',
      installId: randomUUID(),
      certificate,
      fingerprint,
      printers: [{ id: 'cups:ZD421', name: 'ZD421', detail: '' }],
    }
  })
  const added = await addComingComputers(db, computers)
  return computers.map(({ customerId: pharmacyId, installId, certificate }, index) => {
    const { computerId = 0, deviceKey = '' } = added[index] ?? {}
    return { pharmacyId, computerId, deviceKey, installId, certificate }
  })
}

/** No pharmacy, hub or event is left, nor what hangs on a pharmacy. The staff log stays: nobody may empty it. */
export async function removeEverybody(db: StoreDb): Promise<void> {
  await db.transaction().execute(async (trx) => {
    // Invoices are kept by a trigger, also where there are none.
    await sql`set local session_replication_role = replica`.execute(trx)
    await sql`truncate "Customers", "RelayHubs", "RelayEvents" cascade`.execute(trx)
  })
}

/** What people are shown of a computer, and what that should follow from. */
export interface ShownComputer {
  readonly computerId: number
  readonly state: Presence
  readonly openSessions: number
  /** Of its newest assignment; null before the first. */
  readonly version: number | null
  readonly hash: string | null
}

export async function shownComputers(db: StoreDb): Promise<ShownComputer[]> {
  const { rows } = await sql<ShownComputer>`
    select c."id" as "computerId", coalesce(p."state", 'offline') as "state", a."version", a."hash",
      (select count(*)::integer from "RelaySessions" s where s."computerId" = c."id" and s."closedAt" is null)
        as "openSessions"
    from "RelayComputers" c left join "RelayPresence" p on p."computerId" = c."id"
    left join "RelayAssignments" a on a."computerId" = c."id"`.execute(db)
  return rows
}

/** Leaves out that an end touches no other session (P3): from now on it takes those of its computer with it. */
export async function letEndsSpread(db: StoreDb): Promise<void> {
  await sql`
    create or replace function end_others() returns trigger language plpgsql as $$
    begin
      update "RelaySessions" set "closedAt" = new."closedAt", "closeReason" = new."closeReason"
      where "computerId" = new."computerId" and "closedAt" is null;
      return null;
    end $$`.execute(db)
  await sql`
    create or replace trigger "end_others" after update of "closedAt" on "RelaySessions" for each row
    when (old."closedAt" is null and new."closedAt" is not null and pg_trigger_depth() < 1)
    execute function end_others()`.execute(db)
}

/** Leaves out that each presence has a number of its own: from now on a change keeps that of the one before. */
export async function letSequencesStand(db: StoreDb): Promise<void> {
  await sql`
    create or replace function keep_sequence() returns trigger language plpgsql as $$
    begin
      new."presenceSeq" = old."presenceSeq";
      delete from "RelayTransitions"
      where "computerId" = old."computerId" and "presenceSeq" = old."presenceSeq";
      return new;
    end $$`.execute(db)
  await sql`
    create or replace trigger "keep_sequence" before update on "RelayPresence" for each row
    execute function keep_sequence()`.execute(db)
}
