// The last step of every request that failed: sign-in where it is needed, else the problem in words.
import type { ErrorRequestHandler } from 'express'
import type { Logger } from '@pharmacy-relay/shared/logger.ts'
import { PROBLEM_CODES, ProblemError } from '@pharmacy-relay/shared/problem.ts'
import { asProblem, traceIdOf } from '@pharmacy-relay/relay-server/http/problem-replies.ts'
import { returnPath } from '../session/return-to.ts'
import { PATHS } from '../views/paths.ts'
import { formPath, isSafe, notSentNotice, signInPath } from './posted-form.ts'
import { refusePlainly } from './plain-refusal.ts'
import { redirect, redirectWithNotice, sendProblemFragment, sendProblemPage } from './replies.ts'
import type { RequestContext } from './request-context.ts'
import type { RequestContexts } from './request-contexts.ts'

interface AnswerGiven {
  readonly contexts: RequestContexts
  readonly logger: Logger
  /** The page that asks a person to prove once more who he is, and then leads back to what he did. */
  readonly askAgain: (context: RequestContext) => Promise<void>
}

/** Unknown errors leave as `internal` and are logged once with their stack. */
export function answerPageProblems({ contexts, logger, askAgain }: AnswerGiven): ErrorRequestHandler {
  // oxlint-disable-next-line eslint/max-params -- Express knows an error handler by its four parameters
  return async (error: unknown, request, response, _next) => {
    const known = asProblem(error)
    if (known === null || known.code === 'internal') {
      logger.error('request.failed', error, { traceId: traceIdOf(response) })
    }
    const problem =
      known ?? new ProblemError('internal', 'Something went wrong on our side. Please try again.')
    const context = contexts.find(response)
    if (response.headersSent) response.destroy()
    else if (context === null) refusePlainly(request, response, problem)
    else if (problem.code === 'sign_in_again' && !context.wantsFragment) await askAgain(context)
    else await answer(context, problem)
  }
}

async function answer(context: RequestContext, problem: ProblemError): Promise<void> {
  const needsSignIn = PROBLEM_CODES[problem.code].status === 401
  if (needsSignIn) {
    context.session = null
    // The sign-in page says why it comes.
    if (context.hadSession) context.leaveNotice({ word: 'ended', path: PATHS.signIn })
  }
  // On 401 the browser's script goes to the sign-in page: there is no room for it in a fragment.
  if (context.wantsFragment) return await sendProblemFragment(context, problem)
  if (!needsSignIn) return await sendProblemPage(context, problem)
  const { request, path } = context
  if (isSafe(request)) return await redirect(context, signInPath(returnPath(path)))
  await redirectWithNotice(context, signInPath(formPath(context)), notSentNotice(context))
}
