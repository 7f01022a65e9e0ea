// For tests of many lives: the tables of an agent's file that help needs, in memory: made once, and used by one life after the other.
import { MIGRATIONS } from '../../database/migrations.ts'
import Sqlite, { type Database, type Statement } from 'better-sqlite3'

export type HelpFile = Database

const free: Database[] = []

/** Nothing is kept in it. */
export function takeHelpFile(): Database {
  const known = free.pop()
  if (known !== undefined) return known
  const database = new Sqlite(':memory:')
  for (const { sql } of MIGRATIONS) database.exec(sql)
  return preparedOnce(database)
}

/** The agent prepares a statement for each call; here they are of the same few texts, millions of times. */
function preparedOnce(database: Database): Database {
  const prepare = database.prepare.bind(database)
  const known = new Map<string, Statement>()
  const once = (sql: string): Statement => {
    const statement = known.get(sql) ?? prepare(sql)
    known.set(sql, statement)
    return statement
  }
  return Object.assign(database, { prepare: once })
}

export function giveHelpFileBack(database: Database): void {
  free.push(database)
}
