// Reads single columns of rows where decisions are made, in the thread that owns the file. By hand: zod is 14 MB of
// memory in a thread, and rows that leave this one are parsed where zod is already (stored-rows.ts).

type Row = Readonly<Record<string, unknown>>

/** Throws when it is no row. */
export function rowOf(value: unknown): Row {
  if (!isRow(value)) throw new Error(`The spool expected a row and found ${kindOf(value)}`)
  return value
}

/** Throws when the column is missing or not a whole number of at least `min`. */
export function wholeNumber(row: Row, column: string, min = 0): number {
  const value = row[column]
  if (typeof value !== 'number' || !Number.isSafeInteger(value) || value < min)
    throw unexpected(column, `a whole number from ${min}`, value)
  return value
}

/** Throws when the column is missing or not a finite number of at least `min`. */
export function finiteNumber(row: Row, column: string, min = -Infinity): number {
  const value = row[column]
  if (typeof value !== 'number' || !Number.isFinite(value) || value < min)
    throw unexpected(column, 'a number', value)
  return value
}

/** Throws when the column is missing or neither a number nor null. */
export function numberOrNull(row: Row, column: string): number | null {
  return row[column] === null ? null : finiteNumber(row, column)
}

/** Throws when the column is missing or not a text. */
export function text(row: Row, column: string): string {
  const value = row[column]
  if (typeof value !== 'string') throw unexpected(column, 'a text', value)
  return value
}

/** Throws when the column is missing or neither a text nor null. */
export function textOrNull(row: Row, column: string): string | null {
  return row[column] === null ? null : text(row, column)
}

/** Throws when the column is missing or none of the words. */
export function oneOf<Word extends string>(row: Row, column: string, allowed: readonly Word[]): Word {
  const value = row[column]
  const found = allowed.find((word) => word === value)
  if (found === undefined) throw unexpected(column, `one of ${allowed.join(', ')}`, value)
  return found
}

function isRow(value: unknown): value is Row {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

/** What was found is named by its kind only: a log has no content of rows. */
function unexpected(column: string, expected: string, found: unknown): Error {
  return new Error(`The spool expected ${column} to be ${expected} and found ${kindOf(found)}`)
}

function kindOf(value: unknown): string {
  if (value === null) return 'null'
  return Array.isArray(value) ? 'an array' : typeof value
}
