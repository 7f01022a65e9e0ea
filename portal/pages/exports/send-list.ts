// Sends a list as a file: its columns in the reader's words and zone, its rows until the limit.
import { texts, type Texts } from '@pharmacy-relay/shared/texts/index.ts'
import type { RequestContext } from '../../http/request-context.ts'
import { MAX_EXPORT_ROWS } from '../../views/csv/csv-address.ts'
import { dateFormat } from '../../views/times/formats.ts'
import { sendCsv, type CsvCell } from './send-csv.ts'

/** What columns are made for. */
export interface CsvReader {
  readonly t: Texts
  /** `2026-11-27 05:24:48` in the reader's zone, as spreadsheets know an instant. Empty of null. */
  readonly time: (at: string | null) => string | null
}

export type CsvColumn<Row> = readonly [head: string, cell: (row: Row) => CsvCell]

interface SentList<Row> {
  /** Letters and hyphens. */
  readonly name: string
  readonly columns: (reader: CsvReader) => readonly CsvColumn<Row>[]
  /** Null: there are more. */
  readonly rows: AsyncIterable<Row | null>
}

export async function sendList<Row>(context: RequestContext, list: SentList<Row>): Promise<void> {
  const { language, zone } = context.frame()
  const t = texts(language)
  const format = dateFormat('sv-SE', { dateStyle: 'short', timeStyle: 'medium', timeZone: zone })
  const time = (at: string | null): string | null => (at === null ? null : format.format(new Date(at)))
  const columns = list.columns({ t, time })
  await sendCsv(context, {
    name: list.name,
    heads: columns.map(([head]) => head),
    rows: cellsOf(list.rows, columns, t.pharmacies.csvCut(MAX_EXPORT_ROWS)),
  })
}

/** The words about a cut stand in the first cell of a line as long as the others. */
async function* cellsOf<Row>(
  rows: AsyncIterable<Row | null>,
  columns: readonly CsvColumn<Row>[],
  cut: string,
): AsyncGenerator<readonly CsvCell[]> {
  for await (const row of rows)
    yield columns.map(([, cell], place) => (row !== null ? cell(row) : place === 0 ? cut : null))
}
