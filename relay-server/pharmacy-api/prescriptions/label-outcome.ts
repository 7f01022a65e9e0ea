// What a job reports of a label: what is taken, what is known already, what would lead backwards; pure.
import type { LabelOutcome, LabelState } from '@pharmacy-relay/shared/api/pharmacy/prescriptions.ts'
import { sameReasons, type Reason, type Reasons } from '@pharmacy-relay/shared/reasons/reason.ts'
import type { Evidence } from '@pharmacy-relay/shared/print-job.ts'
import type { ReasonCode } from '@pharmacy-relay/shared/reasons/reason-codes.ts'

/**
 * A later rank is never left for an earlier one. An expired or held job may still be printed; an unknown one is answered by a
 * person; the last three are ends.
 */
const RANKS: Readonly<Record<LabelState, number>> = {
  requested: 0,
  other: 0,
  accepted: 1,
  forwarded: 1,
  waiting_for_printer: 1,
  held: 1,
  expired: 1,
  sending: 1,
  sent_to_printer: 2,
  unknown: 2,
  printed: 3,
  failed: 3,
  cancelled: 3,
}
const END = 3
const EVIDENCE: readonly (Evidence | null)[] = [null, 'L0', 'L1', 'L2', 'L3', 'L4']

/** States after which a reprint, a job of its own, may take the label over. */
const OFF_PAPER: ReadonlySet<LabelState> = new Set(['unknown', 'failed', 'expired', 'cancelled'])
/** Its bytes left for the printer; printers without evidence say no more. */
const ON_PAPER: ReadonlySet<LabelState> = new Set(['sent_to_printer', 'printed'])

export interface KnownLabel {
  readonly jobId: string | null
  readonly state: LabelState
  readonly evidence: Evidence | null
  readonly reasons: Reasons
  readonly changedAt: Date
}

/** `known`: told once more, nothing changes. Else why it is not taken. */
export type OutcomeVerdict =
  | 'taken'
  | 'known'
  | Extract<ReasonCode, 'label_of_other_job' | 'label_goes_backwards'>

export function judgeOutcome(label: KnownLabel, outcome: LabelOutcome): OutcomeVerdict {
  if (label.jobId === null) return 'taken'
  if (label.jobId !== outcome.jobId) return OFF_PAPER.has(label.state) ? 'taken' : 'label_of_other_job'
  if (label.state === outcome.state) return judgeEvidence(label, outcome)
  const [before, after] = [RANKS[label.state], RANKS[outcome.state]]
  if (after < before || before === END) return 'label_goes_backwards'
  // Within a rank a job goes to and fro, as with a printer that is gone before it took a byte: what happened later counts.
  const isEarlier = Date.parse(outcome.at) < label.changedAt.getTime()
  return after === before && isEarlier ? 'label_goes_backwards' : 'taken'
}

function judgeEvidence(label: KnownLabel, outcome: LabelOutcome): OutcomeVerdict {
  const more = EVIDENCE.indexOf(outcome.evidence) - EVIDENCE.indexOf(label.evidence)
  if (more === 0) return isSaidOtherwise(label, outcome) ? 'taken' : 'known'
  return more > 0 ? 'taken' : 'label_goes_backwards'
}

/** The same state for another reason: paper came, and now its cover is open. */
function isSaidOtherwise({ reasons, changedAt }: KnownLabel, outcome: LabelOutcome): boolean {
  const isLater = Date.parse(outcome.at) >= changedAt.getTime()
  return (
    isLater &&
    outcome.reasons !== undefined &&
    !sameReasons(reasons.map(inOrder), outcome.reasons.map(inOrder))
  )
}

/** The database keeps no order of fields. */
function inOrder({ code, params, detail }: Reason): Reason {
  const sorted = Object.entries(params).toSorted(([one], [other]) => (one < other ? -1 : 1))
  return { code, params: Object.fromEntries(sorted), detail }
}

export function isOnPaper(state: LabelState): boolean {
  return ON_PAPER.has(state)
}
