// A device or its hub refused what staff asked of it: that is an answer, too, and the page around it stays.
import { ProblemError, type ProblemCode } from '@pharmacy-relay/shared/problem.ts'

export interface DeviceRefusal {
  readonly kind: 'problem'
  readonly code: ProblemCode
  /** In English: why the device could not do it; null when the code says all. */
  readonly reason: string | null
}

/** Throws what concerns the visitor: sign-in, role, and what is gone. */
export function refusalOf(error: unknown): DeviceRefusal {
  if (!(error instanceof ProblemError) || CONCERNS_VISITOR.has(error.code)) throw error
  return { kind: 'problem', code: error.code, reason: error.code === 'state_conflict' ? error.message : null }
}

const CONCERNS_VISITOR: ReadonlySet<ProblemCode> = new Set([
  'token_missing',
  'token_invalid',
  'role_not_allowed',
  'not_found',
] as const)
