// All rows of a list, page after page, up to a limit.
import { MAX_EXPORT_ROWS } from '../../views/csv/csv-address.ts'

/** What the API takes and gives at most. */
export const ROWS_PER_PAGE = 200

interface ListPage<Row> {
  readonly items: readonly Row[]
  /** Asks for the page behind it; null on the last one. */
  readonly next: (() => Promise<ListPage<Row>>) | null
}

/** A list by page numbers: `ask` gets 1, 2, … A page that is not full is the last. */
export async function byNumber<Row>(
  ask: (page: number) => Promise<{ readonly items: readonly Row[] }>,
  page = 1,
): Promise<ListPage<Row>> {
  const { items } = await ask(page)
  return { items, next: items.length < ROWS_PER_PAGE ? null : () => byNumber(ask, page + 1) }
}

/** A list whose pages begin after a row: `ask` gets `next` of the page before. */
export async function byKey<Row>(
  ask: (after: string | null) => Promise<{ readonly items: readonly Row[]; readonly next: string | null }>,
  after: string | null = null,
): Promise<ListPage<Row>> {
  const { items, next } = await ask(after)
  return { items, next: next === null ? null : () => byKey(ask, next) }
}

export interface WholeListGiven<Row> {
  readonly first: () => Promise<ListPage<Row>>
  /** What no two rows share: a list that changes between two pages may show one twice. */
  readonly key: (row: Row) => string | number
  readonly most?: number
}

/** Each row once; null at the end where there are more. A row that comes or leaves meanwhile may be left out. */
export async function* wholeList<Row>({
  first,
  key,
  most = MAX_EXPORT_ROWS,
}: WholeListGiven<Row>): AsyncGenerator<Row | null> {
  const seen = new Set<string | number>()
  for (let ask: ListPage<Row>['next'] = first; ask !== null;) {
    const { items, next } = await ask()
    for (const row of items) {
      if (seen.has(key(row))) continue
      if (seen.size >= most) {
        yield null
        return
      }
      seen.add(key(row))
      yield row
    }
    ask = next
  }
}
