// Set-based inserts that make a large fleet; the same seed number makes the same rows.
import { sql, type RawBuilder } from 'kysely'
import { reason } from '@pharmacy-relay/shared/reasons/make-reason.ts'
import type { AssignmentFault } from '@pharmacy-relay/shared/printer-assignment.ts'
import type { StoreDb, StoreTransaction } from '../database.ts'
import type { ComputerRef } from '../registry/computers.queries.ts'

const WHY = reason('port_taken', { port: 9_100 })
const PORT_TAKEN: AssignmentFault = { code: 'port_taken', reason: WHY.detail, reasons: [WHY] }

/** A share in [0, 1) for a row and a purpose: the same for the same seed. */
export function share(seed: number, row: RawBuilder<unknown>, purpose: string): RawBuilder<number> {
  return sql<number>`((hashtextextended(${row}::text || ${purpose}::text, ${seed}) & 1048575) / 1048576.0)`
}

function pick(args: readonly string[], at: RawBuilder<number>): RawBuilder<string> {
  return sql<string>`(${[...args]}::text[])[1 + floor(${at} * ${args.length}::integer)::integer]`
}

export interface FleetCount {
  readonly pharmacies: number
  readonly computers: number
  readonly online: number
}

export interface SeedNames {
  readonly places: readonly string[]
  readonly owners: readonly string[]
  readonly kinds: readonly string[]
  readonly rooms: readonly string[]
  readonly printers: readonly string[]
}

/** Pharmacies `P-<first>` and on; answers how many were new. In order, for what is drawn for a row hangs on its id. */
export async function insertPharmacies(
  trx: StoreTransaction,
  plan: { readonly first: number; readonly count: number; readonly seed: number; readonly names: SeedNames },
): Promise<number> {
  const { first, count, seed, names } = plan
  const of = (purpose: string): RawBuilder<number> => share(seed, sql`n`, purpose)
  const result = await sql`
    insert into "Customers" ("storeId", "name", "email", "phone", "createdAt")
    select 'P-' || n, name, 'contact' || n || '@' || lower(regexp_replace(name, '[^A-Za-z]+', '-', 'g')) || '.example',
      case when ${of('has phone')} < 0.95
        then '+44' || (1000000000 + floor(${of('phone')} * 8999999999))::bigint end,
      relay_now() - make_interval(days => floor(${of('age')} * 1500)::integer)
    from (
      select n, ${pick(names.owners, of('owner'))} || ' ' || ${pick(names.kinds, of('kind'))} || ' '
        || ${pick(names.places, of('place'))} as name
      from generate_series(${first}::integer, ${first + count - 1}::integer) n
    ) made
    order by n
    on conflict ("storeId") do nothing`.execute(trx)
  return Number(result.numAffectedRows ?? 0)
}

/**
 * Computers 1 to `perPharmacy` of the seeded pharmacies: the first is the PrinterComputer, the others its clients.
 * Answers how many were new.
 */
