// A forgotten password: a link by mail or SMS. GET …/:token moves the token out of the address; GET and POST without it do the rest.
import { Router } from 'express'
import { z } from 'zod'
import { identityApi } from '@pharmacy-relay/shared/api/identity-api.ts'
import { LinkToken } from '@pharmacy-relay/shared/api/identity-links.ts'
import { ProblemError } from '@pharmacy-relay/shared/problem.ts'
import { texts } from '@pharmacy-relay/shared/texts/index.ts'
import { readForm, typed } from '../../../http/forms.ts'
import { NewPasswordForm, refusedPassword, repeatFaults } from '../../../http/new-password.ts'
import { problemWords } from '../../../http/problem-words.ts'
import { NO_PASSWORD_FAULTS, type PasswordFaults } from '../../../views/credentials/new-password.tsx'
import type { Sessions } from '../../../session/sessions.ts'
import type { ShopCalls } from '../../http/shop-calls.ts'
import type { ShopContext } from '../../http/shop-context.ts'
import type { ShopContexts } from '../../http/shop-contexts.ts'
import { redirect, sendPage } from '../../http/shop-replies.ts'
import { SHOP } from '../../paths.ts'
import type { ShopCookies } from '../../session/shop-cookies.ts'
import { noticeOf } from '../../views/notices.tsx'
import { forgotPage, newPasswordPage } from './password-pages.tsx'

export interface PasswordGiven {
  readonly contexts: ShopContexts
  readonly calls: ShopCalls
  readonly cookies: ShopCookies
  readonly sessions: Sessions
}

export function passwordRoutes(given: PasswordGiven): Router {
  const { route } = given.contexts
  const router = Router({ caseSensitive: true, strict: true })
  router.get(
    SHOP.forgot,
    route((context) => showForgot(context, null)),
  )
  router.post(
    SHOP.forgot,
    route((context) => askLink(given, context)),
  )
  router.get(
    `${SHOP.passwordLink}/:token`,
    route((context) => takeUp(given, context)),
  )
  router.get(
    SHOP.passwordLink,
    route((context) => showNew(given, context, NO_PASSWORD_FAULTS)),
  )
  router.post(
    SHOP.passwordLink,
    route((context) => useLink(given, context)),
  )
  return router
}

async function showForgot(context: ShopContext, fault: string | null): Promise<void> {
  const frame = context.frame()
  const notice = noticeOf(context.notice, texts(frame.language))
  await sendPage(context, forgotPage({ frame, notice, fault }), fault === null ? 200 : 422)
}

const ForgotForm = z.object({ email: typed(254) })

/** Whether somebody has the address stays unsaid. */
async function askLink({ calls }: PasswordGiven, context: ShopContext): Promise<void> {
  const { email } = readForm(ForgotForm, context.request.body)
  const t = texts(context.preferences.language)
  const body = { email: email.trim(), language: context.preferences.language }
  if (body.email === '') return await showForgot(context, t.storefront.entry.emailFault)
  try {
    await calls.open(context, identityApi.askPasswordLink, { body, api: calls.upstream.identity })
  } catch (error) {
    const isTold = error instanceof ProblemError && ['rate_limited', 'not_supported'].includes(error.code)
    if (!isTold) throw error
    return await showForgot(context, problemWords(error, t))
  }
  await redirect(context, SHOP.forgot, 'linkSent')
}

/** Nothing is consumed: scanners of mails open links, too. The address stays in no history, and is told to nobody. */
async function takeUp({ cookies }: PasswordGiven, context: ShopContext): Promise<void> {
  const token = LinkToken.safeParse(context.request.params['token'])
  context.addCookie(token.success ? await cookies.link.write({ token: token.data }) : cookies.link.clear)
  context.response.set('Referrer-Policy', 'no-referrer')
  await redirect(context, SHOP.passwordLink)
}

async function showNew(
  { cookies, calls }: PasswordGiven,
  context: ShopContext,
  faults: PasswordFaults,
): Promise<void> {
  const link = await cookies.link.read(context.request.headers.cookie)
  const { identity } = calls.upstream
  const isGood =
    link !== null &&
    (await calls.open(context, identityApi.checkPasswordLink, { body: link, api: identity })).isGood
  if (!isGood) return await redirect(context, SHOP.forgot, 'linkOver')
  const isFaulty = faults.newPassword !== null || faults.repeat !== null
  await sendPage(context, newPasswordPage({ frame: context.frame(), faults }), isFaulty ? 422 : 200)
}

async function useLink(given: PasswordGiven, context: ShopContext): Promise<void> {
  const { calls, cookies, sessions } = given
  const link = await cookies.link.read(context.request.headers.cookie)
  if (link === null) return await redirect(context, SHOP.forgot, 'linkOver')
  const t = texts(context.preferences.language)
  const form = readForm(NewPasswordForm, context.request.body)
  const differs = repeatFaults(form, t)
  if (differs !== null) return await showNew(given, context, differs)
  try {
    const body = { ...link, newPassword: form.newPassword }
    await calls.open(context, identityApi.usePasswordLink, { body, api: calls.upstream.identity })
  } catch (error) {
    if (!(error instanceof ProblemError)) throw error
    if (error.code === 'state_conflict') return await redirect(context, SHOP.forgot, 'linkOver')
    const faults = refusedPassword(error, t)
    if (faults === null) throw error
    return await showNew(given, context, faults)
  }
  sessions.doubtAll()
  context.addCookie(cookies.link.clear)
  context.session = null
  await redirect(context, SHOP.signIn, 'passwordSet')
}
