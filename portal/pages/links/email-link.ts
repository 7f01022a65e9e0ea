// A link of a change of the e-mail address: the question, and the confirmation.
import { identityApi } from '@pharmacy-relay/shared/api/identity-api.ts'
import { PROBLEM_CODES, ProblemError } from '@pharmacy-relay/shared/problem.ts'
import { texts } from '@pharmacy-relay/shared/texts/index.ts'
import { problemWords } from '../../http/problem-words.ts'
import { sendHtml } from '../../http/replies.ts'
import { emailLinkPage } from './email-link-page.tsx'
import { askIdentity, sendLinkOver, type LinkVisit } from './link-visit.ts'

export async function showEmail({ context }: LinkVisit): Promise<void> {
  await sendHtml(context, emailLinkPage({ frame: context.frame(), state: 'asked', fault: null }))
}

export async function confirmEmail(visit: LinkVisit): Promise<void> {
  const { context, token, cookies } = visit
  try {
    const { isDone } = await askIdentity(visit, identityApi.confirmEmailChange, { token })
    context.addCookie(cookies.link.clear)
    const state = isDone ? 'done' : 'half'
    await sendHtml(context, emailLinkPage({ frame: context.frame(), state, fault: null }))
  } catch (error) {
    if (!(error instanceof ProblemError) || error.code === 'internal') throw error
    if (error.reason?.code === 'link_over') return await sendLinkOver(context, 'email')
    const fault = problemWords(error, texts(context.preferences.language))
    const html = emailLinkPage({ frame: context.frame(), state: 'asked', fault })
    await sendHtml(context, html, PROBLEM_CODES[error.code].status)
  }
}
