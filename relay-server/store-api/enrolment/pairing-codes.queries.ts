// Rows of pairing codes and of wrong tries. Who judges or ends codes holds the lock of enrolment.
import { sql } from 'kysely'
import type { OpenPairingCode } from '@pharmacy-relay/shared/api/relay-panel.ts'
import { MAX_PAIRING_TRIES, PAIRING_CODE_MS } from '@pharmacy-relay/shared/pairing.ts'
import type { StoreDb, StoreTransaction } from '../database.ts'
import { givenRows } from '../given-rows.ts'

/** Wrong tries of one address are remembered for so long, in ms. */
export const TRIES_KEPT_MS = 24 * 3_600_000
const KEPT = sql`make_interval(secs => ${TRIES_KEPT_MS / 1_000})`
/** Removed at a time, so that a flood of addresses costs no long statement. */
const TRIES_PER_REMOVAL = 1_000

export interface CodeRow {
  readonly id: number
  readonly lookup: string
  readonly customerId: number
  readonly pharmacyName: string
  readonly codeHash: string
  readonly needsApproval: boolean
  readonly wrongTries: number
  readonly isExpired: boolean
  /** Used, withdrawn or tried too often. */
  readonly isEnded: boolean
  readonly usedByInstallId: string | null
  readonly usedByFingerprint: string | null
  readonly usedByName: string | null
  /** Where the last wrong try came from. */
  readonly wrongFrom: string | null
  /** It makes a copy of that computer a computer of its own. */
  readonly copyOfComputerId: number | null
}

export async function codesByLookup(
  trx: StoreTransaction,
  lookups: readonly string[],
): Promise<Map<string, CodeRow>> {
  const { rows } = await sql<CodeRow>`
    select p."id", p."lookup", p."customerId", c."name" as "pharmacyName", p."codeHash", p."needsApproval",
      p."wrongTries", p."expiresAt" <= relay_now() as "isExpired", p."endedAt" is not null as "isEnded",
      p."usedByInstallId", p."usedByFingerprint", p."usedByName", p."wrongFrom", p."copyOfComputerId"
    from "RelayPairingCodes" p join "Customers" c on c."id" = p."customerId"
    where p."lookup" = any(${lookups}::text[])`.execute(trx)
  return new Map(rows.map((row) => [row.lookup, row]))
}

export interface NewCode {
  readonly lookup: string
  readonly codeHash: string
  readonly customerId: number
  readonly needsApproval: boolean
  readonly copyOfComputerId: number | null
}

/** Null when the beginning belongs to a code that can still be used. */
export async function insertCode(
  trx: StoreTransaction,
  code: NewCode,
): Promise<{ readonly id: number; readonly expiresAt: Date } | null> {
  const { lookup, codeHash, customerId, needsApproval, copyOfComputerId } = code
  const { rows } = await sql<{ id: number; expiresAt: Date }>`
    insert into "RelayPairingCodes" as held
      ("lookup", "codeHash", "customerId", "needsApproval", "copyOfComputerId", "expiresAt")
    values (${lookup}, ${codeHash}, ${customerId}, ${needsApproval}, ${copyOfComputerId},
      relay_now() + make_interval(secs => ${PAIRING_CODE_MS}::integer / 1000.0))
    on conflict ("lookup") do update set
      "id" = excluded."id", "codeHash" = excluded."codeHash", "customerId" = excluded."customerId",
      "needsApproval" = excluded."needsApproval", "copyOfComputerId" = excluded."copyOfComputerId",
      "expiresAt" = excluded."expiresAt", "wrongTries" = 0, "endedAt" = null, "usedByInstallId" = null,
      "usedByFingerprint" = null, "usedByName" = null, "wrongFrom" = null, "withdrawnBy" = null
    where held."endedAt" is not null or held."expiresAt" <= relay_now()
    returning "id", "expiresAt"`.execute(trx)
  return rows[0] ?? null
}

