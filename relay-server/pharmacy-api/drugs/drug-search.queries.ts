// The search of drugs in one statement, so that an import that commits meanwhile is seen whole or not at all.
import { sql, type RawBuilder } from 'kysely'
import type { EndpointReply } from '@pharmacy-relay/shared/api/endpoint.ts'
import type { pharmacyApi } from '@pharmacy-relay/shared/api/pharmacy-api.ts'
import type { DrugSearchQuery, FoundDrug } from '@pharmacy-relay/shared/api/pharmacy/drugs.ts'
import type { PharmacyDb } from '../database.ts'
import { fold, foldedWords } from './fold.ts'

type DrugPage = EndpointReply<(typeof pharmacyApi)['searchDrugs']>
type DrugRow = Omit<FoundDrug, 'id'> & { readonly id: number | null; readonly total: number }

const MAX_WORDS = 6
/** A word that stands alone and is shorter finds names that begin with it; words of the rest would be most of the list. */
const MIN_ALONE = 3

/**
 * Order: names that begin with all that was typed, with its first word, fewest substances, on the market, shortest name. Drugs
 * that their list no longer has are left out. Without a word nothing is found.
 */
export async function searchDrugs(db: PharmacyDb, { q, page, pageSize }: DrugSearchQuery): Promise<DrugPage> {
  const words = foldedWords(fold(q)).slice(0, MAX_WORDS)
  const [first = '', ...others] = words
  if (first === '') return { items: [], total: 0, page, pageSize }
  const isShort = others.length === 0 && first.length < MIN_ALONE
  const sought = isShort ? beginningOf(first) : wordsOf(words)
  const { rows } = await pageStatement(sought, { page, pageSize }).execute(db)
  const items = rows.flatMap(({ total: _total, ...row }) => (row.id === null ? [] : [{ ...row, id: row.id }]))
  return { items, total: rows[0]?.total ?? 0, page, pageSize }
}

/** Tables before the search itself, and what a drug `d` must be; `meant` has what was taken for what was typed. */
interface Sought {
  readonly tables: RawBuilder<unknown>
  readonly condition: RawBuilder<unknown>
}

/** Above every letter, so that a range has all words with a beginning. */
const LAST = '\u{10FFFF}'

function beginningOf(word: string): Sought {
  return {
    tables: sql`meant as (select ${word}::text as "text", ${word}::text as "first", false as "isNear")`,
    condition: sql`d."nameFold" >= ${word} and d."nameFold" < ${word + LAST}`,
  }
}

// A word of 4 letters or more that begins no word of any drug is taken for the nearest ones; numbers are never.
function wordsOf(words: readonly string[]): Sought {
  return {
    tables: sql`
      sought as (
        select s."word", s."n", length(s."word") < 4 or s."word" ~ '^[0-9]' or exists (select from "DrugWords" w
          where w."word" >= s."word" and w."word" < s."word" || ${LAST}) as "isKnown"
        from (select word collate "C" as "word", n from unnest(${[...words]}::text[]) with ordinality as u(word, n)) s
      ), near as (
        select s."n", m."word", m."distance", row_number() over (partition by s."n" order by m."distance", m."alike" desc, m."word") as "place",
          min(m."distance") over (partition by s."n") as "least"
        from sought s cross join lateral near_drug_words(s."word") m where not s."isKnown"
      ), parts as (
        select s."n", not s."isKnown" as "isNear",
          case when s."isKnown" then s."word" else (select n."word" from near n where n."n" = s."n" and n."place" = 1) end as "word",
          case when s."isKnown" then quote_literal(s."word") || ':*' else (select '(' || string_agg(quote_literal(n."word") || ':*', ' | ') || ')'
            from near n where n."n" = s."n" and n."distance" = n."least") end as "query"
        from sought s
      ), meant as (
        select string_agg("word", ' ' order by "n") as "text", (array_agg("word" order by "n"))[1] as "first", bool_or("isNear") as "isNear",
          case when bool_and("query" is not null) then string_agg("query", ' & ')::tsquery end as "query"
        from parts
      )`,
    condition: sql`d."found" @@ m."query"`,
  }
}

// The outer join keeps the total when the page is past the end.
function pageStatement(
  { tables, condition }: Sought,
  { page, pageSize }: { readonly page: number; readonly pageSize: number },
): RawBuilder<DrugRow> {
  return sql<DrugRow>`
    with ${tables}, found as (
      select d."id", m."isNear", starts_with(d."nameFold", m."text") as "all", starts_with(d."nameFold", m."first") as "begins",
        cardinality(d."substances") as "substances", d."isActive", length(d."nameFold") as "length"
      from meant m join "Drugs" d on ${condition} where d."withdrawnAt" is null
    ), shown as (
      select "id", "isNear", row_number() over (order by "all" desc, "begins" desc, "substances", "isActive" desc, "length", "id") as "place"
      from found order by "place" limit ${pageSize} offset ${(page - 1) * pageSize}
    )
    select t."total", d."id", d."name", d."substances", d."form", d."holder", d."isActive",
      case when s."isNear" then 'near' else 'begins' end as "match"
    from (select count(*)::integer as "total" from found) t
    left join shown s on true
    left join "Drugs" d on d."id" = s."id"
    order by s."place"`
}
