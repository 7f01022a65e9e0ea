// The link about a reset of one's own second factor: what was asked, and the objection.
import { identityApi } from '@pharmacy-relay/shared/api/identity-api.ts'
import { PROBLEM_CODES, ProblemError } from '@pharmacy-relay/shared/problem.ts'
import { texts } from '@pharmacy-relay/shared/texts/index.ts'
import { problemWords } from '../../http/problem-words.ts'
import { sendHtml } from '../../http/replies.ts'
import { askIdentity, sendLinkOver, type LinkVisit } from './link-visit.ts'
import { resetLinkPage } from './reset-link-page.tsx'

export async function showReset(visit: LinkVisit): Promise<void> {
  await sendReset(visit, null)
}

export async function objectToReset(visit: LinkVisit): Promise<void> {
  const { context, token, cookies } = visit
  try {
    await askIdentity(visit, identityApi.objectFactorReset, { token })
  } catch (error) {
    if (!(error instanceof ProblemError) || error.code === 'internal') throw error
    if (error.reason?.code === 'link_over') return await sendLinkOver(context, 'reset')
    return await sendReset(visit, error)
  }
  context.addCookie(cookies.link.clear)
  await sendHtml(context, resetLinkPage({ frame: context.frame(), reset: null, fault: null }))
}

/** `problem`: why the objection was not taken; the button stays, so that it is tried again. */
async function sendReset(visit: LinkVisit, problem: ProblemError | null): Promise<void> {
  const { context, token } = visit
  const { reset } = await askIdentity(visit, identityApi.checkFactorReset, { token })
  if (reset === null) return await sendLinkOver(context, 'reset')
  const fault = problem === null ? null : problemWords(problem, texts(context.preferences.language))
  const html = resetLinkPage({ frame: context.frame(), reset, fault })
  await sendHtml(context, html, problem === null ? 200 : PROBLEM_CODES[problem.code].status)
}
