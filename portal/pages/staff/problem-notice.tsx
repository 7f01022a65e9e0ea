// What refused a change of a user, in words: the API's reason where it gave one.
import { PROBLEM_CODES, type ProblemCode, type ProblemError } from '@pharmacy-relay/shared/problem.ts'
import { reasonSentence } from '@pharmacy-relay/shared/reasons/reason-text.ts'
import type { Texts } from '@pharmacy-relay/shared/texts/index.ts'
import { Notice } from '../../views/notice.tsx'

/** Refusals after which the page is shown again, with the words on it; others have pages of their own. */
const IN_PLACE: ReadonlySet<ProblemCode> = new Set([
  'state_conflict',
  'rate_limited',
  'not_supported',
  'invalid',
])

export function isShownInPlace({ code }: ProblemError): boolean {
  return IN_PLACE.has(code) || PROBLEM_CODES[code].status === 503
}

export function ProblemNotice({ problem, t }: { readonly problem: ProblemError; readonly t: Texts }) {
  return <Notice kind="fault">{problemText(problem, t)}</Notice>
}

function problemText({ code, reason, retryAfterS }: ProblemError, t: Texts): string {
  if (reason !== null) return `${reasonSentence([reason], t)}.`
  const { title, advice } = t.problems[code]
  return `${title}. ${retryAfterS === null ? advice : t.problemPage.retryAfter(retryAfterS)}`
}
