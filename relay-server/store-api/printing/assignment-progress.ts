// How far an assignment has come: waiting → sent → received → applied | failed. Pure.
import { isDeepStrictEqual } from 'node:util'
import type {
  AssignmentFault,
  AssignmentStatus,
  ConfigProgress,
} from '@pharmacy-relay/shared/printer-assignment.ts'

/** An assignment's place on its way, as it is stored. */
export interface HeldProgress {
  readonly version: number
  readonly hash: string
  readonly state: AssignmentStatus['state']
  readonly failure: AssignmentFault | null
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
  const failure = report.state === 'failed' ? failureOf(report) : null
  const isSame = report.state === held.state && isDeepStrictEqual(failure, held.failure)
  return isSame ? null : { ...held, state: report.state, failure }
}

function failureOf({ code, reason, reasons }: AssignmentFault): AssignmentFault {
  return reasons === undefined ? { code, reason } : { code, reason, reasons }
}

/** Where all reports take it, one after the other; null when nowhere. */
export function advanceAll(held: HeldProgress, reports: readonly ConfigProgress[]): HeldProgress | null {
  const end = reports.reduce((at, report) => advance(at, report) ?? at, held)
  return end === held ? null : end
}

/** The same as the panel shows it, from a row that an outer join may have left empty. */
export function statusOf(
  row: {
    readonly [K in 'version' | 'state' | 'failure']: HeldProgress[K] | null
  } & { readonly stateAt: Date | null },
): AssignmentStatus | null {
  const { version, state, stateAt, failure } = row
  if (version === null || state === null || stateAt === null) return null
  return { version, state, at: stateAt.toISOString(), failure }
}
