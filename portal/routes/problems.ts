// The last step of every request that failed: sign-in where it is needed, else the problem in words.
import type { ErrorRequestHandler, Request, Response } from 'express'
import { PROBLEM_CODES, ProblemError } from '@pharmacy-relay/shared/problem.ts'
import { texts } from '@pharmacy-relay/shared/texts/index.ts'
import { asProblem, traceIdOf } from '@pharmacy-relay/relay-server/http/problem-replies.ts'
import { readPreferences } from '../session/preferences.ts'
import { returnPath } from '../session/return-to.ts'
import { isSafe, signInPath, signInToRepeat } from './posted-form.ts'
import { wantsFragment, type PortalParts } from './portal-parts.ts'
import { redirect, sendProblemFragment, sendProblemPage } from './replies.ts'
import type { Visit } from './visit.ts'

/** Unknown errors leave as `internal` and are logged once with their stack. */
export function answerPageProblems(parts: PortalParts): ErrorRequestHandler {
  // oxlint-disable-next-line eslint/max-params -- Express knows an error handler by its four parameters
  return async (error: unknown, request, response, _next) => {
    const known = asProblem(error)
    if (known === null || known.code === 'internal') {
      parts.logger.error('request.failed', error, { traceId: traceIdOf(response) })
    }
    const problem =
      known ?? new ProblemError('internal', 'Something went wrong on our side. Please try again.')
    const visit = parts.visits.get(response)
    if (response.headersSent) response.destroy()
    else if (visit === undefined) sendPlainly(request, response, problem)
    else await answerVisit(visit, problem)
  }
}

async function answerVisit(visit: Visit, problem: ProblemError): Promise<void> {
  const needsSignIn = PROBLEM_CODES[problem.code].status === 401
  if (needsSignIn) visit.session = null
  if (wantsFragment(visit.request)) {
    // On 401 the browser's script goes to the sign-in page: there is no room for it in a fragment.
    await sendProblemFragment(visit, problem)
  } else if (needsSignIn) {
    await redirect(visit, isSafe(visit.request) ? signInPath(returnPath(visit.path)) : signInToRepeat(visit))
  } else {
    await sendProblemPage(visit, problem)
  }
}

function sendPlainly(request: Request, response: Response, { code }: ProblemError): void {
  const { language } = readPreferences(request.headers.cookie, request.headers['accept-language'])
  const { title } = texts(language).problems[code]
  response
    .status(PROBLEM_CODES[code].status)
    .set('Cache-Control', 'no-store')
    .type('text/plain')
    .send(`${title}\n`)
}
