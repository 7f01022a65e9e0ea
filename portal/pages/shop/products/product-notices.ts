// What the page of a product says was just done, by the word that was left for it.
import type { Texts } from '@pharmacy-relay/shared/texts/index.ts'

export type ProductNotice = keyof Texts['shop']['products']['notices']

/** Null for what is none. */
export function productNotice(word: string | null, t: Texts): ProductNotice | null {
  return (Object.keys(t.shop.products.notices) as ProductNotice[]).find((notice) => notice === word) ?? null
}
