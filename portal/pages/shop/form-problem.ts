// What refused a form, in words: those of the form where it has some, else those of every page. Pure but for the wait it tells.
import { PROBLEM_CODES, ProblemError, type ProblemCode } from '@pharmacy-relay/shared/problem.ts'
import { texts, type Texts } from '@pharmacy-relay/shared/texts/index.ts'
import { setRetryAfter } from '../../http/replies.ts'
import type { RequestContext } from '../../http/request-context.ts'

/** A form that comes back: why, in words, and which of its fields are faulty. */
export interface RefusedForm {
  readonly code: ProblemCode
  /** Null: the marked fields say it. */
  readonly words: string | null
  readonly faults: ReadonlySet<string>
}

/** What is worth keeping the entries for; all else has a page of its own. */
const KEPT: ReadonlySet<ProblemCode> = new Set([
  'invalid',
  'state_conflict',
  'version_stale',
  'rate_limited',
  'unavailable',
  'upstream_unavailable',
  'upstream_timeout',
])

/** Throws what the form cannot say. `words`: what a code means here. */
export function refusedForm(
  context: RequestContext,
  error: unknown,
  words: (t: Texts) => Partial<Record<ProblemCode, string>>,
): RefusedForm {
  if (!(error instanceof ProblemError) || !KEPT.has(error.code)) throw error
  const t = texts(context.preferences.language)
  setRetryAfter(context, error)
  const faults = new Set(error.errors.map(({ path }) => path.split('.').at(-1) ?? path))
  const own = error.code === 'version_stale' ? t.shop.frame.stale : words(t)[error.code]
  if (faults.size > 0 && error.code !== 'version_stale') return { code: error.code, words: null, faults }
  return { code: error.code, words: own ?? commonWords(error, t), faults }
}

/** Fields that are no such values, before anything was asked. */
export function faultyForm(faults: ReadonlySet<string>): RefusedForm {
  return { code: 'invalid', words: null, faults }
}

export function statusOf(refused: RefusedForm | null): number {
  return refused === null ? 200 : PROBLEM_CODES[refused.code].status
}

function commonWords({ code, retryAfterS }: ProblemError, t: Texts): string {
  const { title, advice } = t.problems[code]
  return `${title}. ${retryAfterS === null ? advice : t.problemPage.retryAfter(retryAfterS)}`
}