export async function insertSeededComputers(
  trx: StoreTransaction,
  plan: {
    readonly first: number
    readonly count: number
    readonly perPharmacy: number
    readonly seed: number
    readonly names: SeedNames
  },
): Promise<number> {
  const { first, count, perPharmacy, seed, names } = plan
  const of = (purpose: string): RawBuilder<number> => share(seed, sql`(c."id" || '-' || k)`, purpose)
  const printer = pick(names.printers, of('printer'))
  const unique = sql`${seed}::text || '/' || c."storeId" || '/' || k`
  const installId = sql`md5('install/' || ${unique})::uuid`
  // Each that is tried takes a letter of its pharmacy, whose row is written for it: those that are there are not tried.
  const result = await sql`
    insert into "RelayComputers" ("customerId", "pcName", "username", "localIpAddress", "publicIpAddress",
      "softwareVersion", "role", "reportedRole", "printerName", "tcpPort", "reportedPrinters",
      "printersReportedAt", "totalRamMb", "supportAppNumber", "createdAt", "installId", "deviceKey", "latencyMs")
    select c."id", ${pick(names.rooms, sql`((k - 1) % ${names.rooms.length}::integer) / ${names.rooms.length}::numeric`)} || '-' || k,
      'till' || k, '192.168.' || c."id" % 250 || '.' || 10 + k % 240, '203.0.113.' || 1 + c."id" % 250,
      '1.' || floor(${of('minor')} * 4)::integer || '.' || floor(${of('patch')} * 10)::integer,
      case when k = 1 then 1 else 2 end, case when k = 1 then 1 else 2 end,
      case when k = 1 then ${printer} end, case when k = 1 then 9100 end,
      case when k = 1 then jsonb_build_array(jsonb_build_object('id', ${printer}, 'name', ${printer}, 'detail', ''))
        else '[]' end, relay_now(),
      4096 * (1 + floor(${of('ram')} * 4)::integer),
      (100000000 + floor(${of('support')} * 899999999))::bigint::text,
      relay_now() - make_interval(secs => 7200 + ${of('age')} * 5000000),
      ${installId}, encode(sha256(('device/' || ${unique})::bytea), 'hex'),
      3 + floor(${of('latency')} * 60)::integer
    from "Customers" c cross join generate_series(1, ${perPharmacy}::integer) k
    where c."storeNumber" between ${first} and ${first + count - 1}
      and not exists (select from "RelayComputers" r where r."installId" = ${installId})
    order by c."id", k
    on conflict ("installId") do nothing`.execute(trx)
  return Number(result.numAffectedRows ?? 0)
}

export async function insertSeededConfigs(
  trx: StoreTransaction,
  range: { readonly first: number; readonly count: number },
): Promise<void> {
  await sql`
    insert into "PrinterConfigs" ("customerId", "printerComputerId", "printerName", "tcpPort")
    select r."customerId", r."id", r."printerName", r."tcpPort" from "RelayComputers" r
    join "Customers" c on c."id" = r."customerId"
    where c."storeNumber" between ${range.first} and ${range.first + range.count - 1}
      and r."role" = 1 and r."printerName" is not null
    on conflict do nothing`.execute(trx)
}

/** Sessions under the seed's own hub for a share of the computers; answers those computers, for recompute. */
export async function insertSeededSessions(
  trx: StoreTransaction,
  plan: { readonly first: number; readonly count: number; readonly seed: number; readonly hubId: string },
): Promise<number[]> {
  const { first, count, seed, hubId } = plan
  const { rows } = await sql<{ computerId: number }>`
    with chosen as (
      update "RelayComputers" r set "connSeq" = 1 from "Customers" c
      where c."id" = r."customerId" and c."storeNumber" between ${first} and ${first + count - 1}
        and r."connSeq" = 0 and ${share(seed, sql`r."id"`, 'online')} < 0.7
      returning r.*
    )
    insert into "RelaySessions"
      ("sessionId", "computerId", "customerId", "hubId", "connSeq", "bootId", "remoteIp", "agentVersion")
    select md5('session/' || "installId")::uuid, "id", "customerId", ${hubId}::uuid, 1,
      md5('boot/' || "installId")::uuid, "publicIpAddress", "softwareVersion" from chosen
    returning "computerId"`.execute(trx)
  return rows.map((row) => row.computerId)
}

/** Computers of the range that have no assignment yet. */
export async function computersWithoutAssignment(
  trx: StoreTransaction,
  range: { readonly first: number; readonly count: number },
): Promise<ComputerRef[]> {
  const { rows } = await sql<ComputerRef>`
    select r."id" as "computerId", r."customerId" from "RelayComputers" r
    join "Customers" c on c."id" = r."customerId"
    where c."storeNumber" between ${range.first} and ${range.first + range.count - 1}
      and not exists (select from "RelayAssignments" a where a."computerId" = r."id")
    order by r."customerId", r."id"`.execute(trx)
  return rows
}

