// Groups of drugs that count as one medicine: what lists have of each, and their drugs on the market.
import { sql } from 'kysely'
import type { CrossSaleGroup } from '@pharmacy-relay/shared/api/pharmacy/cross-sale.ts'
import type { PharmacyDb } from '../database.ts'
import type { KnownDrug } from './exclusions.ts'

/** Looked at of each group; those without a prescription come first. */
const MAX_DRUGS = 50

/** In the order of the keys; a key that no list has comes back without substances. */
export async function readGroups(db: PharmacyDb, keys: readonly string[]): Promise<CrossSaleGroup[]> {
  const { rows } = await sql<CrossSaleGroup>`
    select k."key", coalesce(d."substances", '{}') as "substances", coalesce(d."form", '') as "form",
      (select count(*)::integer from "Drugs" c where c."group" = k."key" and c."withdrawnAt" is null and c."isActive") as "drugs"
    from unnest(${[...keys]}::text[]) with ordinality as k("key", "place")
    left join lateral (select "substances", "form" from "Drugs" s where s."group" = k."key"
      order by s."withdrawnAt" is not null, cardinality(s."substances"), length(s."name"), s."id" limit 1) d on true
    order by k."place"`.execute(db)
  return rows
}

export async function groupsByKey(
  db: PharmacyDb,
  keys: readonly string[],
): Promise<ReadonlyMap<string, CrossSaleGroup>> {
  const groups = await readGroups(db, [...new Set(keys)])
  return new Map(groups.map((group) => [group.key, group]))
}

/** The groups of these drugs, each once, in the order of the drugs. */
export async function groupKeysOf(db: PharmacyDb, drugIds: readonly number[]): Promise<string[]> {
  const { rows } = await sql<{ group: string }>`
    select d."group" from unnest(${[...drugIds]}::integer[]) with ordinality as i("id", "place")
    join "Drugs" d on d."id" = i."id" where d."group" is not null
    group by d."group" order by min(i."place")`.execute(db)
  return rows.map(({ group }) => group)
}

type GroupDrug = KnownDrug & { readonly group: string }

/** On the market, by group. */
export async function drugsOfGroups(
  db: PharmacyDb,
  keys: readonly string[],
): Promise<ReadonlyMap<string, readonly KnownDrug[]>> {
  const { rows } = await sql<GroupDrug>`
    select k."key" as "group", d.* from unnest(${[...new Set(keys)]}::text[]) as k("key")
    cross join lateral (select "id", "name", "substances", "atc", "supply" from "Drugs" c
      where c."group" = k."key" and c."withdrawnAt" is null and c."isActive"
      order by (c."supply" = 'free') desc nulls last, length(c."name"), c."id" limit ${MAX_DRUGS}) d`.execute(
    db,
  )
  return Map.groupBy(rows, ({ group }) => group)
}
