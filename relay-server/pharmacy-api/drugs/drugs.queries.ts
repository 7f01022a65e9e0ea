// One drug with its packs, and the packs that a code may mean.
import { sql } from 'kysely'
import type { CodeKind, Drug, DrugPack } from '@pharmacy-relay/shared/api/pharmacy/drugs.ts'
import type { PackKey } from '../codes/read-scan.ts'
import type { PharmacyDb } from '../database.ts'

const MAX_PACKS = 500
/** More than this no code fits; candidates of a refusal are fewer still. */
const MAX_FITTING = 50

type Row<T> = Omit<T, 'withdrawnAt'> & { readonly withdrawnAt: Date | null }

/** Null: there is none with this id. */
export async function readDrug(db: PharmacyDb, drugId: number): Promise<Drug | null> {
  const row = await db
    .selectFrom('Drugs')
    .select([
      'id',
      'name',
      'substances',
      'form',
      'holder',
      'isActive',
      'source',
      'code',
      'atc',
      'withdrawnAt',
    ])
    .where('id', '=', drugId)
    .executeTakeFirst()
  if (row === undefined) return null
  const packs = await db
    .selectFrom('DrugPacks')
    .select(['id', 'gtin', 'code', 'codeKind', 'label', 'withdrawnAt'])
    .where('drugId', '=', drugId)
    .orderBy(sql`"withdrawnAt" is not null`)
    .orderBy('id')
    .limit(MAX_PACKS)
    .execute()
  return { ...dated(row), packs: packs.map(dated) }
}

export interface FittingPack {
  readonly pack: DrugPack
  readonly drug: Pick<Drug, 'id' | 'name' | 'substances' | 'form' | 'holder' | 'isActive'>
}

type FittingRow = Row<DrugPack> & {
  readonly drugId: number
  readonly name: string
  readonly substances: string[]
  readonly form: string
  readonly holder: string
  readonly isActive: boolean
}

/** Every pack with one of the keys, those that are still listed first. */
export async function packsWith(db: PharmacyDb, keys: readonly PackKey[]): Promise<FittingPack[]> {
  const gtins = keys.flatMap((key) => ('gtin' in key ? [key.gtin] : []))
  const coded = keys.flatMap((key) => ('gtin' in key ? [] : [key]))
  const { rows } = await sql<FittingRow>`
    with fitting as (
      select "id" from "DrugPacks" where "gtin" = any (${gtins}::text[])
      union select p."id" from "DrugPacks" p
        join unnest(${kindsOf(coded)}::text[], ${coded.map(({ code }) => code)}::text[]) as k(kind, code)
        on p."codeKind" = k.kind and p."code" = k.code
    )
    select p."id", p."gtin", p."code", p."codeKind", p."label", p."withdrawnAt", d."id" as "drugId", d."name", d."substances",
      d."form", d."holder", d."isActive"
    from fitting f join "DrugPacks" p on p."id" = f."id" join "Drugs" d on d."id" = p."drugId"
    order by p."withdrawnAt" is not null, d."name", p."id" limit ${MAX_FITTING}`.execute(db)
  return rows.map(({ drugId, name, substances, form, holder, isActive, ...pack }) => ({
    pack: dated(pack),
    drug: { id: drugId, name, substances, form, holder, isActive },
  }))
}

function kindsOf(keys: readonly { readonly codeKind: CodeKind }[]): string[] {
  return keys.map(({ codeKind }) => codeKind)
}

function dated<T extends { readonly withdrawnAt: Date | null }>(
  row: T,
): Omit<T, 'withdrawnAt'> & { withdrawnAt: string | null } {
  return { ...row, withdrawnAt: row.withdrawnAt?.toISOString() ?? null }
}
