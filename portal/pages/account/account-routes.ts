// The page of one's own account: GET /account, and the forms of its sections.
import { Router } from 'express'
import { z } from 'zod'
import { identityApi } from '@pharmacy-relay/shared/api/identity-api.ts'
import { Email, Uuid } from '@pharmacy-relay/shared/ids.ts'
import { PROBLEM_CODES, ProblemError } from '@pharmacy-relay/shared/problem.ts'
import { texts, type Texts } from '@pharmacy-relay/shared/texts/index.ts'
import { readForm, typed } from '../../http/forms.ts'
import { NewPasswordForm, givenPassword, refusedPassword, repeatFaults } from '../../http/new-password.ts'
import { problemWords } from '../../http/problem-words.ts'
import { redirect, redirectWithNotice, setRetryAfter } from '../../http/replies.ts'
import type { ForStaff, StaffHandler } from '../../http/staff.ts'
import { NO_PASSWORD_FAULTS } from '../../views/credentials/new-password.tsx'
import { PATHS } from '../../views/paths.ts'
import { ACCOUNT_NOTICES } from './account-notices.ts'
import { NO_FAULTS, type AccountFaults } from './account-props.ts'
import { ownGuid, sendAccount } from './send-account.ts'

export function accountRoutes(forStaff: ForStaff): Router {
  const router = Router({ caseSensitive: true, strict: true })
  const { changePassword, askEmailChange, endSession, endOtherSessions, listSessions } = identityApi
  router.get(PATHS.account, forStaff([listSessions], show))
  router.post(PATHS.accountPassword, forStaff([changePassword], savePassword))
  router.post(PATHS.accountEmail, forStaff([askEmailChange], askForEmail))
  router.post(PATHS.endSession, forStaff([endSession], endOne))
  router.post(PATHS.endOtherSessions, forStaff([endOtherSessions], endOthers))
  // These addresses only answer forms; who comes back to them finds the account.
  const forms = [PATHS.accountPassword, PATHS.accountEmail, PATHS.endSession, PATHS.endOtherSessions]
  router.get(
    forms,
    forStaff([listSessions], async (context) => await redirect(context, PATHS.account)),
  )
  return router
}

const show: StaffHandler = async (context, _store, identity) => {
  const word = context.takeNotice()
  const notice = ACCOUNT_NOTICES.find((known) => known === word) ?? null
  await sendAccount(context, identity, { faults: NO_FAULTS, notice, status: 200 })
}

const PasswordForm = NewPasswordForm.extend({ oldPassword: givenPassword })

const savePassword: StaffHandler = async (context, _store, identity) => {
  const form = readForm(PasswordForm, context.request.body)
  const t = texts(context.preferences.language)
  const refuse = async (password: AccountFaults['password'], status = 422) =>
    await sendAccount(context, identity, { faults: { ...NO_FAULTS, password }, notice: null, status })
  const repeat = repeatFaults(form, t)
  if (repeat !== null) return await refuse({ ...repeat, oldPassword: null })
  const { oldPassword, newPassword } = form
  try {
    const body = { oldPassword, newPassword }
    await identity(identityApi.changePassword, { params: null, query: null, body })
  } catch (error) {
    if (!(error instanceof ProblemError) || !SHOWN.has(error.code)) throw error
    setRetryAfter(context, error)
    return await refuse(passwordFaults(error, t), PROBLEM_CODES[error.code].status)
  }
  await redirectWithNotice(context, PATHS.account, 'password-changed')
}

/** What the same form can mend. */
const SHOWN: ReadonlySet<string> = new Set(['invalid', 'rate_limited', 'state_conflict', 'not_supported'])

/** What is not the new one's fault stands at the old one, which an empty field leaves out. */
function passwordFaults(error: ProblemError, t: Texts): NonNullable<AccountFaults['password']> {
  const refused = refusedPassword(error, t)
  if (refused !== null) return { ...refused, oldPassword: null }
  const oldPassword =
    error.code === 'invalid' && error.reason === null ? t.signIn.wrong : problemWords(error, t)
  return { ...NO_PASSWORD_FAULTS, oldPassword }
}

const EmailForm = z.object({ email: typed(1_000) })

const askForEmail: StaffHandler = async (context, _store, identity) => {
  const { email } = readForm(EmailForm, context.request.body)
  const { language } = context.preferences
  const t = texts(language)
  const refuse = async (fault: string, status: number) => {
    const faults = { ...NO_FAULTS, email: { typed: email, fault } }
    await sendAccount(context, identity, { faults, notice: null, status })
  }
  const wanted = Email.safeParse(email.trim())
  if (!wanted.success) return await refuse(t.customerForm.emailFault, 422)
  try {
    const params = { guid: ownGuid(context) }
    const body = { email: wanted.data, language }
    await identity(identityApi.askEmailChange, { params, query: null, body })
  } catch (error) {
    if (!(error instanceof ProblemError) || !SHOWN.has(error.code)) throw error
    setRetryAfter(context, error)
    return await refuse(problemWords(error, t), PROBLEM_CODES[error.code].status)
  }
  await redirectWithNotice(context, PATHS.account, 'email-asked')
}

const SessionForm = z.object({ session: Uuid })

/** One that has ended already is no error. */
const endOne: StaffHandler = async (context, _store, identity) => {
  const { session } = readForm(SessionForm, context.request.body)
  const params = { guid: ownGuid(context), sessionId: session }
  await identity(identityApi.endSession, { params, query: null, body: null })
  await redirectWithNotice(context, PATHS.account, 'session-ended')
}

const endOthers: StaffHandler = async (context, _store, identity) => {
  const params = { guid: ownGuid(context) }
  await identity(identityApi.endOtherSessions, { params, query: null, body: null })
  await redirectWithNotice(context, PATHS.account, 'sessions-ended')
}
