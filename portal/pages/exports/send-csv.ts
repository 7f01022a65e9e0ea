// A list as a CSV file: sent as its rows come, safe to open in a spreadsheet.
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { stringify } from 'csv-stringify'
import type { Logger } from '@pharmacy-relay/shared/logger.ts'
import { texts, type Language } from '@pharmacy-relay/shared/texts/index.ts'
import { traceIdOf } from '@pharmacy-relay/relay-server/http/problem-replies.ts'
import { prepare } from '../../http/replies.ts'
import type { RequestContext } from '../../http/request-context.ts'

/** A cell; null is an empty one. */
export type CsvCell = string | number | null

export interface CsvFile {
  /** Letters and hyphens; the day and the ending are added. */
  readonly name: string
  readonly heads: readonly string[]
  readonly rows: AsyncIterable<readonly CsvCell[]>
  /** Called once the first row is there, before anything is sent. What it throws is a page in words. */
  readonly begin: () => Promise<void>
  readonly logger: Logger
}

/**
 * Waits for the first row before anything is sent, so that a refusal is still a page in words. What fails later breaks the
 * connection: the browser says that the file is not whole.
 */
export async function sendCsv(
  context: RequestContext,
  { name, heads, rows, begin, logger }: CsvFile,
): Promise<void> {
  const { response, preferences } = context
  const iterator = rows[Symbol.asyncIterator]()
  const first = await iterator.next()
  await begin()
  await prepare(context)
  const day = context.now().toISOString().slice(0, 10)
  response.set('Content-Disposition', `attachment; filename="${name}-${day}.csv"`)
  response.set('Content-Security-Policy', "default-src 'none'; sandbox")
  response.set('X-Content-Type-Options', 'nosniff')
  response.type('text/csv; charset=utf-8')
  const csv = stringify(csvOptions(preferences.language))
  try {
    await pipeline(Readable.from(withHeads(heads, first, iterator)), csv, response)
  } catch (error) {
    if (hasLeft(error)) logger.info('export.left', { list: name })
    else logger.error('export.broken', error, { list: name, traceId: traceIdOf(response) })
    response.destroy()
  }
}

/** Whoever asked closed the connection, which ends the pipeline in these ways. */
function hasLeft(error: unknown): boolean {
  return error instanceof Error && 'code' in error && LEFT.has(error.code)
}

const LEFT: ReadonlySet<unknown> = new Set(['ERR_STREAM_PREMATURE_CLOSE', 'ECONNRESET', 'EPIPE'])

async function* withHeads(
  heads: readonly string[],
  first: IteratorResult<readonly CsvCell[]>,
  others: AsyncIterator<readonly CsvCell[]>,
): AsyncGenerator<readonly CsvCell[]> {
  yield heads
  for (let row = first; row.done !== true; row = await others.next()) yield row.value
}

/**
 * `escape_formulas`: what begins like a formula gets a ' in front (OWASP, CSV injection). The byte order mark tells Excel that it
 * is UTF-8; where a comma stands before decimals, Excel expects semicolons between cells.
 */
function csvOptions(language: Language) {
  return {
    bom: true,
    delimiter: decimalSign(texts(language).locale) === ',' ? ';' : ',',
    escape_formulas: true,
    record_delimiter: 'windows',
  } as const
}

function decimalSign(locale: string): string | undefined {
  const parts = new Intl.NumberFormat(locale).formatToParts(0.5)
  return parts.find(({ type }) => type === 'decimal')?.value
}
