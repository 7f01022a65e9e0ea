// What the page of one's own account says was just done, by the word that was left for it.
import type { Texts } from '@pharmacy-relay/shared/texts/index.ts'

const NOTICES = {
  'password-changed': (t) => t.account.password.changed,
  'email-asked': (t) => t.account.email.asked,
  'passkey-added': (t) => t.account.passkeys.added,
  'passkey-named': (t) => t.account.passkeys.named,
  'passkey-removed': (t) => t.account.passkeys.removed,
  'session-ended': (t) => t.account.sessions.ended,
  'sessions-ended': (t) => t.account.sessions.othersEnded,
} as const satisfies Record<string, (t: Texts) => string>

export type AccountNotice = keyof typeof NOTICES

export const ACCOUNT_NOTICES = Object.keys(NOTICES) as AccountNotice[]

export function accountNoticeText(notice: AccountNotice, t: Texts): string {
  return NOTICES[notice](t)
}
