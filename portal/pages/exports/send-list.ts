// Sends a list as a file: its columns in the reader's words and zone, its rows until the limit.
import type { ListExport } from '@pharmacy-relay/shared/api/staff-history.ts'
import { storeApi } from '@pharmacy-relay/shared/api/store-api.ts'
import type { Logger } from '@pharmacy-relay/shared/logger.ts'
import { texts, type Texts } from '@pharmacy-relay/shared/texts/index.ts'
import type { RequestContext } from '../../http/request-context.ts'
import type { StoreCall } from '../../http/staff.ts'
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
  readonly list: ListExport['list']
  /** Of the list, where the file's name says which one it is: letters and hyphens. */
  readonly part?: string
  readonly columns: (reader: CsvReader) => readonly CsvColumn<Row>[]
  /** Null: there are more. */
  readonly rows: AsyncIterable<Row | null>
}

export interface Sender {
  readonly context: RequestContext
  readonly store: StoreCall
  readonly logger: Logger
}

/** The staff log knows of it before its first row leaves; where it cannot, nothing does. */
export async function sendList<Row>(sender: Sender, sent: SentList<Row>): Promise<void> {
  const { context, store, logger } = sender
  const { list, part } = sent
  const { language, zone } = context.frame()
  const t = texts(language)
  const format = dateFormat('sv-SE', { dateStyle: 'short', timeStyle: 'medium', timeZone: zone })
  const time = (at: string | null): string | null => (at === null ? null : format.format(new Date(at)))
  const columns = sent.columns({ t, time })
  const body = { list, filters: filtersOf(context) }
  await sendCsv(context, {
    name: part === undefined ? list : `${list}-${part}`,
    heads: columns.map(([head]) => head),
    rows: cellsOf(sent.rows, columns, t.pharmacies.csvCut(MAX_EXPORT_ROWS)),
    begin: async () => void (await store(storeApi.recordExport, { params: null, query: null, body })),
    logger,
  })
}

const MAX_FILTERS = 20

/** The names of the fields that the address gives something. */
function filtersOf({ request }: RequestContext): string[] {
  const given = Object.entries(request.query).filter(([name, value]) => value !== '' && FIELD.test(name))
  return given.map(([name]) => name).slice(0, MAX_FILTERS)
}

const FIELD = /^[a-zA-Z]{1,40}$/

/** The words about a cut stand in the first cell of a line as long as the others. */
async function* cellsOf<Row>(
  rows: AsyncIterable<Row | null>,
  columns: readonly CsvColumn<Row>[],
  cut: string,
): AsyncGenerator<readonly CsvCell[]> {
  for await (const row of rows)
    yield columns.map(([, cell], place) => (row !== null ? cell(row) : place === 0 ? cut : null))
}
