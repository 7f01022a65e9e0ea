// What a person said of an unknown label, at one of two computers: which of them decides, and what the other one keeps.
//
//   Client: answer ─▶ pending, on the disk ══QUERY══▶ PrinterComputer: decides while the label is unknown there
//           label as it is there, or still pending ◀══STATE══ as it then stands
import type { PersonAnswer, RemoteState } from '@pharmacy-relay/shared/job-link.ts'
import { reason } from '@pharmacy-relay/shared/reasons/make-reason.ts'
import { hasReason, MAX_REASONS, sameReasons, type Reason } from '@pharmacy-relay/shared/reasons/reason.ts'
import type { JobChange, JobRow } from '../store/spool-store.ts'
import { EXPIRY_MS } from './expiry.ts'
import { isAllowedByWord } from './job-states.ts'
import { changeByNews, changeOf } from './remote-state.ts'
import { routeTo, type Route } from './route.ts'

/** `here`: nobody else has the label. `gone`: whoever has it cannot be told any more. `there`: the other computer decides. */
export type AnswerPlace = 'here' | 'gone' | 'there'

/** A computer that nothing goes to at the moment may get labels again. */
export function answerPlace({ target }: Pick<JobRow, 'target'>, route: Route): AnswerPlace {
  if (target === null) return 'here'
  if (route.kind === 'none') return 'there'
  return routeTo(route, target) === null ? 'gone' : 'there'
}

/** Kept before the other computer is asked. What came out needs nothing more; a reprint is made there alone, at once. */
export function pendingChange({ target }: JobRow, answer: PersonAnswer): JobChange {
  const computer = target ?? ''
  return answer === 'came_out'
    ? { state: 'sent_to_printer', code: null, pendingAnswer: answer, reasons: [seen(null)] }
    : { state: 'unknown', pendingAnswer: answer, reasons: [reason('answer_waits', { computer })] }
}

/** `by`: the computer at which somebody said so; null: this one. */
export function seen(by: string | null): Reason {
  return by === null ? reason('seen_out', {}) : reason('seen_out_by', { computer: by })
}

export function printedAgain(by: string | null, label: string): Reason {
  return by === null
    ? reason('printed_again', { label })
    : reason('printed_again_by', { computer: by, label })
}

/** No counts, here, and its reprint is being made. */
export function isPrintedAgain({ pendingAnswer, reasons }: JobRow): boolean {
  if (pendingAnswer !== 'did_not_come_out') return false
  return hasReason(reasons, 'printed_again') || hasReason(reasons, 'printed_again_by')
}

/** No waits to be heard, and the label was found after all: whichever of the two is heard first counts. */
export function isTakenBack(row: JobRow, answer: PersonAnswer): boolean {
  return answer === 'came_out' && row.pendingAnswer === 'did_not_come_out' && !isPrintedAgain(row)
}

/** Wall clock until which No of a label that another computer has may be told; null: nothing such waits. */
export function toldUntilMs(row: JobRow): number | null {
  const waits = row.pendingAnswer === 'did_not_come_out' && !isPrintedAgain(row)
  return waits ? row.changedAtMs + EXPIRY_MS : null
}

/**
 * Of No that is late by the wall clock; null: nothing changes. That computer may have heard it: what it says then counts. A
 * clock that was set makes a person be asked once more at worst, or a No wait longer.
 */
export function changeByAge(row: JobRow, nowMs: number): JobChange | null {
  const untilMs = toldUntilMs(row)
  if (row.target === null || untilMs === null || nowMs < untilMs) return null
  const reasons = [reason('answer_too_old', { computer: row.target, after: EXPIRY_MS / 1_000 })]
  return { state: 'unknown', reasons, pendingAnswer: null }
}

/** The label stands as a person here said. */
export function isAsSaid({ state, isAnswered }: JobRow, answer: PersonAnswer): boolean {
  if (answer === 'came_out') return state === 'sent_to_printer' || state === 'printed'
  return state === 'failed' && isAnswered
}

/**
 * What the word of the computer that has the label changes here; null: nothing. A person's answer that counts there wins over
 * everything. `isReply`: it was told what a person here said, and knows better when the label is not unknown there.
 */
export function changeByWord(row: JobRow, now: RemoteState, isReply: boolean): JobChange | null {
  if (row.target === null) return null
  if (now.isAnswered === true) return changeByAnswer(row, now, row.target)
  if (!isReply || row.pendingAnswer === null) return changeByNews(row, now)
  if (now.state === 'not_known' || now.state === 'other') return null
  if (now.state === 'unknown') return changeByNoAnswer(row, now, row.target)
  const change = changeOf(row, now, row.target)
  return change === null ? null : allowed(row, { ...change, pendingAnswer: null })
}

function changeByAnswer(row: JobRow, now: RemoteState, computer: string): JobChange | null {
  const change = changeOf(row, now, computer)
  if (row.isAnswered && row.pendingAnswer === null && row.state === change?.state) return null
  if (change === null) return null
  const isOwn = row.pendingAnswer !== null && row.state === change.state
  const reasons = isOwn
    ? [seen(null)]
    : hasReason(now.reasons, 'seen_out')
      ? [seen(computer)]
      : change.reasons
  return allowed(row, { ...change, reasons, isAnswer: true, pendingAnswer: null })
}

/** It says why it could not do what was said, or is of a version that does not hear answers. */
function changeByNoAnswer(row: JobRow, now: RemoteState, computer: string): JobChange | null {
  const { pendingAnswer } = row
  if (now.isRefused === true) {
    if (pendingAnswer === 'came_out') return null
    const reasons = [reason('at_computer', { computer }), ...now.reasons].slice(0, MAX_REASONS)
    return { state: 'unknown', reasons, pendingAnswer: null }
  }
  const older = reason('answer_not_heard', { computer })
  const reasons = pendingAnswer === 'came_out' ? [seen(null), older] : [older]
  return sameReasons(reasons, row.reasons) ? null : { state: row.state, reasons }
}

function allowed(row: JobRow, change: JobChange): JobChange | null {
  return isAllowedByWord(row.state, change.state) ? change : null
}

/**
 * Of a pending answer whose computer does not get the labels of this one any more; null: nothing changes. It may have heard
 * of it: nothing is printed again by itself, and a person is asked again. What came out is told when it is back.
 */
export function changeByMove(row: JobRow, route: Route): JobChange | null {
  const { target, pendingAnswer } = row
  if (target === null || pendingAnswer === null || isPrintedAgain(row)) return null
  if (answerPlace(row, route) !== 'gone') return null
  if (pendingAnswer === 'did_not_come_out')
    return {
      state: 'unknown',
      reasons: [reason('gone_elsewhere', { computer: target })],
      pendingAnswer: null,
    }
  const reasons = [seen(null), notTold(target)]
  return sameReasons(reasons, row.reasons) ? null : { state: row.state, reasons }
}

export function notTold(computer: string): Reason {
  return reason('answer_not_told', { computer })
}
