// What went wrong, as a page in words: the last step of every request that failed, and of forms that are not ours.
import type { ErrorRequestHandler, RequestHandler } from 'express'
import type { Logger } from '@pharmacy-relay/shared/logger.ts'
import { PROBLEM_CODES, ProblemError } from '@pharmacy-relay/shared/problem.ts'
import { texts, type Texts } from '@pharmacy-relay/shared/texts/index.ts'
import { asProblem, traceIdOf } from '@pharmacy-relay/relay-server/http/problem-replies.ts'
import { refusePlainly } from '../../http/plain-refusal.ts'
import { problemWords } from '../../http/problem-words.ts'
import { returnPath } from '../../session/return-to.ts'
import { isSameOrigin, type OriginRule } from '../../session/same-origin.ts'
import { SHOP, signInPath } from '../paths.ts'
import { shopPage } from '../views/shop-frame.tsx'
import type { ShopContext } from './shop-context.ts'
import type { ShopContexts } from './shop-contexts.ts'
import { redirect, sendFacts, sendPage } from './shop-replies.ts'

/** Unsafe methods: exact Origin, before a byte of the body is read. */
export function refuseForeignOrigins(contexts: ShopContexts, origin: OriginRule): RequestHandler {
  return async (request, response, next) => {
    if (isSafe(request.method) || isSameOrigin(request.headers, origin)) return next()
    await sendWords(contexts.of(response), (t) => t.storefront.problems.foreign, 403)
  }
}

/** Unsafe methods: the form's token, after its body was parsed. */
export function refuseForeignForms(contexts: ShopContexts): RequestHandler {
  return async (request, response, next) => {
    const context = contexts.of(response)
    const body: unknown = request.body
    const csrf = typeof body === 'object' && body !== null && 'csrf' in body ? body.csrf : null
    if (isSafe(request.method) || context.accepts(csrf)) return next()
    await sendWords(context, (t) => t.storefront.problems.expired, 403)
  }
}

/** Unknown errors leave as `internal` and are logged once with their stack. */
export function answerShopProblems(contexts: ShopContexts, logger: Logger): ErrorRequestHandler {
  // oxlint-disable-next-line eslint/max-params -- Express knows an error handler by its four parameters
  return async (error: unknown, request, response, _next) => {
    const known = asProblem(error)
    if (known === null || known.code === 'internal')
      logger.error('request.failed', error, { traceId: traceIdOf(response) })
    const problem = known ?? new ProblemError('internal', 'Something went wrong on our side')
    const context = contexts.find(response)
    if (response.headersSent) response.destroy()
    else if (context === null) refusePlainly(request, response, problem)
    else await answer(context, problem)
  }
}

async function answer(context: ShopContext, problem: ProblemError): Promise<void> {
  const { status } = PROBLEM_CODES[problem.code]
  if (problem.retryAfterS !== null) context.response.set('Retry-After', String(problem.retryAfterS))
  if (status === 401) return await askToSignIn(context)
  if (context.wantsFacts) {
    const t = texts(context.preferences.language)
    return await sendFacts(context, { message: problemWords(problem, t) }, status)
  }
  await sendWords(context, (t) => wordsOf(problem, t), status)
}

/** Back to the page afterwards; a form is sent again from there. */
async function askToSignIn(context: ShopContext): Promise<void> {
  context.session = null
  if (context.wantsFacts) return await sendFacts(context, { signIn: SHOP.signIn }, 401)
  const { request, path, hadSession } = context
  const page = isSafe(request.method) ? path : (request.get('referer') ?? '').replace(/^https?:\/\/[^/]+/, '')
  await redirect(context, signInPath(returnPath(page)), hadSession ? 'ended' : 'needed')
}

interface Words {
  readonly title: string
  readonly advice: string
}

function wordsOf({ code, retryAfterS }: ProblemError, t: Texts): Words {
  const s = t.storefront.problems
  const own = code === 'not_found' ? s.notFound : code === 'role_not_allowed' ? s.notYours : t.problems[code]
  if (isAway(code)) return s.away
  return retryAfterS === null ? own : { ...own, advice: t.problemPage.retryAfter(retryAfterS) }
}

/** No reply came, or none that says what became of what was asked: it may be done, and it may not. */
export function isUnanswered(error: unknown): error is ProblemError & { readonly code: AwayCode } {
  return error instanceof ProblemError && isAway(error.code)
}

type AwayCode = 'upstream_unavailable' | 'upstream_timeout' | 'unavailable'

function isAway(code: ProblemError['code']): code is AwayCode {
  return code === 'upstream_unavailable' || code === 'upstream_timeout' || code === 'unavailable'
}

/** A page that says what went wrong and what to do. */
export async function sendWords(
  context: ShopContext,
  words: (t: Texts) => Words,
  status: number,
): Promise<void> {
  const frame = context.frame()
  const t = texts(frame.language)
  const { title, advice } = words(t)
  const html = shopPage({
    frame,
    title,
    children: (
      <div class="narrow">
        <h1>{title}</h1>
        <p>{advice}</p>
        <p class="actions">
          {isSafe(context.request.method) && status !== 404 && (
            <a class="button" href={context.path}>
              {t.common.tryAgain}
            </a>
          )}
          <a href={SHOP.home}>{t.storefront.toShop}</a>
        </p>
        <p class="quiet">
          {t.problemPage.reference}: <code>{traceIdOf(context.response)}</code>
        </p>
      </div>
    ),
  })
  await sendPage(context, html, status)
}

function isSafe(method: string): boolean {
  return method === 'GET' || method === 'HEAD'
}
