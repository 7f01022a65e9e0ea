// What the icon shows and its menu offers, decided from what the agent says of itself; tray-host.ts puts it up.
import type { LastLabel } from '../contract/agent-api.ts'
import { labelNumber } from '@pharmacy-relay/shared/labels/label-number.ts'
import { isSeen } from '@pharmacy-relay/shared/labels/seen-label.ts'
import type { Summary, SummaryAction, SummaryLevel } from '@pharmacy-relay/shared/summary-codes.ts'
import type { JobState } from '@pharmacy-relay/shared/job-state.ts'
import { summaryText, timeText } from '@pharmacy-relay/shared/texts/summary-text.ts'
import type { Texts } from '@pharmacy-relay/shared/texts/index.ts'
import { HELP, hashOfLabel, hashOfSummary, OVERVIEW } from './window-hashes.ts'

/** What the menu is made of. */
export interface TrayFacts {
  readonly summary: Summary
  /** Undefined while the agent says nothing; null before the first label. */
  readonly lastLabel: LastLabel | null | undefined
  /** Unix time, ms. */
  readonly nowMs: number
  /** It answers, and has a role. */
  readonly canPrint: boolean
  readonly isPaused: boolean
  /** Words of support that nobody here has seen. */
  readonly unreadHelp: number
  /** The tray runs the agent itself: it ends with the tray. */
  readonly ownsAgent: boolean
}

export type TrayAct =
  | { readonly kind: 'open'; readonly hash: string }
  | { readonly kind: 'reprint'; readonly ref: string; readonly number: string }
  | { readonly kind: 'pause'; readonly minutes: number }
  | { readonly kind: 'resume' | 'test' | 'start' }
  | { readonly kind: 'quit' }

export type TrayItem =
  | { readonly id: string; readonly label: string; readonly act: TrayAct | null }
  | { readonly id: string; readonly label: string; readonly items: readonly TrayItem[] }
  | 'separator'

export interface TrayView {
  readonly icon: SummaryLevel
  readonly toolTip: string
  readonly items: readonly TrayItem[]
}

/** Windows shows no more, in UTF-16 units. */
const MAX_TOOLTIP = 127
/** A line of a menu that still fits beside other windows. */
const MAX_LINE = 120
const PAUSES_MINUTES = [15, 60, 240] as const

/** Labels of which another one can be made; of the rest somebody has to say something first, or they are still to come. */
const CAN_BE_REPRINTED: ReadonlySet<JobState> = new Set(['forwarded', 'sent_to_printer', 'printed', 'failed'])

export function trayView(facts: TrayFacts, t: Texts): TrayView {
  const { level, text } = summaryText(facts.summary, t)
  return {
    icon: facts.summary.level,
    toolTip: cut(t.tray.tooltip(t.frame.product, level, text), MAX_TOOLTIP),
    items: [
      ...stateItems(facts.summary, t),
      'separator',
      ...labelItems(facts, t),
      'separator',
      helpItem(facts.unreadHelp, t),
      { id: 'open', label: t.tray.open, act: { kind: 'open', hash: OVERVIEW } },
      { id: 'quit', label: facts.ownsAgent ? t.tray.quitStops : t.tray.quit, act: { kind: 'quit' } },
    ],
  }
}

/** Two clicks: this one, and the button of the page. */
function helpItem(unread: number, t: Texts): TrayItem {
  const label = unread === 0 ? t.windowHelp.menu : t.windowHelp.menuUnread(unread)
  return { id: 'help', label, act: { kind: 'open', hash: HELP } }
}

/** How things are, what to do about it, and the item that does it. */
function stateItems(summary: Summary, t: Texts): TrayItem[] {
  const { level, text, advice, action } = summaryText(summary, t)
  const act = summary.action === null ? null : actOf(summary.action, summary)
  const overview: TrayAct = { kind: 'open', hash: OVERVIEW }
  return [
    { id: 'state', label: cut(`${level}: ${text}`, MAX_LINE), act: overview },
    ...(advice === null ? [] : [{ id: 'advice', label: cut(advice, MAX_LINE), act: overview }]),
    ...(action === null || act === null ? [] : [{ id: 'action', label: action, act }]),
  ]
}

function actOf(action: SummaryAction, summary: Summary): TrayAct {
  if (action === 'start' || action === 'resume') return { kind: action }
  return { kind: 'open', hash: hashOfSummary(action, summary) }
}

function labelItems({ lastLabel, nowMs, canPrint, isPaused, summary }: TrayFacts, t: Texts): TrayItem[] {
  const pauses = PAUSES_MINUTES.map((minutes): TrayItem => ({
    id: `pause-${minutes}`,
    label: t.tray.pauseFor(minutes),
    act: { kind: 'pause', minutes },
  }))
  return [
    ...(lastLabel === undefined ? [] : [lastLabelItem(lastLabel, nowMs, t)]),
    reprintItem(lastLabel, t),
    ...(isPaused && summary.action === 'resume' ? [] : pauseItems(isPaused, canPrint, { pauses, t })),
    { id: 'test', label: t.tray.test, act: canPrint ? { kind: 'test' } : null },
  ]
}

/** While it is paused the first part of the menu says so, and offers to go on. */
function pauseItems(
  isPaused: boolean,
  canPrint: boolean,
  { pauses, t }: { readonly pauses: readonly TrayItem[]; readonly t: Texts },
): TrayItem[] {
  if (isPaused) return [{ id: 'resume', label: t.summary.actions.resume, act: { kind: 'resume' } }]
  return canPrint
    ? [{ id: 'pause', label: t.tray.pause, items: pauses }]
    : [{ id: 'pause', label: t.tray.pause, act: null }]
}

function lastLabelItem(label: LastLabel | null, nowMs: number, t: Texts): TrayItem {
  if (label === null) return { id: 'last', label: t.tray.noLabel, act: null }
  const { state, reasons = [] } = label
  const text = isSeen({ state, reasons }) ? t.printing.labelSeen : t.printing.testLabelStates[state]
  const line = t.tray.lastLabel(labelNumber(label), text, timeText(label.at, t.locale, nowMs))
  return { id: 'last', label: cut(line, MAX_LINE), act: { kind: 'open', hash: hashOfLabel(refOf(label)) } }
}

function reprintItem(label: LastLabel | null | undefined, t: Texts): TrayItem {
  if (label === null || label === undefined || !CAN_BE_REPRINTED.has(label.state))
    return { id: 'reprint', label: t.tray.nothingToReprint, act: null }
  const number = labelNumber(label)
  return { id: 'reprint', label: t.tray.reprint(number), act: { kind: 'reprint', ref: refOf(label), number } }
}

function refOf({ id, n }: LastLabel): string {
  return id ?? String(n)
}

function cut(text: string, max: number): string {
  return text.length <= max ? text : `${text.slice(0, max - 1)}…`
}
