// How pages, fragments and redirects leave: with the request's cookies, and never kept by a cache.
import { PROBLEM_CODES, type ProblemError } from '@pharmacy-relay/shared/problem.ts'
import { texts } from '@pharmacy-relay/shared/texts/index.ts'
import { traceIdOf } from '@pharmacy-relay/relay-server/http/problem-replies.ts'
import { customerPath } from '../views/paths.ts'
import type { PageNotice } from '../views/page-notices.ts'
import { formExpiredPage } from './form-expired-page.tsx'
import { problemPage, type ProblemPageProps } from './problem-page.tsx'
import type { RequestContext } from './request-context.ts'

/** A page or a fragment. */
export async function sendHtml(context: RequestContext, html: string, status = 200): Promise<void> {
  await prepare(context)
  context.response.status(status).type('html').send(html)
}

/** A file: browsers show it where they can, and keep it under its name. `name`: letters, digits, hyphens and points. */
export async function sendFile(
  context: RequestContext,
  file: { readonly bytes: Uint8Array; readonly mediaType: string; readonly name: string },
): Promise<void> {
  await prepare(context)
  const { response } = context
  response.set('Content-Disposition', `inline; filename="${file.name}"`)
  response.type(file.mediaType).send(Buffer.from(file.bytes))
}

/**
 * A file of somebody else: kept by the browser and never opened by it as a page of ours, whatever it holds. The name may have any
 * letters (RFC 6266).
 */
export async function sendDownload(
  context: RequestContext,
  file: { readonly bytes: Uint8Array; readonly mediaType: string; readonly name: string },
): Promise<void> {
  await prepare(context)
  const { response } = context
  const plain = file.name.replaceAll(/[^\w.-]/g, '_')
  const encoded = encodeURIComponent(file.name).replaceAll("'", '%27')
  response.set('Content-Disposition', `attachment; filename="${plain}"; filename*=UTF-8''${encoded}`)
  response.set('Content-Security-Policy', "default-src 'none'; sandbox")
  response.set('X-Content-Type-Options', 'nosniff')
  response.type(file.mediaType).send(Buffer.from(file.bytes))
}

/** Facts for the browser script. */
export async function sendJson(context: RequestContext, facts: object): Promise<void> {
  await prepare(context)
  context.response.json(facts)
}

/** 204: it was heard, and there is nothing to show. */
export async function sendNothing(context: RequestContext): Promise<void> {
  await prepare(context)
  context.response.status(204).end()
}

/** See Other: the browser fetches `path` with GET. A fragment's request is told to load the page instead. */
export async function redirect(context: RequestContext, path: string): Promise<void> {
  await prepare(context)
  context.response.redirect(303, path)
}

/** See Other, to a page that says once what was done: by the word of one of its notices. */
export async function redirectWithNotice(context: RequestContext, path: string, word: string): Promise<void> {
  context.leaveNotice({ word, path: path.replace(/[?#].*$/, '') })
  await redirect(context, path)
}

/** The page of a pharmacy, which says once what was done. */
export async function redirectToPharmacy(
  context: RequestContext,
  storeId: string,
  notice: PageNotice,
): Promise<void> {
  await redirectWithNotice(context, customerPath(storeId), notice)
}

/** A failure as a page in words. `reason`: words more exact than those of the code. */
export async function sendProblemPage(
  context: RequestContext,
  error: ProblemError,
  reason: ProblemPageProps['reason'] = null,
): Promise<void> {
  const { code, retryAfterS } = error
  const html = problemPage({
    frame: context.frame(),
    code,
    reason,
    fields: faultyFields(error),
    retryAfterS,
    traceId: traceIdOf(context.response),
  })
  setRetryAfter(context, error)
  await sendHtml(context, html, PROBLEM_CODES[code].status)
}

/** 403 in words for a form whose token is not of this session. `path` is the page that the form stands on. */
export async function sendFormExpired(context: RequestContext, path: string): Promise<void> {
  await sendHtml(context, formExpiredPage({ frame: context.frame(), formPath: path }), 403)
}

/** A failure as a few words, for the place of a fragment. Texts of the catalogue hold no mark-up. */
export async function sendProblemFragment(context: RequestContext, error: ProblemError): Promise<void> {
  const t = texts(context.preferences.language)
  const { title, advice } = t.problems[error.code]
  const next = error.retryAfterS === null ? advice : t.problemPage.retryAfter(error.retryAfterS)
  setRetryAfter(context, error)
  await sendHtml(context, `<p role="alert">${title}. ${next}</p>`, PROBLEM_CODES[error.code].status)
}

/** Cookies and caching, before the first byte. */
export async function prepare(context: RequestContext): Promise<void> {
  const cookies = await context.cookies()
  if (cookies.length > 0) context.response.append('Set-Cookie', cookies)
  context.response.set('Cache-Control', 'no-store')
}

/** Names of the faulty fields, each once. */
function faultyFields(error: ProblemError): string[] {
  return [...new Set(error.errors.map(({ path }) => path.split('.').at(-1) ?? path))].slice(0, 20)
}

/** Tells also programs when a retry makes sense. */
export function setRetryAfter(context: RequestContext, error: ProblemError): void {
  if (error.retryAfterS !== null) context.response.set('Retry-After', String(error.retryAfterS))
}
