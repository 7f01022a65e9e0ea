// Why a label does not allow what a person asked, in words, and what to do instead.
import { instant } from '@pharmacy-relay/shared/clock.ts'
import { ProblemError } from '@pharmacy-relay/shared/problem.ts'
import { JOB_STATES } from '@pharmacy-relay/shared/print-job.ts'
import type { JobRow, SpoolStore } from '../store/spool-store.ts'

export const ADVICE = {
  answer: 'say first whether it came out: agent answer NUMBER printed|reprint',
  reprint: 'to print it again: agent reprint NUMBER',
  release: 'to print it anyway: agent release NUMBER',
  onlyUnknown: 'only a label that is unknown asks whether it came out',
} as const

/** NUMBER in the advice becomes the label's. */
export function refused(row: JobRow, advice: string): ProblemError {
  const words = `Label ${row.n} is ${JOB_STATES[row.state]} since ${instant(row.changedAtMs)}`
  return new ProblemError('state_conflict', `${words}; ${advice.replace('NUMBER', String(row.n))}`)
}

/** Another computer took it, or may have: only there it can be decided whether it comes out. */
export function isElsewhere({ target, destination }: JobRow): boolean {
  return target !== null && target === destination
}

export function atComputer({ target }: JobRow, what: string): string {
  return `${what} at ${target ?? 'the other computer'}, or print it again here: agent reprint NUMBER`
}

export function cancelAdvice(state: JobRow['state']): string {
  if (state === 'unknown') return ADVICE.answer
  const isUnderWay = state === 'sending' || state === 'accepted' || state === 'waiting_for_printer'
  return isUnderWay
    ? 'it is being sent at this moment and cannot be taken back'
    : 'there is nothing to cancel'
}

export function reprintAdvice(state: JobRow['state']): string {
  if (state === 'held' || state === 'expired') return ADVICE.release
  return state === 'cancelled' ? 'send it again from its program' : 'it has not been printed yet'
}

export function payloadGone({ n }: JobRow): ProblemError {
  const words = `What was on label ${n} is not kept any more: send it again from its program`
  return new ProblemError('state_conflict', words)
}

/** `ref`: number or id. Throws ProblemError not_found. */
export async function findJob(store: Pick<SpoolStore, 'find'>, ref: string): Promise<JobRow> {
  const row = await store.find(ref)
  if (row === null) throw new ProblemError('not_found', `This computer has no label ${ref}. See: agent jobs`)
  return row
}
