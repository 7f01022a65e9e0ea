// What the page of support's settings says was just done, by the word that was left for it.
import type { Texts } from '@pharmacy-relay/shared/texts/index.ts'

const NOTICES = {
  'rule-saved': (t) => t.supportDesk.settings.saved,
  'duty-saved': (t) => t.supportDesk.duty.saved,
  'answer-saved': (t) => t.supportDesk.answers.saved,
  'answer-removed': (t) => t.supportDesk.answers.removed,
} as const satisfies Record<string, (t: Texts) => string>

export type SettingsNotice = keyof typeof NOTICES

/** Null for what is none. */
export function settingsNotice(word: string | null): SettingsNotice | null {
  return settingsNotices().find((notice) => notice === word) ?? null
}

export function settingsNotices(): SettingsNotice[] {
  return Object.keys(NOTICES) as SettingsNotice[]
}

export function settingsNoticeText(notice: SettingsNotice, t: Texts): string {
  return NOTICES[notice](t)
}
