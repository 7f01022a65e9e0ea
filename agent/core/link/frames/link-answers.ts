// What a receiver answers to a job, and when the same job may be sent again.
import type { Reason } from '@pharmacy-relay/shared/reasons/reason.ts'
import { LINK_REFUSALS, type LinkAnswer, type LinkRefusal } from '@pharmacy-relay/shared/job-link.ts'
import { ProblemError } from '@pharmacy-relay/shared/problem.ts'
import type { Arrived } from '../../spool/rules/forwarding.ts'

/** When the same job may be sent again, unless the spool says when. */
const RETRY_MS: Partial<Readonly<Record<LinkRefusal, number>>> = {
  busy: 500,
  storage: 2_000,
  not_ready: 2_000,
}
const LONGEST_RETRY_MS = 60_000

interface RefusalFacts {
  readonly because?: Reason | null
  readonly retryAfterMs?: number | null
}

export function refusal(
  id: string,
  reason: LinkRefusal,
  { because = null, retryAfterMs: afterMs = null }: RefusalFacts = {},
): LinkAnswer {
  const retryMs = Math.min(afterMs ?? RETRY_MS[reason] ?? 1_000, LONGEST_RETRY_MS)
  const behind = because === null ? [] : [because]
  const retryAfterMs = LINK_REFUSALS[reason] === 'retry' ? retryMs : null
  return { id, outcome: 'refused', reason, because: behind, retryAfterMs }
}

/** The answer to what the spool said. */
export function answerTo(id: string, arrived: Arrived): LinkAnswer {
  if (arrived.outcome === 'conflict') return refusal(id, 'conflict')
  if (arrived.outcome === 'duplicate') return { id, outcome: 'duplicate', now: arrived.now }
  return { id, outcome: 'accepted' }
}

/** The answer when the spool did not take it: never silence. What an unexpected error says stays here. */
export function answerToFault(id: string, error: unknown): LinkAnswer {
  if (!(error instanceof ProblemError)) return refusal(id, 'storage')
  const retryAfterMs = error.retryAfterS === null ? null : error.retryAfterS * 1_000
  const reason = error.code === 'state_conflict' ? 'not_ready' : 'storage'
  return refusal(id, reason, { because: error.reason, retryAfterMs })
}
