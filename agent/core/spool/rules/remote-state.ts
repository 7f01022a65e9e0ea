// What a computer tells of a label that came from another one, and what that means where it came from.
//
//   PrinterComputer: row ─▶ RemoteState ══STATE══▶ Client: forwarded, with why it waits there; or its end, as it is there
import { MAX_REASONS, sameReasons, type Reason, type Reasons } from '@pharmacy-relay/shared/reasons/reason.ts'
import { reason } from '@pharmacy-relay/shared/reasons/make-reason.ts'
import type { RemoteState } from '@pharmacy-relay/shared/job-link.ts'
import { nextCount, reprintId } from './derived-id.ts'
import { isAllowedByNews } from './job-states.ts'
import type { JobChange, JobRow } from '../store/spool-store.ts'

/** So that it fits into a frame of the link, whatever the names are written in. */
const TOLD = { reasons: 4, detail: 120 }

export const NOT_KNOWN: RemoteState = { state: 'not_known', reasons: [], evidence: null }

export function remoteStateOf(row: JobRow): RemoteState {
  const { state, reasons, evidence } = row
  return { state, evidence, reasons: toldReasons(reasons), ...answerOf(row) }
}

/** As many and as long as fit. */
export function toldReasons(reasons: Reasons): Reason[] {
  const told = reasons.slice(0, TOLD.reasons)
  return told.map((one) => ({ ...one, detail: one.detail.slice(0, TOLD.detail) }))
}

/** Of a label that nobody has to answer there is nothing to tell. */
function answerOf(row: JobRow): Pick<RemoteState, 'isAnswered' | 'reprint'> {
  if (!row.isAnswered) return {}
  return row.state === 'failed'
    ? { isAnswered: true, reprint: reprintId(row, nextCount(row)) }
    : { isAnswered: true }
}

/**
 * Null when it changes nothing: it does not fit, says what is known, or a person said what became of the label. What a
 * person at that computer said is no such news: answers.ts.
 */
export function changeByNews(row: JobRow, now: RemoteState): JobChange | null {
  if (row.target === null || row.isAnswered || row.pendingAnswer !== null) return null
  const change = changeOf(row, now, row.target)
  if (change === null || !isAllowedByNews(row.state, change.state)) return null
  return change.state === row.state && sameReasons(change.reasons, row.reasons) ? null : change
}

/** The label here, as it is there; that this is at a standby printer stays said. */
export function changeOf(row: JobRow, now: RemoteState, computer: string): JobChange | null {
  const change = changeThere(row, now, computer)
  const standby = row.reasons.find(({ code }) => code === 'at_standby')
  if (change === null || standby === undefined) return change
  const reasons = (change.reasons ?? []).filter(({ code }) => code !== 'at_standby')
  return { ...change, reasons: [...reasons.slice(0, MAX_REASONS - 1), standby] }
}

function changeThere(row: JobRow, now: RemoteState, computer: string): JobChange | null {
  const { reasons: said, evidence } = now
  const reasons = said.length === 0 ? [] : behind(reason('at_computer', { computer }), said)
  switch (now.state) {
    case 'not_known':
      // A label in doubt may still be on its way there.
      return row.state === 'forwarded'
        ? { state: 'unknown', reasons: [reason('not_known_there', { computer })], code: 'not_known' }
        : null
    case 'accepted':
    case 'sending':
      return { state: 'forwarded', reasons, code: null }
    // `other`, of a later version, may be no end: what is known there comes with a later word.
    case 'other':
    case 'waiting_for_printer':
    case 'held':
    case 'forwarded':
      return { state: 'forwarded', reasons: behind(reason(THERE[now.state], { computer }), said) }
    case 'sent_to_printer':
    case 'printed':
      return { state: now.state, reasons, evidence, code: null }
    default:
      return {
        state: now.state,
        // What nobody wants any more is not kept.
        dropPayload: now.state === 'cancelled',
        reasons: reasons.length === 0 ? [reason('says_so', { computer })] : reasons,
        evidence,
      }
  }
}

const THERE = {
  other: 'at_computer',
  waiting_for_printer: 'waits_there',
  held: 'held_there',
  forwarded: 'forwarded_there',
} as const

function behind(first: Reason, said: Reasons): Reasons {
  return [first, ...said].slice(0, MAX_REASONS)
}
