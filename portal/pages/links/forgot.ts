// GET and POST /sign-in/forgot: who forgot his password asks for a link.
import type { RequestHandler } from 'express'
import { z } from 'zod'
import { identityApi } from '@pharmacy-relay/shared/api/identity-api.ts'
import { PROBLEM_CODES, ProblemError } from '@pharmacy-relay/shared/problem.ts'
import { texts } from '@pharmacy-relay/shared/texts/index.ts'
import { readForm, typed } from '../../http/forms.ts'
import { problemWords } from '../../http/problem-words.ts'
import { redirectWithNotice, sendHtml, setRetryAfter } from '../../http/replies.ts'
import { PATHS } from '../../views/paths.ts'
import { forgotPage } from './forgot-page.tsx'
import { askIdentity, type LinksGiven } from './link-visit.ts'

const ForgotForm = z.object({ email: typed(254) })

export function showForgot({ contexts }: LinksGiven): RequestHandler {
  return async (_request, response) => {
    const context = contexts.of(response)
    const isSent = context.takeNotice() === 'link_sent'
    await sendHtml(context, forgotPage({ frame: context.frame(), email: '', isSent, fault: null }))
  }
}

export function askForLink({ contexts, identity }: LinksGiven): RequestHandler {
  return async (request, response) => {
    const context = contexts.of(response)
    const email = readForm(ForgotForm, request.body).email.trim()
    const { language } = context.preferences
    try {
      // An empty address is nobody's, and is told no more than any other.
      if (email !== '')
        await askIdentity({ identity, context }, identityApi.askPasswordLink, { email, language })
    } catch (error) {
      if (!(error instanceof ProblemError) || error.code === 'internal') throw error
      setRetryAfter(context, error)
      const fault = problemWords(error, texts(language))
      const html = forgotPage({ frame: context.frame(), email, isSent: false, fault })
      return await sendHtml(context, html, PROBLEM_CODES[error.code].status)
    }
    await redirectWithNotice(context, PATHS.forgotPassword, 'link_sent')
  }
}
