// Which change deserves a notification: one after which a person has to do something, once, and not before it has lasted.
import type { Summary, SummaryCode } from '@pharmacy-relay/shared/summary-codes.ts'

/** How long something has to last before it is said, in ms; what is not here is never said by itself. */
const SAID_AFTER_MS: Readonly<Partial<Record<SummaryCode, number>>> = {
  withdrawn: 0,
  pair_again: 0,
  identity_conflict: 0,
  too_old: 0,
  peer_changed: 0,
  unknown_labels: 0,
  held_labels: 0,
  labels_refused: 0,
  // Somebody changes the roll, or a computer restarts: that is no news to whoever stands there.
  printer_stopped: 15_000,
  stopped_there: 15_000,
  not_allowed: 30_000,
  port_closed: 30_000,
  port_taken: 60_000,
  printer_missing: 60_000,
  not_set_up: 60_000,
  no_printer_there: 60_000,
  labels_wait: 60_000,
  no_way: 60_000,
  off_there: 60_000,
  not_running: 60_000,
  not_answering: 60_000,
  not_understood: 60_000,
}

/** What came back within this time is the same trouble still. */
const SAME_MS = 10 * 60_000

const MAX_SAID_HELP = 50

/** What has been noticed and said so far. */
export interface Noticed {
  readonly key: string | null
  readonly sinceMs: number
  /** By key: when it was last the case, and how many labels it was about when it was said. */
  readonly said: Readonly<Record<string, { readonly lastMs: number; readonly count: number }>>
  /** Labels of the last day that failed; null before the first answer. */
  readonly failed: number | null
  /** Words of support that were said, the newest last. */
  readonly saidHelp: readonly string[]
}

export const NOTHING_NOTICED: Noticed = { key: null, sinceMs: 0, said: {}, failed: null, saidHelp: [] }

export interface Sight {
  readonly summary: Summary
  /** Null while the agent says nothing. */
  readonly failed: number | null
  /** Words of support that nobody here has seen; null while the agent says nothing. */
  readonly help: { readonly unread: number; readonly newest: string | null } | null
  /** Never jumps. */
  readonly nowMs: number
}

/** `summary`: the summary is to be said. `failed`: so many labels failed since the sight before. `help`: support wrote, so many are unread. */
export type Notice =
  | { readonly kind: 'summary'; readonly summary: Summary }
  | { readonly kind: 'failed'; readonly count: number }
  | { readonly kind: 'help'; readonly count: number }

export function notice(
  before: Noticed,
  sight: Sight,
): { readonly noticed: Noticed; readonly notices: Notice[] } {
  const { summary, nowMs } = sight
  const key = keyOf(summary)
  const sinceMs = key === before.key ? before.sinceMs : nowMs
  const isSaid = wasSaid(before, sight)
  const afterMs = SAID_AFTER_MS[summary.code]
  const isDue = !isSaid && afterMs !== undefined && nowMs - sinceMs >= afterMs
  const failedMore = sight.failed === null || before.failed === null ? 0 : sight.failed - before.failed
  const newest = newWords(before, sight)
  const notices: Notice[] = [
    ...(isDue ? [{ kind: 'summary', summary } as const] : []),
    ...(failedMore > 0 ? [{ kind: 'failed', count: failedMore } as const] : []),
    ...(newest !== null ? [{ kind: 'help', count: sight.help?.unread ?? 1 } as const] : []),
  ]
  const said = isDue || isSaid ? { ...before.said, [key]: saidNow(before, sight) } : before.said
  const saidHelp = newest === null ? before.saidHelp : [...before.saidHelp, newest].slice(-MAX_SAID_HELP)
  return { noticed: { key, sinceMs, said, saidHelp, failed: sight.failed ?? before.failed }, notices }
}

/** Each once, also where the agent started again, or newer ones were read before. */
function newWords({ saidHelp }: Noticed, { help }: Sight): string | null {
  const newest = help?.newest ?? null
  return newest === null || saidHelp.includes(newest) ? null : newest
}

/** The same code for another reason is another trouble. */
function keyOf({ code, facts }: Summary): string {
  return facts.condition === undefined ? code : `${code} ${facts.condition}`
}

/** It lasts, or came back soon, and no label was added to those that wait for an answer. */
function wasSaid({ said }: Noticed, { summary, nowMs }: Sight): boolean {
  const last = said[keyOf(summary)]
  if (last === undefined || nowMs - last.lastMs > SAME_MS) return false
  return !asksForAnswer(summary.code) || (summary.facts.count ?? 0) <= last.count
}

function saidNow({ said }: Noticed, { summary, nowMs }: Sight): Noticed['said'][string] {
  const now = summary.facts.count ?? 0
  // Fewer than were said: one that comes then is new again.
  return { lastMs: nowMs, count: asksForAnswer(summary.code) ? now : (said[keyOf(summary)]?.count ?? now) }
}

function asksForAnswer(code: SummaryCode): boolean {
  return code === 'unknown_labels' || code === 'held_labels'
}
