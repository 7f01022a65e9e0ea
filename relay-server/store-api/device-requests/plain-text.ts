// Free text of devices as the database can keep it and a page can show it.
import { withVisibleMarks } from '@pharmacy-relay/shared/ids.ts'

/** Control characters become spaces, halves of surrogate pairs and direction marks a mark; the length stays. */
export function plainText(text: string): string {
  return withVisibleMarks(text.toWellFormed()).replaceAll(/\p{Cc}/gu, ' ')
}

/** The same for every text in a value of JSON. */
export function plainTexts(value: unknown): unknown {
  if (typeof value === 'string') return plainText(value)
  if (Array.isArray(value)) return value.map(plainTexts)
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(Object.entries(value).map(([name, field]) => [name, plainTexts(field)]))
}
