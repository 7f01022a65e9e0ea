// What a receiver answers to a job, with the words that people read.
import {
  LINK_REFUSALS,
  type LinkAnswer,
  type LinkRefusal,
  type RemoteState,
} from '@pharmacy-relay/shared/job-link.ts'
import { ProblemError } from '@pharmacy-relay/shared/problem.ts'
import type { Arrived } from '../spool/forwarding.ts'

const REFUSAL_WORDS: Readonly<Record<LinkRefusal, string>> = {
  size: 'The label is larger than the computer with the printer takes, or not as long as was announced.',
  hash: 'The label did not arrive as it was sent. Print it again from its program.',
  conflict: 'Another label was sent under the same number before. Print it again from its program.',
  expired: 'The label was too old when it reached the computer with the printer.',
  busy: 'The computer with the printer has too much to do at the moment.',
  storage: 'The computer with the printer could not keep the label.',
  not_ready: 'The computer with the printer is starting or stopping, or has no printer at the moment.',
}
/** When the same job may be sent again, unless the spool says when. */
const RETRY_MS: Partial<Readonly<Record<LinkRefusal, number>>> = {
  busy: 500,
  storage: 2_000,
  not_ready: 2_000,
}
const LONGEST_RETRY_MS = 60_000
/** RemoteState's limit. */
const MAX_WORDS = 500

export function refusal(
  id: string,
  reason: LinkRefusal,
  from: { readonly words?: string; readonly retryAfterMs?: number | null } = {},
): LinkAnswer {
  const retryMs = Math.min(from.retryAfterMs ?? RETRY_MS[reason] ?? 1_000, LONGEST_RETRY_MS)
  const words = (from.words ?? REFUSAL_WORDS[reason]).slice(0, MAX_WORDS)
  const retryAfterMs = LINK_REFUSALS[reason] === 'retry' ? retryMs : null
  return { id, outcome: 'refused', reason, words, retryAfterMs }
}

/** The answer to what the spool said. */
export function answerTo(id: string, arrived: Arrived): LinkAnswer {
  if (arrived.outcome === 'conflict') return refusal(id, 'conflict')
  if (arrived.outcome === 'duplicate') return { id, outcome: 'duplicate', now: fitting(arrived.now) }
  return { id, outcome: 'accepted' }
}

/** The answer when the spool did not take it: never silence. Words of unexpected errors stay here. */
export function answerToFault(id: string, error: unknown): LinkAnswer {
  if (!(error instanceof ProblemError)) return refusal(id, 'storage')
  const retryAfterMs = error.retryAfterS === null ? null : error.retryAfterS * 1_000
  const reason = error.code === 'state_conflict' ? 'not_ready' : 'storage'
  return refusal(id, reason, { words: error.message, retryAfterMs })
}

/** Words that are too long would end the link. */
export function fitting(now: RemoteState): RemoteState {
  return { ...now, words: now.words.slice(0, MAX_WORDS) }
}
