// What the page of a pharmacy says was just done, by the word that was left for it.
import type { Texts } from '@pharmacy-relay/shared/texts/index.ts'

const NOTICES = {
  created: (t) => t.pharmacy.created,
  saved: (t) => t.pharmacy.saved,
  'printing-saved': (t) => t.printing.saved,
  'printing-unchanged': (t) => t.printing.unchanged,
  'printing-partly': (t) => t.printing.savedPartly,
  'first-again': (t) => t.standby.toldFirst,
  'codes-withdrawn': (t) => t.pairing.withdrawn,
  approved: (t) => t.computers.approved,
  renamed: (t) => t.computers.renamed,
  moved: (t) => t.computers.moved,
  revoked: (t) => t.computers.revokedNow,
  restored: (t) => t.computers.restored,
  removed: (t) => t.computers.removed,
  'identity-given': (t) => t.computers.identityGiven,
  'move-refused': (t) => t.computers.moveFull,
  changed: (t) => t.computers.changed,
} as const satisfies Record<string, (t: Texts) => string>

export type PageNotice = keyof typeof NOTICES

/** Null for what is none. */
export function pageNotice(word: unknown): PageNotice | null {
  return pageNotices().find((notice) => notice === word) ?? null
}

export function pageNotices(): PageNotice[] {
  return Object.keys(NOTICES) as PageNotice[]
}

export function noticeText(notice: PageNotice, t: Texts): string {
  return NOTICES[notice](t)
}

const WARNINGS: ReadonlySet<PageNotice> = new Set<PageNotice>(['changed', 'move-refused', 'printing-partly'])

/** That nothing was done is no success, and that it was so already no warning. */
export function noticeKind(notice: PageNotice): 'success' | 'neutral' | 'warning' {
  if (notice === 'printing-unchanged') return 'neutral'
  return WARNINGS.has(notice) ? 'warning' : 'success'
}
