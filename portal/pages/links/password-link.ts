// A link for a password: the form, and the new password.
import { identityApi } from '@pharmacy-relay/shared/api/identity-api.ts'
import { PROBLEM_CODES, ProblemError } from '@pharmacy-relay/shared/problem.ts'
import { texts } from '@pharmacy-relay/shared/texts/index.ts'
import { readForm } from '../../http/forms.ts'
import { NewPasswordForm, refusedPassword, repeatFaults } from '../../http/new-password.ts'
import { problemWords } from '../../http/problem-words.ts'
import { redirectWithNotice, sendHtml } from '../../http/replies.ts'
import { NO_PASSWORD_FAULTS } from '../../views/credentials/new-password.tsx'
import { PATHS } from '../../views/paths.ts'
import { askIdentity, sendLinkOver, type LinkVisit } from './link-visit.ts'
import { passwordLinkPage } from './password-link-page.tsx'

export async function showPassword(visit: LinkVisit): Promise<void> {
  const { context, token } = visit
  const { isGood } = await askIdentity(visit, identityApi.checkPasswordLink, { token })
  if (!isGood) return await sendLinkOver(context, 'password')
  const page = { frame: context.frame(), faults: NO_PASSWORD_FAULTS, fault: null }
  await sendHtml(context, passwordLinkPage(page))
}

/** All sessions of the person end at identity; the one of this browser ends here as well, whoever's it was. */
export async function choosePassword(visit: LinkVisit): Promise<void> {
  const { context, token, cookies, sessions } = visit
  const form = readForm(NewPasswordForm, context.request.body)
  const t = texts(context.preferences.language)
  const faults = repeatFaults(form, t)
  if (faults !== null)
    return await sendHtml(context, passwordLinkPage({ frame: context.frame(), faults, fault: null }), 422)
  try {
    await askIdentity(visit, identityApi.usePasswordLink, { token, newPassword: form.newPassword })
  } catch (error) {
    return await showRefusal(visit, error)
  }
  context.addCookie(cookies.link.clear)
  const { session } = context
  context.session = null
  if (session !== null) await sessions.end(session, context.clientAddress)
  await redirectWithNotice(context, PATHS.signIn, 'password_set')
}

async function showRefusal({ context, cookies }: LinkVisit, error: unknown): Promise<void> {
  if (!(error instanceof ProblemError) || error.code === 'internal') throw error
  if (error.code === 'state_conflict') {
    context.addCookie(cookies.link.clear)
    return await sendLinkOver(context, 'password')
  }
  const t = texts(context.preferences.language)
  const faults = refusedPassword(error, t)
  const fault = faults === null ? problemWords(error, t) : null
  const page = { frame: context.frame(), faults: faults ?? NO_PASSWORD_FAULTS, fault }
  await sendHtml(context, passwordLinkPage(page), PROBLEM_CODES[error.code].status)
}
