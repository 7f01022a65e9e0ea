// How pages, fragments and redirects leave: with the visit's cookies, and never kept by a cache.
import { PROBLEM_CODES, type ProblemError } from '@pharmacy-relay/shared/problem.ts'
import { texts } from '@pharmacy-relay/shared/texts/index.ts'
import { traceIdOf } from '@pharmacy-relay/relay-server/http/problem-replies.ts'
import { formExpiredPage } from '../pages/problem/form-expired-page.tsx'
import { problemPage } from '../pages/problem/problem-page.tsx'
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

/** A failure as a page in words. */
export async function sendProblemPage(visit: Visit, error: ProblemError): Promise<void> {
  const { code, retryAfterS } = error
  const frame = visit.frame()
  const html = problemPage({
    frame,
    code,
    detail: detailOf(error),
    traceId: traceIdOf(visit.response),
    retryAfterS,
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
  const { title, advice } = texts(visit.preferences.language).problems[error.code]
  setRetryAfter(visit, error)
  await sendHtml(visit, `<p role="alert">${title}. ${advice}</p>`, PROBLEM_CODES[error.code].status)
}

async function prepare(visit: Visit): Promise<void> {
  const cookies = await visit.cookies()
  if (cookies.length > 0) visit.response.append('Set-Cookie', cookies)
  visit.response.set('Cache-Control', 'no-store')
}

/** What went wrong in detail: the faulty fields, or what the API said; server faults are told by their reference. */
function detailOf(error: ProblemError): string | null {
  if (PROBLEM_CODES[error.code].status >= 500) return null
  const faults = error.errors.map((fault) => `${fault.path.split('.').at(-1)}: ${fault.message}`)
  return (faults.length > 0 ? faults.join('; ') : error.message).slice(0, 500)
}

/** Tells also programs when a retry makes sense. */
export function setRetryAfter(visit: Visit, error: ProblemError): void {
  if (error.retryAfterS !== null) visit.response.set('Retry-After', String(error.retryAfterS))
}
