// The hours of a week in which a pharmacy is open, learnt from when its computers were online. Pure.
//
//   half hours of up to 4 weeks ─▶ in each: were at least half of its computers online for most of it? ─▶ open where that was so in
//   most of the weeks
import {
  DAY_MINUTES,
  MAX_SPANS,
  minuteOf,
  timeOf,
  wallTime,
  type OpenSpan,
  type OpenWeek,
} from '@pharmacy-relay/shared/opening-hours/opening-hours.ts'

export const LEARNT_DAYS = { least: 14, most: 28 }
const SLOT_MINUTES = 30
const SLOT_MS = SLOT_MINUTES * 60_000
const DAY_MS = DAY_MINUTES * 60_000
const SLOTS_A_DAY = DAY_MINUTES / SLOT_MINUTES

/** Of one computer. */
export interface OnlineHistory {
  /** Since when anything is known of it; ms of Unix time, as those below. */
  readonly knownSinceMs: number
  /** In their order. */
  readonly online: readonly { readonly fromMs: number; readonly toMs: number }[]
}

/** Null while less than 14 days are known, and where no hour stands out as open. */
export function learntWeek(
  computers: readonly OnlineHistory[],
  { timeZone, nowMs }: { readonly timeZone: string; readonly nowMs: number },
): OpenWeek | null {
  const active = computers.filter(({ online }) => online.length > 0)
  const endMs = Math.floor(nowMs / SLOT_MS) * SLOT_MS
  const knownMs = Math.min(...active.map(({ knownSinceMs }) => knownSinceMs))
  const days = Math.min(LEARNT_DAYS.most, Math.floor((endMs - knownMs) / DAY_MS))
  if (active.length === 0 || days < LEARNT_DAYS.least) return null
  const fromMs = endMs - days * DAY_MS
  const votes = votesOf(active.map((computer) => slotsOnline(computer, fromMs, endMs)))
  const open = openCells(votes, (slot) => cellOf(timeZone, fromMs + slot * SLOT_MS))
  const week = Array.from({ length: 7 }, (_, day) =>
    spansOf(open.slice(day * SLOTS_A_DAY, (day + 1) * SLOTS_A_DAY)),
  )
  return week.some((spans) => spans.length > 0) ? week : null
}

/** Of each half hour whether the computer was online for most of it; null before anything is known of it. */
function slotsOnline(
  { knownSinceMs, online }: OnlineHistory,
  fromMs: number,
  endMs: number,
): (boolean | null)[] {
  const onlineMs = Array.from({ length: (endMs - fromMs) / SLOT_MS }, () => 0)
  for (const span of online) {
    const [beginMs, overMs] = [Math.max(span.fromMs, fromMs), Math.min(span.toMs, endMs)]
    for (let atMs = beginMs; atMs < overMs;) {
      const slot = Math.floor((atMs - fromMs) / SLOT_MS)
      const nextMs = Math.min(overMs, fromMs + (slot + 1) * SLOT_MS)
      onlineMs[slot] = (onlineMs[slot] ?? 0) + nextMs - atMs
      atMs = nextMs
    }
  }
  return onlineMs.map((ms, slot) => (fromMs + slot * SLOT_MS < knownSinceMs ? null : ms * 2 > SLOT_MS))
}

/** Of each half hour whether at least half of the computers were online; null where none was known. */
function votesOf(computers: readonly (readonly (boolean | null)[])[]): (boolean | null)[] {
  return (computers[0] ?? []).map((_first, slot) => {
    const known = computers.map((slots) => slots[slot] ?? null).filter((one) => one !== null)
    return known.length === 0 ? null : known.filter(Boolean).length * 2 >= known.length
  })
}

/** Of the half hours of a week, from Monday; of those that come several times what most of them say. */
function openCells(votes: readonly (boolean | null)[], cellOfSlot: (slot: number) => number): boolean[] {
  const [open, known] = [new Map<number, number>(), new Map<number, number>()]
  for (const [slot, vote] of votes.entries()) {
    if (vote === null) continue
    const cell = cellOfSlot(slot)
    known.set(cell, (known.get(cell) ?? 0) + 1)
    if (vote) open.set(cell, (open.get(cell) ?? 0) + 1)
  }
  return Array.from(
    { length: 7 * SLOTS_A_DAY },
    (_, cell) => (open.get(cell) ?? 0) * 2 > (known.get(cell) ?? 0),
  )
}

function cellOf(timeZone: string, atMs: number): number {
  const { day, minute } = wallTime(timeZone, new Date(atMs))
  return day * SLOTS_A_DAY + Math.floor(minute / SLOT_MINUTES)
}

/** More than a day may have are joined over the shortest breaks. */
function spansOf(cells: readonly boolean[]): OpenSpan[] {
  const spans: OpenSpan[] = []
  for (const [slot, isOpen] of cells.entries()) {
    if (!isOpen) continue
    const [from, to] = [timeOf(slot * SLOT_MINUTES), timeOf((slot + 1) * SLOT_MINUTES)]
    const last = spans.at(-1)
    if (last?.to === from) spans[spans.length - 1] = { from: last.from, to }
    else spans.push({ from, to })
  }
  while (spans.length > MAX_SPANS) joinShortestBreak(spans)
  return spans
}

function joinShortestBreak(spans: OpenSpan[]): void {
  const breaks = spans.slice(1).map(({ from }, at) => minuteOf(from) - minuteOf(spans[at]?.to ?? from))
  const at = breaks.indexOf(Math.min(...breaks))
  const [first, second] = [spans[at], spans[at + 1]]
  if (first !== undefined && second !== undefined) spans.splice(at, 2, { from: first.from, to: second.to })
}
