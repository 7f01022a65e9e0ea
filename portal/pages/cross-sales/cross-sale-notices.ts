// What the page of a rule or pair says was just done, by the word that was left for it.
import type { Texts } from '@pharmacy-relay/shared/texts/index.ts'

const NOTICES = {
  made: (t) => t.crossSale.made,
  saved: (t) => t.crossSale.saved,
  approved: (t) => t.crossSale.approved,
  ended: (t) => t.crossSale.ended,
} as const satisfies Record<string, (t: Texts) => string>

export type CrossSaleNotice = keyof typeof NOTICES

/** Null for what is none. */
export function crossSaleNotice(word: string | null): CrossSaleNotice | null {
  return crossSaleNotices().find((notice) => notice === word) ?? null
}

export function crossSaleNotices(): CrossSaleNotice[] {
  return Object.keys(NOTICES) as CrossSaleNotice[]
}

export function crossSaleNoticeText(notice: CrossSaleNotice, t: Texts): string {
  return NOTICES[notice](t)
}
