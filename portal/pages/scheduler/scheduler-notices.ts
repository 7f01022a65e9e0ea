// What the page of the scheduler says was just done, by the word that was left for it.
import type { Texts } from '@pharmacy-relay/shared/texts/index.ts'

const NOTICES = {
  asked_for: (t) => t.scheduler.askedFor,
  paused: (t) => t.scheduler.isPaused,
  resumed: (t) => t.scheduler.isResumed,
  already_running: (t) => t.scheduler.alreadyRunning,
} as const satisfies Record<string, (t: Texts) => string>

export type SchedulerNotice = keyof typeof NOTICES

/** Null for what is none. */
export function schedulerNotice(word: string | null): SchedulerNotice | null {
  return schedulerNotices().find((notice) => notice === word) ?? null
}

export function schedulerNotices(): SchedulerNotice[] {
  return Object.keys(NOTICES) as SchedulerNotice[]
}

export function schedulerNoticeText(notice: SchedulerNotice, t: Texts): string {
  return NOTICES[notice](t)
}
