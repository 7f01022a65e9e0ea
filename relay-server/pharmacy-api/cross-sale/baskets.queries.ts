// Baskets: which drugs their codes are, what was sold with what, and what was said to suggestions.
import { sql } from 'kysely'
import type { CrossSaleOutcome } from '@pharmacy-relay/shared/api/pharmacy/suggestions.ts'
import type { PharmacyDb } from '../database.ts'
import type { Basket, KnownDrug } from './exclusions.ts'

export interface ReadBasket extends Basket {
  readonly groups: readonly string[]
}

type BasketRow = KnownDrug & { readonly gtin: string; readonly group: string | null }

/** A code that several lists have is every one of their drugs; one that is still listed comes before those that are not. */
export async function readBasket(db: PharmacyDb, gtins: readonly string[]): Promise<ReadBasket> {
  const { rows } = await sql<BasketRow>`
    select p."gtin", d."id", d."name", d."substances", d."atc", d."supply", d."group"
    from "DrugPacks" p join "Drugs" d on d."id" = p."drugId"
    where p."gtin" = any (${[...gtins]}::text[]) and (p."withdrawnAt" is null or not exists
      (select from "DrugPacks" o where o."gtin" = p."gtin" and o."withdrawnAt" is null))
    limit 200`.execute(db)
  const found = new Set(rows.map(({ gtin }) => gtin))
  return {
    drugs: rows,
    isKnown: gtins.every((gtin) => found.has(gtin)),
    groups: [...new Set(rows.flatMap(({ group }) => group ?? []))].toSorted(),
  }
}

/** A basket of one pharmacy. */
export interface BasketKey {
  readonly pharmacyId: number
  readonly basketId: string
}

/** The rules and pairs that were declined for it. */
export async function declinedFor(db: PharmacyDb, { pharmacyId, basketId }: BasketKey): Promise<number[]> {
  const rows = await db
    .selectFrom('CrossSaleAnswers')
    .select('crossSaleId')
    .where('pharmacyId', '=', pharmacyId)
    .where('basketId', '=', basketId)
    .where('answer', '=', 'declined')
    .execute()
  return rows.map(({ crossSaleId }) => crossSaleId)
}

/** Answers to what there is not any more are dropped: they tell of nothing. */
export async function keepOutcome(
  db: PharmacyDb,
  { pharmacyId, basketId }: BasketKey,
  kept: {
    readonly day: string
    readonly groups: readonly string[]
    readonly answers: CrossSaleOutcome['answers']
  },
): Promise<void> {
  await db.transaction().execute(async (trx) => {
    await trx
      .insertInto('CrossSaleBaskets')
      .values({ pharmacyId, basketId, day: kept.day, groups: [...kept.groups] })
      .onConflict((taken) =>
        taken.columns(['pharmacyId', 'basketId']).doUpdateSet({ groups: [...kept.groups] }),
      )
      .execute()
    await sql`
      insert into "CrossSaleAnswers" ("pharmacyId", "basketId", "crossSaleId", "answer")
      select ${pharmacyId}::integer, ${basketId}::uuid, c."id", max(a."answer")
      from jsonb_to_recordset(${JSON.stringify(kept.answers)}::jsonb) as a("crossSaleId" integer, "answer" text)
      join "CrossSales" c on c."id" = a."crossSaleId" group by c."id"
      on conflict ("pharmacyId", "basketId", "crossSaleId") do update set "answer" = excluded."answer"`.execute(
      trx,
    )
  })
}
