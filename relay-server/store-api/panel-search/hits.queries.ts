// The first pharmacies and computers of a search, those first that are or begin with what was typed.
import { sql } from 'kysely'
import type { ComputerHit, PharmacyHit } from '@pharmacy-relay/shared/api/panel-search.ts'
import type { StoreDb } from '../database.ts'
import type { Condition } from '../../db/search/conditions.queries.ts'
import { foundComputerIds, type Sought } from '../support/computer-search.queries.ts'

/** Of more than so many any are put in order: who typed so little types on. */
const ORDERED = 500

/** As isSettling in shared/labels/health.ts. */
const SETTLES = sql`coalesce(h."level" = 'warning' and h."cause" ->> 'code' = 'connecting', false)`

interface SoughtHits {
  /** Folded. */
  readonly typed: string
  /** So many rows at most. */
  readonly most: number
}

/** The pharmacy whose number it is comes first, however many others have it somewhere. */
export async function pharmacyHits(
  db: StoreDb,
  { words, typed, most }: SoughtHits & { readonly words: Condition },
): Promise<PharmacyHit[]> {
  const { rows } = await sql<PharmacyHit>`
    with found as materialized (
      (select c."id" from "Customers" c where c."storeNumber" = ${numberOf(typed)}::integer limit 1)
      union (select c."id" from "Customers" c where ${words} limit ${ORDERED})
    )
    select c."id", c."storeId", c."name", c."phone", h."level" as "health", ${SETTLES} as "isSettling"
    from found join "Customers" c on c."id" = found."id" left join "PharmacyHealth" h on h."customerId" = c."id"
    order by c."storeNumber" is distinct from ${numberOf(typed)}::integer,
      not starts_with(relay_fold(c."name"), ${typed}), c."nameLower", c."id"
    limit ${most}`.execute(db)
  return rows
}

/** Of `P-1042` and `1042`; null: it is not the number of a pharmacy. */
function numberOf(typed: string): number | null {
  const digits = /^(?:p-)?(\d{1,9})$/.exec(typed)?.[1]
  return digits === undefined ? null : Number(digits)
}

export async function computerHits(
  db: StoreDb,
  { computer, typed, most }: SoughtHits & { readonly computer: Sought },
): Promise<ComputerHit[]> {
  const { rows } = await sql<ComputerHit>`
    with found as materialized (
      ${foundComputerIds(computer)} limit ${ORDERED}
    )
    select c."id", p."storeId", p."name" as "customerName", c."pcName", c."displayName", c."localIpAddress",
      c."supportAppNumber", c."access", coalesce(s."state", 'offline') as "presence",
      h."level" as "health", ${SETTLES} as "isSettling"
    from found join "RelayComputers" c on c."id" = found."computerId" join "Customers" p on p."id" = c."customerId"
    left join "RelayPresence" s on s."computerId" = c."id" left join "RelayHealth" h on h."computerId" = c."id"
    order by ${typed} not in (lower(c."pcName"), c."localIpAddress"), lower(c."pcName"), p."storeNumber", c."id"
    limit ${most}`.execute(db)
  return rows
}
