// What a page of categories says was just done, by the word that was left for it.
import type { Texts } from '@pharmacy-relay/shared/texts/index.ts'

export type CategoryNotice = keyof Texts['shop']['categories']['notices']

/** Null for what is none. */
export function categoryNotice(word: string | null, t: Texts): CategoryNotice | null {
  const notices = Object.keys(t.shop.categories.notices) as CategoryNotice[]
  return notices.find((notice) => notice === word) ?? null
}
