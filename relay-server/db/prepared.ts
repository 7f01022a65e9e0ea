// Statements that are prepared once on each connection: PostgreSQL parses and plans them once, which is half of its work for a small one.
import { createHash } from 'node:crypto'
import { sql } from 'kysely'
import type pg from 'pg'

const MARK = '/* prepared */'

/**
 * Stands at the end of a statement that is asked often, finds its rows by a key, and whose text is always the same: each text stays
 * with each connection. With `sql`: `${PREPARED}`; with a builder: `.modifyEnd(PREPARED)`.
 */
export const PREPARED = sql.raw(MARK)

const names = new Map<string, string>()

/** For a new connection of a pool. */
export function prepareMarked(client: pg.ClientBase): void {
  const ordinary = client.query.bind(client) as (...args: readonly unknown[]) => unknown
  const query = (...args: readonly unknown[]): unknown => {
    const [text, values, ...rest] = args
    if (typeof text !== 'string' || !text.endsWith(MARK) || !Array.isArray(values)) return ordinary(...args)
    return ordinary({ name: nameOf(text), text, values }, ...rest)
  }
  client.query = query as typeof client.query
}

function nameOf(text: string): string {
  const known = names.get(text)
  if (known !== undefined) return known
  // PostgreSQL cuts names after 63 letters.
  const name = createHash('sha256').update(text).digest('base64url')
  names.set(text, name)
  return name
}
