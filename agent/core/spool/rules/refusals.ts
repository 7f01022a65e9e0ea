// Why a label does not allow what a person asked, in words, and what to do instead.
import { instant } from '@pharmacy-relay/shared/clock.ts'
import { writtenNumber } from '@pharmacy-relay/shared/labels/label-number.ts'
import { ProblemError } from '@pharmacy-relay/shared/problem.ts'
import { reason } from '@pharmacy-relay/shared/reasons/make-reason.ts'
import type { ReasonCode } from '@pharmacy-relay/shared/reasons/reason-codes.ts'
import type { Reason } from '@pharmacy-relay/shared/reasons/reason.ts'
import { JOB_STATES } from '@pharmacy-relay/shared/print-job.ts'
import type { JobRow, SpoolStore } from '../store/spool-store.ts'

/** In English, for the command line; NUMBER becomes the label's. */
const ADVICE = {
  label_answer_first: 'say first whether it came out: agent answer NUMBER printed|reprint',
  label_reprint_instead: 'to print it again: agent reprint NUMBER',
  label_release_instead: 'to print it anyway: agent release NUMBER',
  label_not_asked: 'only a label that is unknown asks whether it came out',
  label_being_sent: 'it is being sent at this moment and cannot be taken back',
  label_over: 'there is nothing to cancel',
  label_send_again: 'send it again from its program',
  label_not_printed_yet: 'it has not been printed yet',
} as const

export function refused(row: JobRow, code: keyof typeof ADVICE): ProblemError {
  return refusal(row, reason(code, { label: row.number }), ADVICE[code])
}

/** `what`: that is to be done there. */
export function refusedElsewhere(row: JobRow, what: 'cancel it' | 'print it'): ProblemError {
  const computer = row.target ?? 'the other computer'
  const advice = `${what} at ${computer}, or print it again here: agent reprint NUMBER`
  return refusal(row, reason('label_elsewhere', { label: row.number, computer }), advice)
}

function refusal(row: JobRow, why: Reason, advice: string): ProblemError {
  const text = `Label ${row.number} is ${JOB_STATES[row.state]} since ${instant(row.changedAtMs)}`
  const detail = `${text}; ${advice.replace('NUMBER', row.number)}`
  return new ProblemError('state_conflict', { ...why, detail })
}

/** Another computer took it, or may have: only there it can be decided whether it comes out. */
export function isElsewhere({ target, destination }: JobRow): boolean {
  return target !== null && target === destination
}

export function notCancelled(row: JobRow): ProblemError {
  if (isElsewhere(row)) return refusedElsewhere(row, 'cancel it')
  if (row.state === 'unknown') return refused(row, 'label_answer_first')
  const isUnderWay = ['sending', 'accepted', 'waiting_for_printer'].includes(row.state)
  return refused(row, isUnderWay ? 'label_being_sent' : 'label_over')
}

export function notReprinted(row: JobRow): ProblemError {
  if (row.state === 'held' || row.state === 'expired') return refused(row, 'label_release_instead')
  return refused(row, row.state === 'cancelled' ? 'label_send_again' : 'label_not_printed_yet')
}

export function reprintedSoFar({ number }: JobRow, times: number): ProblemError {
  return new ProblemError('state_conflict', reason('label_reprinted', { label: number, times }))
}

export function payloadGone({ number }: JobRow): ProblemError {
  const detail = `What was on label ${number} is not kept any more: send it again from its program`
  return new ProblemError('state_conflict', { ...reason('content_gone', {}), detail })
}

/** Somebody answered already, and what counts is told; what the label says for itself where nobody did. */
export function answeredThere(row: JobRow): ProblemError {
  const { number, state, reasons, target } = row
  const computer = reasons.find(({ code }) => SAID_THERE.includes(code))?.params['computer'] ?? null
  if (!row.isAnswered || typeof computer !== 'string')
    return target === null
      ? refused(row, 'label_not_asked')
      : conflict(reason('label_known_there', { label: number, computer: target }))
  const again = reasons.map(({ params }) => params['label']).find((label) => typeof label === 'string')
  if (state === 'failed' && typeof again === 'string')
    return conflict(reason('label_answered_no', { label: number, computer, again }))
  return state === 'failed' || state === 'cancelled'
    ? refused(row, 'label_not_asked')
    : conflict(reason('label_answered_yes', { label: number, computer }))
}

/** It waits for an answer, or for its answer to be heard; its own reasons say why. */
export function stillAsked(row: JobRow): ProblemError {
  const [first, second] = row.reasons
  const why = first?.code === 'at_computer' ? (second ?? first) : first
  return why === undefined ? refused(row, 'label_not_asked') : conflict(why)
}

function conflict(why: Reason): ProblemError {
  return new ProblemError('state_conflict', why)
}

/** By somebody at the computer that they name. */
const SAID_THERE: readonly string[] = [
  'at_computer',
  'seen_out_by',
  'printed_again_by',
] satisfies ReasonCode[]

/** `ref`: number or id. Throws ProblemError not_found. */
export async function findJob(store: Pick<SpoolStore, 'find'>, ref: string): Promise<JobRow> {
  const row = await store.find(ref)
  if (row !== null) return row
  const named = writtenNumber(ref) ?? ref
  throw new ProblemError('not_found', `This computer has no label ${named}. See: agent jobs`)
}
