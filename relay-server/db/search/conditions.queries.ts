// Conditions of searches: each word, or either of its forms, stands in a column.
import { sql, type RawBuilder } from 'kysely'
import type { SoughtForm } from './sought-form.ts'

export type Condition = RawBuilder<unknown>

/** At least one of them; there is one. */
export function anyOf(conditions: readonly Condition[]): Condition {
  return sql`(${sql.join([...conditions], sql` or `)})`
}

/** All of them; of none true. */
export function allOf(conditions: readonly Condition[]): Condition {
  return conditions.length === 0 ? sql`true` : sql.join([...conditions], sql` and `)
}

/** A text that is looked through, and the column with its groups of three characters, which has an index. */
export interface SearchColumns {
  readonly text: Condition
  readonly grams: Condition
}

/** The index finds those with its groups of characters; what is shorter than one is looked for in every row. */
export function hasAny({ text, grams }: SearchColumns, forms: readonly SoughtForm[]): Condition {
  return anyOf(
    forms.map((form) => {
      const isThere = sql`${text} like ${form.pattern}`
      return form.grams.length === 0 ? isThere : sql`(${grams} @> ${[...form.grams]}::text[] and ${isThere})`
    }),
  )
}

export function likeAny(column: Condition, forms: readonly SoughtForm[]): Condition {
  return anyOf(forms.map(({ pattern }) => sql`${column} like ${pattern}`))
}
