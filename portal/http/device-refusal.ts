// A device or its hub refused what staff asked of it: that is an answer, too, and the page around it stays.
import { ProblemError, type ProblemCode } from '@pharmacy-relay/shared/problem.ts'
import type { Reasons } from '@pharmacy-relay/shared/reasons/reason.ts'

export interface DeviceRefusal {
  readonly kind: 'problem'
  readonly code: ProblemCode
  /** Why the device could not do it, a text in English where it gives no code; null when the code of the problem says all. */
  readonly reason: Reasons | string | null
}

/** Throws what concerns the visitor: sign-in, role, and what is gone. */
export function refusalOf(error: unknown): DeviceRefusal {
  if (!(error instanceof ProblemError) || CONCERNS_VISITOR.has(error.code)) throw error
  const { code, message, reason } = error
  const said = reason === null ? message : [reason]
  return { kind: 'problem', code, reason: code === 'state_conflict' ? said : null }
}

const CONCERNS_VISITOR: ReadonlySet<ProblemCode> = new Set([
  'token_missing',
  'token_invalid',
  'role_not_allowed',
  'not_found',
] as const)