/** Most have applied theirs; some PrinterComputers failed, some online ones are on the way, some offline ones wait. */
export async function shareProgress(
  trx: StoreTransaction,
  computerIds: readonly number[],
  seed: number,
): Promise<void> {
  const of = share(seed, sql`a."computerId"`, 'assignment')
  await sql`
    with told as (
      select a."computerId", case
        when ${of} < 0.9 then 'applied'
        when p."status" is distinct from 'Online' then 'waiting'
        when ${of} < 0.93 and r."role" = 1 then 'failed'
        when ${of} < 0.98 then 'applied' else 'received' end as "state"
      from "RelayAssignments" a join "RelayComputers" r on r."id" = a."computerId"
      left join "RelayPresence" p on p."computerId" = a."computerId"
      where a."computerId" = any(${computerIds}::integer[])
    )
    update "RelayAssignments" a set "state" = t."state",
      "failure" = case when t."state" = 'failed' then ${JSON.stringify(PORT_TAKEN)}::jsonb end
    from told t where t."computerId" = a."computerId"`.execute(trx)
}

/** The hub that seeded sessions belong to: no process, and a lease without an end, which the sweeper leaves alone. */
export async function insertSeedHub(trx: StoreTransaction, hubId: string): Promise<void> {
  await sql`
    insert into "RelayHubs" ("hubId", "leaseUntil") values (${hubId}, 'infinity')
    on conflict ("hubId") do update set "leaseUntil" = 'infinity'`.execute(trx)
}

/** How many pharmacies of these store numbers there are, with how many computers, how many of them online. */
export async function countFleet(
  db: StoreDb,
  range: { readonly first: number; readonly count: number },
): Promise<FleetCount> {
  const { rows } = await sql<FleetCount>`
    select count(distinct c."id")::integer as "pharmacies", count(r."id")::integer as "computers",
      count(p."computerId")::integer as "online"
    from "Customers" c left join "RelayComputers" r on r."customerId" = c."id"
    left join "RelayPresence" p on p."computerId" = r."id" and p."status" = 'Online'
    where c."storeNumber" between ${range.first} and ${range.first + range.count - 1}`.execute(db)
  return rows[0] ?? { pharmacies: 0, computers: 0, online: 0 }
}

/** Keeps which plans were carried out to their end; a second time changes nothing. */
export async function recordSeed(trx: StoreTransaction, name: string, facts: object): Promise<void> {
  await trx
    .insertInto('Seeds')
    .values({ name, facts: JSON.stringify(facts) })
    .onConflict((conflict) => conflict.column('name').doNothing())
    .execute()
}

/**
 * Each computer of a pharmacy wrote the pharmacy's row again: the table is ten times as long as its rows, and reading all of it
 * takes as much longer. Nobody reads or writes pharmacies meanwhile: a second or two.
 */
export async function repackPharmacies(db: StoreDb): Promise<void> {
  await db.connection().execute(async (one) => {
    await sql`set statement_timeout = '60s'`.execute(one)
    await sql`vacuum (full) "Customers"`.execute(one)
    await sql`reset statement_timeout`.execute(one)
  })
}

/** Fresh statistics: a fleet that appeared at once would otherwise be planned as an empty table. */
export async function analyze(trx: StoreTransaction): Promise<void> {
  for (const table of ANALYZED) await sql`analyze ${sql.table(table)}`.execute(trx)
}

const ANALYZED = [
  'Customers',
  'RelayComputers',
  'RelaySessions',
  'RelayHealth',
  'PharmacyHealth',
  'RelayPresence',
  'PrinterConfigs',
  'RelayAssignments',
  'RelaySupportFacts',
  'RelaySearchTexts',
  'RelayJobHours',
  'RelayConflictSides',
] as const

export async function pharmacyIds(
  trx: StoreTransaction,
  { first, count }: { readonly first: number; readonly count: number },
): Promise<number[]> {
  const rows = await trx
    .selectFrom('Customers')
    .select('id')
    .where('storeNumber', '>=', first)
    .where('storeNumber', '<', first + count)
    .execute()
  return rows.map(({ id }) => id)
}
