// Rows that a statement is given, with a number of them that the database's planner can believe.
import { sql, type RawBuilder } from 'kysely'

/**
 * To stand behind `from` or `join` with a name. `columns`: as in `"sessionId" uuid, "isSilent" boolean`. Whatever it holds,
 * json_to_recordset counts for 100 rows, for which PostgreSQL reads all open sessions instead of looking up a few: four such
 * statements a heartbeat cost most of a core at 5,000 devices.
 */
export function givenRows(rows: readonly object[], columns: string): RawBuilder<unknown> {
  const given = sql`json_to_recordset(${JSON.stringify(rows)}::json) as given(${sql.raw(columns)})`
  return sql`(select * from ${given} limit ${sql.lit(rows.length)})`
}
