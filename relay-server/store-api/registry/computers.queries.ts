// Reads, locks and writes rows of computers for a batch, a whole set at a time.
import { sql, type Selectable } from 'kysely'
import type { PrinterList } from '@pharmacy-relay/shared/printer.ts'
import type { StoreDb, StoreTransaction } from '../database.ts'
import { givenRows } from '../given-rows.ts'
import type { StoreSchema } from '../schema.ts'

const COLUMNS = [
  'id',
  'customerId',
  'pcName',
  'username',
  'email',
  'localIpAddress',
  'publicIpAddress',
  'softwareVersion',
  'role',
  'reportedRole',
  'installId',
  'deviceKey',
  'access',
  'isTooOld',
  'connSeq',
] as const

/** What opening a session looks at and writes. */
export type ComputerRow = Readonly<Pick<Selectable<StoreSchema['RelayComputers']>, (typeof COLUMNS)[number]>>

/** Locks the rows in the order of their ids and reads them as they are under the lock. */
export async function lockComputers(trx: StoreTransaction, ids: readonly number[]): Promise<ComputerRow[]> {
  if (ids.length === 0) return []
  return trx
    .selectFrom('RelayComputers')
    .select(COLUMNS)
    .where(sql<boolean>`"id" = any(${ids}::integer[])`)
    .orderBy('id')
    .forUpdate()
    .execute()
}

export async function computersByInstallId(
  db: StoreDb,
  installIds: readonly string[],
): Promise<ComputerRow[]> {
  if (installIds.length === 0) return []
  return db
    .selectFrom('RelayComputers')
    .select(COLUMNS)
    .where(sql<boolean>`"installId" = any(${installIds}::uuid[])`)
    .execute()
}

/** Writes what `open` may change; the role that staff chose and the device key are not among it. */
export async function updateComputers(trx: StoreTransaction, rows: readonly ComputerRow[]): Promise<void> {
  if (rows.length === 0) return
  await sql`
    update "RelayComputers" c set
      "pcName" = r."pcName", "username" = r."username", "email" = r."email", "localIpAddress" = r."localIpAddress",
      "publicIpAddress" = r."publicIpAddress", "softwareVersion" = r."softwareVersion",
      "reportedRole" = r."reportedRole", "isTooOld" = r."isTooOld", "connSeq" = r."connSeq",
      "updatedAt" = relay_now()
    from ${givenRows(
      rows,
      `
      "id" integer, "pcName" text, "username" text, "email" text, "localIpAddress" text, "publicIpAddress" text,
      "softwareVersion" text, "reportedRole" smallint, "isTooOld" boolean, "connSeq" bigint`,
    )} as r
    where c."id" = r."id"`.execute(trx)
}

export interface NudgeRow {
  readonly sessionId: string
  readonly latencyMs: number
}

/** Keeps the newest latency of each computer whose session is open; others are left alone. */
export async function updateLatencies(trx: StoreTransaction, rows: readonly NudgeRow[]): Promise<void> {
  if (rows.length === 0) return
  // These fields only: others of a heartbeat may hold what the database cannot read.
  const latencies = rows.map(({ sessionId, latencyMs }) => ({ sessionId, latencyMs }))
  await sql`
    update "RelayComputers" c set "latencyMs" = r."latencyMs", "lastNudgeAt" = relay_now()
    from ${givenRows(latencies, '"sessionId" uuid, "latencyMs" integer')} as r
    join "RelaySessions" s on s."sessionId" = r."sessionId" and s."closedAt" is null
    where c."id" = s."computerId"`.execute(trx)
}

export interface ReportRow {
  readonly sessionId: string
  readonly role: number | null
  readonly system: object | null
  readonly printers: PrinterList | null
}
export interface ComputerRef {
  readonly computerId: number
  readonly customerId: number
}

export interface ReportedComputer extends ComputerRef {
  /** Something that people see changed. */
  readonly isVisible: boolean
  /** It is a PrinterComputer, or stands by for one, and the others have to look for it elsewhere. */
  readonly hasMoved: boolean
}

/** Writes reports of open sessions; answers the computers where something changed beside the list of printers. */
export async function updateReports(
  trx: StoreTransaction,
  rows: readonly ReportRow[],
): Promise<ReportedComputer[]> {
  if (rows.length === 0) return []
  await updatePrinters(trx, rows)
  const { rows: changed } = await sql<ReportedComputer>`
    with told as (
      select c."id", c."customerId",
        coalesce(r."role", c."reportedRole") as "reportedRole",
        coalesce(r."system", c."reportedSystem") as "reportedSystem",
        case when r."system" is null then c."totalRamMb" else (r."system"->>'totalRamMb')::integer end as "ram",
        case when r."system" is null then c."supportAppNumber" else r."system"->>'supportAppNumber' end as "app",
        c."reportedRole" as "oldRole", c."totalRamMb" as "oldRam", c."supportAppNumber" as "oldApp",
        c."reportedSystem" as "oldSystem"
      from ${givenRows(rows, '"sessionId" uuid, "role" smallint, "system" jsonb')} as r
      join "RelaySessions" s on s."sessionId" = r."sessionId" and s."closedAt" is null
      join "RelayComputers" c on c."id" = s."computerId"
    )
    update "RelayComputers" c set "reportedRole" = t."reportedRole", "reportedSystem" = t."reportedSystem",
      "totalRamMb" = t."ram", "supportAppNumber" = t."app", "updatedAt" = relay_now()
    from told t where c."id" = t."id"
      and (t."reportedRole", t."ram", t."app", t."reportedSystem")
        is distinct from (t."oldRole", t."oldRam", t."oldApp", t."oldSystem")
    returning c."id" as "computerId", c."customerId",
      (t."reportedRole", t."ram", t."app") is distinct from (t."oldRole", t."oldRam", t."oldApp") as "isVisible",
      (c."role" = 1 and t."reportedSystem"->'addresses' is distinct from t."oldSystem"->'addresses')
        or (c."role" = 2
          and (t."reportedSystem"->'addresses', t."reportedSystem"->'tcpPort')
            is distinct from (t."oldSystem"->'addresses', t."oldSystem"->'tcpPort')
          and exists (select from "PrinterConfigs" p where p."standbyComputerId" = c."id" and p."isActive")
        ) as "hasMoved"
  `.execute(trx)
  return changed
}

/** The newest list of each computer with the time it came; also when it is the same as before. */
async function updatePrinters(trx: StoreTransaction, rows: readonly ReportRow[]): Promise<void> {
  const told = rows.filter(({ printers }) => printers !== null)
  if (told.length === 0) return
  await sql`
    update "RelayComputers" c set "reportedPrinters" = r."printers", "printersReportedAt" = relay_now()
    from ${givenRows(told, '"sessionId" uuid, "printers" jsonb')} as r
    join "RelaySessions" s on s."sessionId" = r."sessionId" and s."closedAt" is null
    where c."id" = s."computerId"`.execute(trx)
}
