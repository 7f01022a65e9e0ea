// How pages, fragments and redirects leave: with the visit's cookies, and never kept by a cache.
import { PROBLEM_CODES, type ProblemError } from '@pharmacy-relay/shared/problem.ts'
import { texts } from '@pharmacy-relay/shared/texts/index.ts'
import { traceIdOf } from '@pharmacy-relay/relay-server/http/problem-replies.ts'
import { formExpiredPage } from '../pages/problem/form-expired-page.tsx'
import { problemPage, type ProblemPageProps } from '../pages/problem/problem-page.tsx'
import type { Visit } from './visit.ts'

/** A page or a fragment. */
export async function sendHtml(visit: Visit, html: string, status = 200): Promise<void> {
  await prepare(visit)
  visit.response.status(status).type('html').send(html)
}

/** See Other: the browser fetches `path` with GET. A fragment's request is told to load the page instead. */
export async function redirect(visit: Visit, path: string): Promise<void> {
  await prepare(visit)
  visit.response.redirect(303, path)
}

/** A failure as a page in words. `reason`: words more exact than those of the code. */
export async function sendProblemPage(
  visit: Visit,
  error: ProblemError,
  reason: ProblemPageProps['reason'] = null,
): Promise<void> {
  const { code, retryAfterS } = error
  const html = problemPage({
    ...{ frame: visit.frame(), code, reason, fields: faultyFields(error), retryAfterS },
    traceId: traceIdOf(visit.response),
  })
  setRetryAfter(visit, error)
  await sendHtml(visit, html, PROBLEM_CODES[code].status)
}

/** 403 in words for a form whose token is not of this session. `path` is the page that the form stands on. */
export async function sendFormExpired(visit: Visit, path: string): Promise<void> {
  await sendHtml(visit, formExpiredPage({ frame: visit.frame(), formPath: path }), 403)
}

/** A failure as a few words, for the place of a fragment. Texts of the catalogue hold no mark-up. */
export async function sendProblemFragment(visit: Visit, error: ProblemError): Promise<void> {
  const t = texts(visit.preferences.language)
  const { title, advice } = t.problems[error.code]
  const next = error.retryAfterS === null ? advice : t.problemPage.retryAfter(error.retryAfterS)
  setRetryAfter(visit, error)
  await sendHtml(visit, `<p role="alert">${title}. ${next}</p>`, PROBLEM_CODES[error.code].status)
}

async function prepare(visit: Visit): Promise<void> {
  const cookies = await visit.cookies()
  if (cookies.length > 0) visit.response.append('Set-Cookie', cookies)
  visit.response.set('Cache-Control', 'no-store')
}

/** Names of the faulty fields, each once. */
function faultyFields(error: ProblemError): string[] {
  return [...new Set(error.errors.map(({ path }) => path.split('.').at(-1) ?? path))].slice(0, 20)
}

/** Tells also programs when a retry makes sense. */
export function setRetryAfter(visit: Visit, error: ProblemError): void {
  if (error.retryAfterS !== null) visit.response.set('Retry-After', String(error.retryAfterS))
}
