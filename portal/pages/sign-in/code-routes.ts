// GET and POST /sign-in/code: the second step of a sign-in, while its cookie says that one waits.
import { Router, type RequestHandler } from 'express'
import { z } from 'zod'
import { PROBLEM_CODES, ProblemError } from '@pharmacy-relay/shared/problem.ts'
import { texts } from '@pharmacy-relay/shared/texts/index.ts'
import { readForm, typed } from '../../http/forms.ts'
import { isHostOfNumbers } from '../../http/host-of-numbers.ts'
import { signInPath } from '../../http/posted-form.ts'
import { problemWords } from '../../http/problem-words.ts'
import { redirect, redirectWithNotice, sendHtml, setRetryAfter } from '../../http/replies.ts'
import type { RequestContext } from '../../http/request-context.ts'
import type { RequestContexts } from '../../http/request-contexts.ts'
import { visitorOf } from '../../http/visitor.ts'
import type { ShortCookies, WaitingSignIn } from '../../session/short-cookies.ts'
import type { Sessions } from '../../session/sessions.ts'
import type { SignIns } from '../../session/sign-ins.ts'
import { CODE_MAX } from '../../views/credentials/code-field.tsx'
import { PATHS } from '../../views/paths.ts'
import { codePage } from './code-page.tsx'
import { enter } from './enter.ts'

const CodeForm = z.object({ code: typed(CODE_MAX) })

export interface CodeGiven {
  readonly contexts: RequestContexts
  readonly sessions: Sessions
  readonly signIns: SignIns
  readonly cookies: ShortCookies
}

export function codeRoutes(given: CodeGiven): Router {
  const router = Router({ caseSensitive: true, strict: true })
  router.get(PATHS.signInCode, showCode(given))
  router.post(PATHS.signInCode, takeCode(given))
  return router
}

function showCode({ contexts, cookies }: CodeGiven): RequestHandler {
  return async (request, response) => {
    const context = contexts.of(response)
    const waiting = await cookies.waiting.read(request.headers.cookie)
    if (waiting === null) return await redirect(context, PATHS.signIn)
    await sendHtml(
      context,
      codePage({ frame: context.frame(), hasPasskey: isShown(context, waiting), fault: null }),
    )
  }
}

function takeCode({ contexts, sessions, signIns, cookies }: CodeGiven): RequestHandler {
  return async (request, response) => {
    const context = contexts.of(response)
    const { code } = readForm(CodeForm, request.body)
    const waiting = await cookies.waiting.read(request.headers.cookie)
    if (waiting === null) return await redirectWithNotice(context, PATHS.signIn, 'code_over')
    try {
      const entered = await signIns.finish(waiting.token, code, visitorOf(context))
      context.addCookie(cookies.waiting.clear)
      await enter({ context, sessions, entered, returnTo: waiting.returnTo })
    } catch (error) {
      await showRefusal(context, error, { waiting, cookies })
    }
  }
}

function isShown(context: RequestContext, { hasPasskey }: WaitingSignIn): boolean {
  return hasPasskey && !isHostOfNumbers(context)
}

/** The page again, with what was wrong with the code; the sign-in page when nothing waits for one any more. */
async function showRefusal(
  context: RequestContext,
  error: unknown,
  { waiting, cookies }: { readonly waiting: WaitingSignIn; readonly cookies: ShortCookies },
): Promise<void> {
  if (!(error instanceof ProblemError) || error.code === 'internal') throw error
  const t = texts(context.preferences.language)
  if (error.code === 'token_invalid' || error.code === 'role_not_allowed') {
    context.addCookie(cookies.waiting.clear)
    const word = error.code === 'token_invalid' ? 'code_over' : 'not_staff'
    return await redirectWithNotice(context, signInPath(waiting.returnTo), word)
  }
  setRetryAfter(context, error)
  // What is too short to be a code is refused without a reason.
  const isNoCode = error.code === 'invalid' && error.reason === null
  const fault = isNoCode ? t.account.code.noCode : problemWords(error, t)
  const html = codePage({ frame: context.frame(), hasPasskey: isShown(context, waiting), fault })
  await sendHtml(context, html, PROBLEM_CODES[error.code].status)
}
