// What the page of a user says was just done, by the word that was left for it.
import type { Texts } from '@pharmacy-relay/shared/texts/index.ts'

const NOTICES = {
  invited: (t) => t.staff.invited,
  link_sent: (t) => t.staff.linkSent,
  role_changed: (t) => t.staff.roleChanged,
  disabled: (t) => t.staff.nowDisabled,
  enabled: (t) => t.staff.nowEnabled,
  reset_asked: (t) => t.staff.resetAsked,
  reset_done: (t) => t.staff.resetDone,
  reset_ended: (t) => t.staff.resetEnded,
  session_ended: (t) => t.staff.sessionEnded,
  sessions_ended: (t) => t.staff.sessionsEnded,
} as const satisfies Record<string, (t: Texts) => string>

export type UserNotice = keyof typeof NOTICES

/** Null for what is none. */
export function userNotice(word: string | null): UserNotice | null {
  return userNotices().find((notice) => notice === word) ?? null
}

export function userNotices(): UserNotice[] {
  return Object.keys(NOTICES) as UserNotice[]
}

export function userNoticeText(notice: UserNotice, t: Texts): string {
  return NOTICES[notice](t)
}
