// Computers of all pharmacies by a part of their name or address.
import { sql } from 'kysely'
import type { StoreDb } from '../database.ts'
import { FOUND_COLUMNS, FOUND_JOINS, type FoundRow } from './found-computers.queries.ts'
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

/** By name, then by pharmacy. */
export async function findComputers(db: StoreDb, sought: SearchText, paged: Paged): Promise<FoundPage> {
  const { page, pageSize, most } = paged
  const { rows } = await sql<PageRow>`
    with found as materialized (
      select "computerId" from "RelaySearchTexts"
      where "grams" @> ${[...sought.grams]}::text[] and "text" like ${sought.pattern} limit ${most}
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
