// What changes something must come from our own pages: the exact Origin, then the token of the form.
import type { RequestHandler } from 'express'
import { ProblemError } from '@pharmacy-relay/shared/problem.ts'
import { isSameOrigin, type OriginRule } from '../session/same-origin.ts'
import { PATHS } from '../views/paths.ts'
import { formPath, isSafe, needsSession, notSentNotice, signInPath } from './posted-form.ts'
import { redirectWithNotice, sendFormExpired, sendProblemPage } from './replies.ts'
import type { RequestContexts } from './request-contexts.ts'

/** Unsafe methods: exact Origin, before a byte of the body is read. */
export function refuseForeignOrigins(contexts: RequestContexts, origin: OriginRule): RequestHandler {
  return async (request, response, next) => {
    if (isSafe(request) || isSameOrigin(request.headers, origin)) return next()
    const problem = new ProblemError(
      'role_not_allowed',
      'The request does not come from a page of this portal',
    )
    await sendProblemPage(contexts.of(response), problem, 'foreignForm')
  }
}

/**
 * Unsafe methods: the form's token, after its body was parsed. Without a session there is no such token: then the
 * sign-in comes first, and afterwards the page of the form again.
 */
export function refuseForeignForms(contexts: RequestContexts): RequestHandler {
  return async (request, response, next) => {
    const context = contexts.of(response)
    if (isSafe(request) || context.accepts(formToken(request.body))) return next()
    if (context.session === null && needsSession(context))
      return await redirectWithNotice(context, signInPath(formPath(context)), notSentNotice(context))
    await sendFormExpired(context, formPath(context) ?? PATHS.relay)
  }
}

function formToken(body: unknown): unknown {
  return typeof body === 'object' && body !== null && 'csrf' in body ? body.csrf : null
}
