// Conditions of searches: each word, or either of its forms, stands in a column.
import { sql, type RawBuilder } from 'kysely'

export type Condition = RawBuilder<unknown>

/** At least one of them; there is one. */
export function anyOf(conditions: readonly Condition[]): Condition {
  return sql`(${sql.join([...conditions], sql` or `)})`
}

/** All of them; of none true. */
export function allOf(conditions: readonly Condition[]): Condition {
  return conditions.length === 0 ? sql`true` : sql.join([...conditions], sql` and `)
}

export function likeAny(column: Condition, patterns: readonly string[]): Condition {
  return anyOf(patterns.map((pattern) => sql`${column} like ${pattern}`))
}
