// How far an assignment has come: waiting → sent → received → applied | failed. Pure.
import type {
  AssignmentFailure,
  AssignmentStatus,
  ConfigProgress,
} from '@pharmacy-relay/shared/printer-assignment.ts'

/** An assignment's place on its way, as it is stored. */
export interface HeldProgress {
  readonly version: number
  readonly hash: string
  readonly state: AssignmentStatus['state']
  readonly failureCode: AssignmentFailure | null
  readonly failureReason: string | null
}

const STEP = { waiting: 0, sent: 1, received: 2, applied: 3, failed: 3 } as const

/**
 * Where a report takes the assignment; null when nowhere. Reports about another version or hash are late or foreign and
 * say nothing. A step back says nothing either: a device that came back is sent what it has applied already. What failed
 * may be applied later and the other way round, and it may fail for another reason.
 */
export function advance(held: HeldProgress, report: ConfigProgress): HeldProgress | null {
  if (report.version !== held.version || report.hash !== held.hash) return null
  if (report.state === 'other' || STEP[report.state] < STEP[held.state]) return null
  const failureCode = report.state === 'failed' ? report.code : null
  const failureReason = report.state === 'failed' ? report.reason : null
  const isSame =
    report.state === held.state && failureCode === held.failureCode && failureReason === held.failureReason
  return isSame ? null : { ...held, state: report.state, failureCode, failureReason }
}

/** Where all reports take it, one after the other; null when nowhere. */
export function advanceAll(held: HeldProgress, reports: readonly ConfigProgress[]): HeldProgress | null {
  const end = reports.reduce((at, report) => advance(at, report) ?? at, held)
  return end === held ? null : end
}

/** The same as the panel shows it, from a row that an outer join may have left empty. */
export function statusOf(
  row: {
    readonly [K in 'version' | 'state' | 'failureCode' | 'failureReason']: HeldProgress[K] | null
  } & { readonly stateAt: Date | null },
): AssignmentStatus | null {
  const { version, state, stateAt, failureCode, failureReason } = row
  if (version === null || state === null || stateAt === null) return null
  const failure =
    failureCode === null || failureReason === null ? null : { code: failureCode, reason: failureReason }
  return { version, state, at: stateAt.toISOString(), failure }
}
