// Signing in with a passkey: alone from the sign-in page, and in place of a code after the password. Each has its options, then the answer.
import { Router, type RequestHandler } from 'express'
import { PROBLEM_CODES, ProblemError } from '@pharmacy-relay/shared/problem.ts'
import { texts } from '@pharmacy-relay/shared/texts/index.ts'
import { readForm, typed } from '../../http/forms.ts'
import { isHostOfNumbers } from '../../http/host-of-numbers.ts'
import { GivenPasskeyForm, sendOptions } from '../../http/passkey-form.ts'
import { signInPath } from '../../http/posted-form.ts'
import { problemWords } from '../../http/problem-words.ts'
import { redirect, redirectWithNotice, sendHtml, setRetryAfter } from '../../http/replies.ts'
import type { RequestContext } from '../../http/request-context.ts'
import { visitorOf } from '../../http/visitor.ts'
import { returnPath } from '../../session/return-to.ts'
import type { WaitingSignIn } from '../../session/short-cookies.ts'
import { PATHS } from '../../views/paths.ts'
import { codePage } from './code-page.tsx'
import type { CodeGiven } from './code-routes.ts'
import { enter } from './enter.ts'

export function passkeySignInRoutes(given: CodeGiven): Router {
  const router = Router({ caseSensitive: true, strict: true })
  router.post(PATHS.signInPasskeyOptions, optionsAlone(given))
  router.post(PATHS.signInPasskey, signInAlone(given))
  router.post(PATHS.codePasskeyOptions, optionsAfterPassword(given))
  router.post(PATHS.codePasskey, signInAfterPassword(given))
  // These addresses only answer forms.
  router.get([PATHS.signInPasskey, PATHS.codePasskey], async (_request, response) => {
    await redirect(given.contexts.of(response), PATHS.signIn)
  })
  return router
}

const AloneForm = GivenPasskeyForm.extend({ returnTo: typed(1_000) })

function optionsAlone({ contexts, signIns }: CodeGiven): RequestHandler {
  return async (_request, response) => {
    const context = contexts.of(response)
    await sendOptions(context, async () => await signIns.passkeyOptions(visitorOf(context)))
  }
}

function signInAlone({ contexts, sessions, signIns }: CodeGiven): RequestHandler {
  return async (request, response) => {
    const context = contexts.of(response)
    const form = readForm(AloneForm, request.body)
    const returnTo = returnPath(form.returnTo)
    try {
      const entered = await signIns.byPasskey(form.credential, visitorOf(context))
      await enter({ context, sessions, entered, returnTo })
    } catch (error) {
      const isStranger = error instanceof ProblemError && error.code === 'role_not_allowed'
      const isRefused = error instanceof ProblemError && error.code === 'token_invalid'
      if (!isStranger && !isRefused) throw error
      await redirectWithNotice(context, signInPath(returnTo), isStranger ? 'not_staff' : 'passkey_refused')
    }
  }
}

function optionsAfterPassword({ contexts, signIns, cookies }: CodeGiven): RequestHandler {
  return async (request, response) => {
    const context = contexts.of(response)
    const waiting = await cookies.waiting.read(request.headers.cookie)
    await sendOptions(context, async () => {
      if (waiting === null) throw new ProblemError('token_invalid', 'No sign-in waits')
      return await signIns.factorOptions(waiting.token, visitorOf(context))
    })
  }
}

function signInAfterPassword({ contexts, sessions, signIns, cookies }: CodeGiven): RequestHandler {
  return async (request, response) => {
    const context = contexts.of(response)
    const { credential } = readForm(GivenPasskeyForm, request.body)
    const waiting = await cookies.waiting.read(request.headers.cookie)
    if (waiting === null) return await redirectWithNotice(context, PATHS.signIn, 'code_over')
    try {
      const entered = await signIns.finishByPasskey(waiting.token, credential, visitorOf(context))
      context.addCookie(cookies.waiting.clear)
      await enter({ context, sessions, entered, returnTo: waiting.returnTo })
    } catch (error) {
      await showRefusal(context, error, waiting)
    }
  }
}

/** The page of the code again, whose password still counts; the sign-in page when nothing waits any more. */
async function showRefusal(context: RequestContext, error: unknown, waiting: WaitingSignIn): Promise<void> {
  if (!(error instanceof ProblemError) || error.code === 'internal') throw error
  if (error.code === 'role_not_allowed')
    return await redirectWithNotice(context, signInPath(waiting.returnTo), 'not_staff')
  if (error.code === 'token_invalid' && error.reason === null)
    return await redirectWithNotice(context, signInPath(waiting.returnTo), 'code_over')
  setRetryAfter(context, error)
  const hasPasskey = waiting.hasPasskey && !isHostOfNumbers(context)
  const fault = problemWords(error, texts(context.preferences.language))
  const html = codePage({ frame: context.frame(PATHS.signInCode), hasPasskey, fault })
  await sendHtml(context, html, PROBLEM_CODES[error.code].status)
}
