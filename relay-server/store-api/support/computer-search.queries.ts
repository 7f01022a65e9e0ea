// Computers of all pharmacies by a part of their name or address.
import { sql } from 'kysely'
import type { StoreDb } from '../database.ts'
import { allOf, hasAny, likeAny, type Condition } from '../../db/search/conditions.queries.ts'
import { FOUND_COLUMNS, FOUND_JOINS, type FoundRow } from './found-computers.queries.ts'
import type { SoughtForm } from '../../db/search/sought-form.ts'
import type { SearchText } from './search-text.ts'

export interface FoundPage {
  readonly rows: readonly FoundRow[]
  /** At most `most`. */
  readonly total: number
}

interface Paged {
  readonly page: number
  readonly pageSize: number
  /** Of more than so many only these are told: any of them, in order. */
  readonly most: number
}

type PageRow = Omit<FoundRow, 'id'> & {
  readonly id: number | null
  readonly total: number
  readonly place: string | null
}

export interface Sought {
  readonly words: SearchText
  /** Digits alone, as a support number has them without its blanks; none when no number was typed in groups. */
  readonly number: readonly SoughtForm[]
  /** Forms of the phone number of its pharmacy; none when no number was typed. */
  readonly phone: readonly SoughtForm[]
}

/** By name, then by pharmacy. */
export async function findComputers(db: StoreDb, sought: Sought, paged: Paged): Promise<FoundPage> {
  const { page, pageSize, most } = paged
  const { rows } = await sql<PageRow>`
    with found as materialized (
      ${foundComputerIds(sought)} limit ${most}
    ), shown as (
      select ${FOUND_COLUMNS}, row_number() over (order by lower(c."pcName"), p."storeNumber", c."id") as "place"
      from found join "RelayComputers" c on c."id" = found."computerId" ${FOUND_JOINS}
      order by "place" limit ${pageSize} offset ${(page - 1) * pageSize}
    )
    select shown.*, t."total"
    from (select count(*)::integer as "total" from found) t left join shown on true order by shown."place"`.execute(
    db,
  )
  return {
    rows: rows.flatMap(({ total: _total, place: _place, ...row }) =>
      row.id === null ? [] : [{ ...row, id: row.id }],
    ),
    total: rows[0]?.total ?? 0,
  }
}

const TEXTS = { text: sql`"text"`, grams: sql`"grams"` }
const PHONE = { text: sql`p."phoneForms"`, grams: sql`p."searchGrams"` }

/** A query of `computerId`, each once, in no order. */
export function foundComputerIds({ words, number, phone }: Sought): Condition {
  const inText = (condition: Condition) => sql`select "computerId" from "RelaySearchTexts" where ${condition}`
  const byPhone = sql`select c."id" as "computerId" from "Customers" p
    join "RelayComputers" c on c."customerId" = p."id" where ${hasAny(PHONE, phone)}`
  const ways = [
    inText(allOf([...words.map((forms) => hasAny(TEXTS, forms)), ...together(words)])),
    ...(number.length === 0 ? [] : [inText(hasAny(TEXTS, number))]),
    ...(phone.length === 0 ? [] : [byPhone]),
  ]
  return sql.join(ways, sql` union `)
}

/** All in one name or address: the 1 of “counter 1” is not that of an address. The index has found nearly all before. */
function together(words: SearchText): Condition[] {
  if (words.length === 1) return []
  const inLine = words.map((forms) => likeAny(sql`E'\\n' || "line"`, forms))
  return [sql`exists (select from unnest(string_to_array("text", E'\\n')) "line" where ${allOf(inLine)})`]
}
