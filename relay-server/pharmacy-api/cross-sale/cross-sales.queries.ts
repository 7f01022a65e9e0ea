// Rows of rules and mined pairs: listed, made, changed, approved, ended; each change only of the version that was seen.
import { sql, type RawBuilder, type UpdateObject } from 'kysely'
import type {
  CrossSale,
  CrossSaleListQuery,
  CrossSaleState,
  CrossSaleTerms,
  NewCrossSale,
} from '@pharmacy-relay/shared/api/pharmacy/cross-sale.ts'
import { isUniqueViolation } from '../../db/database-errors.ts'
import type { PharmacyDb } from '../database.ts'
import type { PharmacySchema } from '../schema.ts'
import { groupsByKey } from './groups.queries.ts'

/** Who changes something. */
export interface Changer {
  readonly name: string
  readonly guid: string
}

/** A row of one version. */
export interface Seen {
  readonly id: number
  readonly version: number
}

/** Mined pairs count for so many days after the last night that found them. */
const MINED_DAYS = 30

const stateOn = (today: string): RawBuilder<CrossSaleState> => sql`
  case when c."endedAt" is not null then 'ended'
    when c."validUntil" < ${today}::date or c."measuredOn" < ${today}::date - ${MINED_DAYS}::integer then 'over'
    when c."approvedAt" is null then 'waiting' else 'shown' end`

type Row = Omit<CrossSale, 'ifGroup' | 'thenGroup' | 'figures' | 'approved' | 'changedAt'> & {
  readonly ifGroup: string
  readonly thenGroup: string
  readonly figures: CrossSale['figures']
  readonly approvedBy: string | null
  readonly recordedBy: string | null
  readonly approvedAt: Date | null
  readonly changedAt: Date
}

const columns = (today: string): RawBuilder<unknown> => sql`
  c."id", c."kind", ${stateOn(today)} as "state", c."ifGroup", c."thenGroup", c."reason", c."flags", c."minAge",
  to_char(c."validUntil", 'YYYY-MM-DD') as "validUntil", c."approvedBy", c."recordedBy", c."approvedAt", c."changedBy",
  c."changedAt", c."version",
  case when c."kind" = 'mined' then jsonb_build_object('baskets', c."baskets", 'pharmacies', c."pharmacies",
    'confidence', c."confidence", 'lift', c."lift") end as "figures"`

/** Null: there is none with this id. */
export async function readCrossSale(db: PharmacyDb, id: number, today: string): Promise<CrossSale | null> {
  const { rows } = await sql<Row>`select ${columns(today)} from "CrossSales" c where c."id" = ${id}`.execute(
    db,
  )
  return (await asReplies(db, rows))[0] ?? null
}

/** What waits for approval first, the strongest pair before others, then what is shown, over, ended. */
export async function listCrossSales(
  db: PharmacyDb,
  { page, pageSize, state }: CrossSaleListQuery,
  today: string,
) {
  const { rows } = await sql<Row & { readonly total: number }>`
    select * from (select ${columns(today)}, c."lift" from "CrossSales" c) r
    where ${state ?? null}::text is null or r."state" = ${state ?? null}::text
    order by array_position(array['waiting', 'shown', 'over', 'ended'], r."state"), r."lift" desc nulls first, r."id" desc
    limit ${pageSize} offset ${(page - 1) * pageSize}`.execute(db)
  const total = await sql<{ total: number }>`
    select count(*)::integer as "total" from "CrossSales" c
    where ${state ?? null}::text is null or ${stateOn(today)} = ${state ?? null}::text`.execute(db)
  return { items: await asReplies(db, rows), total: total.rows[0]?.total ?? 0, page, pageSize }
}

async function asReplies(db: PharmacyDb, rows: readonly Row[]): Promise<CrossSale[]> {
  const groups = await groupsByKey(
    db,
    rows.flatMap(({ ifGroup, thenGroup }) => [ifGroup, thenGroup]),
  )
  const group = (key: string) => groups.get(key) ?? { key, substances: [], form: '', drugs: 0 }
  return rows.map((row) => ({
    id: row.id,
    kind: row.kind,
    state: row.state,
    ifGroup: group(row.ifGroup),
    thenGroup: group(row.thenGroup),
    reason: row.reason,
    flags: row.flags,
    minAge: row.minAge,
    validUntil: row.validUntil,
    figures: row.figures,
    approved: approvalOf(row),
    changedBy: row.changedBy,
    changedAt: row.changedAt.toISOString(),
    version: row.version,
  }))
}