/** What tries did to codes: more wrong ones, or who used it. */
export async function writeCodes(trx: StoreTransaction, codes: readonly CodeRow[]): Promise<void> {
  if (codes.length === 0) return
  await sql`
    update "RelayPairingCodes" p set "wrongTries" = r."wrongTries",
      "endedAt" = case when r."isEnded" then coalesce(p."endedAt", relay_now()) end,
      "usedByInstallId" = r."usedByInstallId", "usedByFingerprint" = r."usedByFingerprint",
      "usedByName" = r."usedByName", "wrongFrom" = r."wrongFrom"
    from ${givenRows(
      codes,
      `
      "id" integer, "wrongTries" smallint, "isEnded" boolean, "usedByInstallId" uuid,
      "usedByFingerprint" text, "usedByName" text, "wrongFrom" text`,
    )} as r
    where p."id" = r."id"`.execute(trx)
}

/** Ends what staff made and nobody has used; answers how many that were. */
export async function endOpenCodes(
  trx: StoreTransaction,
  customerId: number,
  staffName: string,
): Promise<number> {
  const result = await sql`
    update "RelayPairingCodes" set "endedAt" = relay_now(), "withdrawnBy" = ${staffName}
    where "customerId" = ${customerId} and "endedAt" is null and "expiresAt" > relay_now()
      and "copyOfComputerId" is null`.execute(trx)
  return Number(result.numAffectedRows ?? 0)
}

export async function endCodesForCopy(trx: StoreTransaction, computerId: number): Promise<void> {
  await sql`
    update "RelayPairingCodes" set "endedAt" = relay_now()
    where "copyOfComputerId" = ${computerId} and "endedAt" is null`.execute(trx)
}

/** What can still be used of what staff made, oldest first. */
export async function openCodes(db: StoreDb, customerId: number): Promise<OpenPairingCode[]> {
  const { rows } = await sql<{ id: number; expiresAt: Date; needsApproval: boolean }>`
    select "id", "expiresAt", "needsApproval" from "RelayPairingCodes"
    where "customerId" = ${customerId} and "endedAt" is null and "expiresAt" > relay_now()
      and "wrongTries" < ${MAX_PAIRING_TRIES} and "copyOfComputerId" is null
    order by "id"`.execute(db)
  return rows.map((row) => ({ ...row, expiresAt: row.expiresAt.toISOString() }))
}

/** How long ago each address tried wrongly within the last day, in ms. */
export async function wrongTriesOf(
  trx: StoreTransaction,
  addresses: readonly string[],
): Promise<Map<string, number[]>> {
  const { rows } = await sql<{ address: string; ageMs: number }>`
    select t."address", (extract(epoch from relay_now() - w."at") * 1000)::integer as "ageMs"
    from "RelayPairingTries" t cross join unnest(t."wrongAt") as w("at")
    where t."address" = any(${addresses}::text[]) and t."lastAt" > relay_now() - ${KEPT}
      and w."at" > relay_now() - ${KEPT}`.execute(trx)
  const found = Map.groupBy(rows, ({ address }) => address)
  return new Map([...found].map(([address, tries]) => [address, tries.map(({ ageMs }) => ageMs)]))
}

/** Adds wrong tries, and forgets addresses that have not tried for a day. */
export async function addWrongTries(
  trx: StoreTransaction,
  counts: ReadonlyMap<string, number>,
): Promise<void> {
  if (counts.size === 0) return
  const rows = [...counts].map(([address, count]) => ({ address, count }))
  await sql`
    delete from "RelayPairingTries" where "address" in (
      select "address" from "RelayPairingTries" where "lastAt" <= relay_now() - ${KEPT}
      limit ${TRIES_PER_REMOVAL}
    )`.execute(trx)
  await sql`
    insert into "RelayPairingTries" as held ("address", "wrongAt", "lastAt")
    select r."address", array_fill(relay_now(), array[r."count"]), relay_now()
    from ${givenRows(rows, '"address" text, "count" integer')} as r
    order by r."address"
    on conflict ("address") do update set "lastAt" = excluded."lastAt", "wrongAt" = excluded."wrongAt" || array(
      select w."at" from unnest(held."wrongAt") as w("at") where w."at" > relay_now() - ${KEPT}
    )`.execute(trx)
}
