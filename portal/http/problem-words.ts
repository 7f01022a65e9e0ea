// What went wrong as a sentence: the reason where there is one, else what its code stands for.
import type { ProblemError } from '@pharmacy-relay/shared/problem.ts'
import { reasonSentence } from '@pharmacy-relay/shared/reasons/reason-text.ts'
import type { Texts } from '@pharmacy-relay/shared/texts/index.ts'

/** In the reader's language; for the place of a form that was refused. */
export function problemWords({ code, reason, retryAfterS }: ProblemError, t: Texts): string {
  if (reason !== null) return `${reasonSentence([reason], t)}.`
  const { title, advice } = t.problems[code]
  return `${title}. ${retryAfterS === null ? advice : t.problemPage.retryAfter(retryAfterS)}`
}