function approvalOf({
  approvedBy: by,
  recordedBy,
  approvedAt,
}: Pick<Row, 'approvedBy' | 'recordedBy' | 'approvedAt'>) {
  if (by === null || approvedAt === null) return null
  return { by, recordedBy: recordedBy ?? '', at: approvedAt.toISOString() }
}

/** The new row's id; null when there is a rule for the same two groups. */
export async function makeRule(db: PharmacyDb, rule: NewCrossSale, by: Changer): Promise<number | null> {
  try {
    const { id } = await db
      .insertInto('CrossSales')
      .values({ ...rule, kind: 'rule', changedBy: by.name, changedByGuid: by.guid })
      .returning('id')
      .executeTakeFirstOrThrow()
    return id
  } catch (error) {
    if (isUniqueViolation(error, 'CrossSales_pair')) return null
    throw error
  }
}

/** False when the row has ended, or another version than was seen; an approval was of what it said before. */
export async function changeTerms(
  db: PharmacyDb,
  seen: Seen,
  { terms, by }: { readonly terms: CrossSaleTerms; readonly by: Changer },
): Promise<boolean> {
  const nobody = { approvedBy: null, approvedAt: null, recordedBy: null, recordedByGuid: null }
  return changed(db, seen, { ...terms, ...nobody, ...changedBy(by) })
}

/** As `changeTerms`; also false while nobody said what the medicine warns of. */
export async function approve(
  db: PharmacyDb,
  seen: Seen,
  { pharmacist, by }: { readonly pharmacist: string; readonly by: Changer },
): Promise<boolean> {
  const result = await db
    .updateTable('CrossSales')
    .set({ approvedBy: pharmacist, approvedAt: sql`now()`, recordedBy: by.name, recordedByGuid: by.guid })
    .set((row) => ({ version: row('version', '+', 1) }))
    .where('id', '=', seen.id)
    .where('version', '=', seen.version)
    .where('endedAt', 'is', null)
    .where('flags', 'is not', null)
    .executeTakeFirst()
  return result.numUpdatedRows === 1n
}

/** As `changeTerms`. */
export async function endRow(db: PharmacyDb, seen: Seen, by: Changer): Promise<boolean> {
  return changed(db, seen, { endedAt: sql<Date>`now()`, ...changedBy(by) })
}

function changedBy({ name, guid }: Changer) {
  return { changedBy: name, changedByGuid: guid, changedAt: sql<Date>`now()` }
}

async function changed(
  db: PharmacyDb,
  { id, version }: Seen,
  changes: UpdateObject<PharmacySchema, 'CrossSales'>,
): Promise<boolean> {
  const result = await db
    .updateTable('CrossSales')
    .set(changes)
    .set((row) => ({ version: row('version', '+', 1) }))
    .where('id', '=', id)
    .where('version', '=', version)
    .where('endedAt', 'is', null)
    .executeTakeFirst()
  return result.numUpdatedRows === 1n
}

/** One that may be shown for a basket. */
export interface ShownCrossSale extends Pick<CrossSale, 'reason' | 'minAge'> {
  readonly id: number
  readonly kind: 'rule' | 'mined'
  readonly thenGroup: string
  readonly flags: CrossSaleTerms['flags']
  readonly confidence: number | null
  readonly approvedBy: string
}

const MAX_SHOWN = 100

/** Rules before pairs, then the strongest pair; of those that suggest the same group, the first. */
export async function shownFor(
  db: PharmacyDb,
  groups: readonly string[],
  today: string,
): Promise<ShownCrossSale[]> {
  const { rows } = await sql<ShownCrossSale>`
    select r.* from (
      select distinct on (c."thenGroup") c."id", c."kind", c."thenGroup", c."reason", c."flags", c."minAge", c."confidence",
        c."approvedBy", c."lift"
      from "CrossSales" c where c."ifGroup" = any (${[...groups]}::text[]) and ${stateOn(today)} = 'shown'
      order by c."thenGroup", c."kind" desc, c."lift" desc, c."id"
    ) r order by r."kind" desc, r."lift" desc, r."id" limit ${MAX_SHOWN}`.execute(db)
  return rows
}
