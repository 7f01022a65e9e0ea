// The words of a notification, and the place of the window that a click on it leads to.
import { summaryOfSilence, type Silence } from '../contract/summary.ts'
import { ProblemError } from '@pharmacy-relay/shared/problem.ts'
import { reasonSentence } from '@pharmacy-relay/shared/reasons/reason-text.ts'
import { summaryText } from '@pharmacy-relay/shared/texts/summary-text.ts'
import type { Texts } from '@pharmacy-relay/shared/texts/index.ts'
import { NotRunningError } from '../contract/socket-client.ts'
import type { Notice } from './notifications.ts'
import type { TrayAct } from './tray-menu.ts'
import { HELP, hashOfLabel, hashOfList, hashOfSummary, OVERVIEW } from './window-hashes.ts'

export interface NoticeText {
  readonly title: string
  readonly body: string
  readonly hash: string
}

export function noticeText(notice: Notice, t: Texts): NoticeText {
  if (notice.kind === 'help') {
    const { noticeTitle, notice: body } = t.windowHelp
    return { title: noticeTitle(t.frame.product), body: body(notice.count), hash: HELP }
  }
  if (notice.kind === 'failed') {
    const { attention } = t.summary.levels
    return {
      title: titled(attention, t),
      body: t.tray.failedSince(notice.count),
      hash: hashOfList('not-out'),
    }
  }
  const { action } = notice.summary
  const { level, text, advice } = summaryText(notice.summary, t)
  const hash =
    action === null || action === 'start' || action === 'resume'
      ? OVERVIEW
      : hashOfSummary(action, notice.summary)
  return { title: titled(level, t), body: advice === null ? text : `${text} ${advice}`, hash }
}

/** Something that was asked for by the menu and did not work. */
export function problemText(error: unknown, act: TrayAct, t: Texts): NoticeText {
  const hash = act.kind === 'reprint' && error instanceof ProblemError ? hashOfLabel(act.ref) : OVERVIEW
  return { title: t.tray.notDone, body: bodyOf(error, act, t), hash }
}

function bodyOf(error: unknown, act: TrayAct, t: Texts): string {
  if (error instanceof NotRunningError) return silence('not_running', t)
  if (!(error instanceof ProblemError)) return silence('not_understood', t)
  const { refusals, agentSays } = t.window
  const text: Readonly<Record<string, string>> = refusals
  const known = text[error.code]
  if (act.kind === 'reprint' && error.reason === null) {
    // The agent's own words are English and name its command line.
    const ofLabel: Readonly<Record<string, (n: string) => string>> = t.tray.reprintRefused
    const said = ofLabel[error.code]?.(act.number) ?? known
    if (said !== undefined) return said
  }
  if (error.reason !== null) return `${known ?? refusals.other} ${reasonSentence([error.reason], t)}.`
  return `${known ?? refusals.other} ${agentSays} ${error.message}`
}

function silence(why: Silence, t: Texts): string {
  return summaryText(summaryOfSilence(why), t).text
}

function titled(level: string, t: Texts): string {
  return `${t.frame.product}: ${level}`
}
