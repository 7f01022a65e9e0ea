// What a refusal of the API is on its hub.
import { HubError, type HubCode } from '@pharmacy-relay/shared/hub/request-reply.ts'
import type { ProblemCode } from '@pharmacy-relay/shared/problem.ts'
import { asProblem } from '../../db/database-errors.ts'

const CODES: Partial<Record<ProblemCode, HubCode>> = {
  unavailable: 'UNAVAILABLE',
  not_supported: 'NOT_SUPPORTED',
  state_conflict: 'INVALID',
  invalid: 'INVALID',
}

/** A HubError for what is expected; anything else stays as it is, and is logged. */
export function hubRefusal(error: unknown): unknown {
  if (error instanceof HubError) return error
  const problem = asProblem(error)
  const code = problem === null ? undefined : CODES[problem.code]
  if (problem === null || code === undefined) return error
  const retryAfterMs = problem.retryAfterS === null ? null : problem.retryAfterS * 1_000
  return new HubError(code, problem.reason ?? problem.message, { cause: error, retryAfterMs })
}
