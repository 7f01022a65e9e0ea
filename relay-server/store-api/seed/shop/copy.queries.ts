// Rows into tables by COPY: the quickest way in, and every constraint, trigger and counter of the table counts as for any other.
import { pipeline } from 'node:stream/promises'
import { Readable } from 'node:stream'
import type pg from 'pg'
import { from as copyFrom } from 'pg-copy-streams'

export type Cell = string | number | boolean | Date | Buffer | null

/** Columns in the order of a row's cells. */
export async function copyRows(
  client: pg.Client,
  { table, columns }: { readonly table: string; readonly columns: readonly string[] },
  rows: readonly (readonly Cell[])[],
): Promise<void> {
  if (rows.length === 0) return
  const names = columns.map((column) => `"${column}"`).join(', ')
  const lines = rows.map((row) => `${row.map(copied).join('\t')}\n`)
  await pipeline(Readable.from(lines), client.query(copyFrom(`copy "${table}" (${names}) from stdin`)))
}

function copied(cell: Cell): string {
  if (cell === null) return String.raw`\N`
  if (Buffer.isBuffer(cell)) return String.raw`\\x${cell.toString('hex')}`
  if (cell instanceof Date) return cell.toISOString()
  return String(cell).replaceAll(/[\\\t\n\r]/g, (sign) => ESCAPES[sign] ?? sign)
}

const ESCAPES: Readonly<Record<string, string>> = {
  '\\': String.raw`\\`,
  '\t': String.raw`\t`,
  '\n': String.raw`\n`,
  '\r': String.raw`\r`,
}
